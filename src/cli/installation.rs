//! What a package holds beside the program: completions for shells and manual pages, made from the
//! command line's own definition. Knows no command but by that definition.

use crate::cli::fault::refuse;
use clap::{Command, Parser};
use clap_complete::Shell;
use std::io;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

/// The arguments of `completions`.
#[derive(Parser, Debug)]
pub struct Completions {
    /// The shell that is to know the commands and options.
    shell: Shell,
}

/// The arguments of `manual`.
#[derive(Parser, Debug)]
pub struct Manual {
    /// An existing directory for the pages, one for every command.
    directory: PathBuf,
}

/// Prints what makes a shell complete the name that the program was started by.
pub fn print_completions(args: &Completions, mut definition: Command) -> anyhow::Result<ExitCode> {
    let mut script = Vec::new();
    clap_complete::generate(args.shell, &mut definition, program_name(), &mut script);
    io::Write::write_all(&mut io::stdout().lock(), &script)?;
    Ok(ExitCode::SUCCESS)
}

/// Writes the manual pages.
pub fn write_manual(args: &Manual, definition: Command) -> anyhow::Result<ExitCode> {
    let directory = &args.directory;
    if !directory.is_dir() {
        let told = anyhow::anyhow!("there is no directory '{}'", directory.display());
        return Err(refuse(told));
    }
    let name = program_name();
    let definition = definition.bin_name(&name).display_name(&name);
    clap_mangen::generate_to(definition, directory)?;
    Ok(ExitCode::SUCCESS)
}

/// The name of the program's file.
fn program_name() -> String {
    let program = std::env::args_os().next().map(PathBuf::from);
    let stem = program.as_deref().and_then(Path::file_stem);
    stem.map_or_else(
        || env!("CARGO_PKG_NAME").to_owned(),
        |stem| stem.to_string_lossy().into_owned(),
    )
}

//! Files of positions and variations, in and out, by their endings.

use crate::board::Board;
use crate::cli::fault::refuse;
use crate::cli::records::rule_named;
use crate::database::{Access, Database, transfer};
use crate::tree::{renlib, sgf};
use crate::types::Rule;
use anyhow::{Context, Result, bail};
use std::fs::{self, File};
use std::io::{BufReader, BufWriter};
use std::path::{Path, PathBuf};

/// The kinds of files, by their endings.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Kind {
    RenLib,
    Sgf,
    Text,
}

impl Kind {
    fn of(path: &Path) -> Result<Self> {
        let ending = path.extension().and_then(|ending| ending.to_str());
        Ok(match ending.map(str::to_ascii_lowercase).as_deref() {
            Some("lib") => Self::RenLib,
            Some("sgf") => Self::Sgf,
            Some("txt" | "tsv") => Self::Text,
            _ => bail!("{} does not end with .lib, .sgf or .txt", path.display()),
        })
    }
}

/// Takes files over.
pub fn import(database: &Database, files: &[PathBuf], rule: Rule) -> Result<()> {
    let kinds = files.iter().map(|file| Kind::of(file));
    let kinds: Vec<Kind> = kinds.collect::<Result<_>>().map_err(refuse)?;
    for (file, kind) in files.iter().zip(kinds) {
        let named = || format!("cannot read {}", file.display());
        let (count, left_out) = match kind {
            Kind::RenLib => {
                let bytes = fs::read(file).with_context(named)?;
                let tree = renlib::read(&bytes).with_context(named)?;
                transfer::import_tree(database, rule, &tree)?
            }
            Kind::Sgf => {
                let bytes = fs::read(file).with_context(named)?;
                let text = String::from_utf8_lossy(&bytes);
                let sgf = sgf::read(&text).with_context(named)?;
                let told = sgf.rule.and_then(|rule| rule_named(&rule));
                transfer::import_tree(database, told.unwrap_or(rule), &sgf.tree)?
            }
            Kind::Text => {
                let lines = BufReader::new(File::open(file).with_context(named)?);
                transfer::import_text(database, lines)?
            }
        };
        println!(
            "{}: {count} positions taken over, {left_out} left out",
            file.display()
        );
    }
    database.compact()?;
    println!("{} positions in all", database.len()?);
    Ok(())
}

/// Writes the positions from one on to a file.
pub fn export(database: &Database, file: &Path, rule: Rule, board: &Board) -> Result<()> {
    let named = || format!("cannot write {}", file.display());
    let tree = || transfer::export_tree(database, rule, board.size(), board.history());
    let count = match Kind::of(file).map_err(refuse)? {
        Kind::RenLib => {
            let tree = tree()?;
            fs::write(file, renlib::write(&tree)?).with_context(named)?;
            tree.len() as u64
        }
        Kind::Sgf => {
            let tree = tree()?;
            fs::write(file, sgf::write(&tree, &[("RU", rule.name())])).with_context(named)?;
            tree.len() as u64
        }
        Kind::Text => {
            let mut output = BufWriter::new(File::create(file).with_context(named)?);
            transfer::export_text(database, Some((rule, board.size())), &mut output)?
        }
    };
    println!("{count} positions written to {}", file.display());
    Ok(())
}

/// Takes other databases over.
pub fn merge(database: &Database, others: &[PathBuf]) -> Result<()> {
    for path in others {
        let other = Database::open(path, Access::Read)
            .with_context(|| format!("cannot read {}", path.display()))?;
        let count = transfer::merge(&other, database)?;
        println!("{}: {count} positions taken over", path.display());
    }
    database.compact()?;
    println!("{} positions in all", database.len()?);
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn endings_say_what_a_file_is() {
        for (name, kind) in [
            ("a.lib", Kind::RenLib),
            ("A.LIB", Kind::RenLib),
            ("a.b.sgf", Kind::Sgf),
            ("a.txt", Kind::Text),
        ] {
            assert_eq!(Kind::of(Path::new(name)).expect("a kind"), kind);
        }
        for name in ["a", "a.db", "lib", ""] {
            assert!(Kind::of(Path::new(name)).is_err(), "{name}");
        }
    }
}

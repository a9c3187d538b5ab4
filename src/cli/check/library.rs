//! The transcripts that the program carries, and those of a directory.

use super::transcript::{self, Transcript};
use anyhow::Context;
use std::path::Path;

/// Lists the files of `protocol-tests/transcripts` by name. A test compares
/// this list with the directory.
macro_rules! embedded {
    ($($name:literal)*) => {
        &[$((
            $name,
            include_str!(concat!(
                env!("CARGO_MANIFEST_DIR"),
                "/protocol-tests/transcripts/",
                $name,
                ".txt"
            )),
        )),*]
    };
}

const EMBEDDED: &[(&str, &str)] = embedded! {};

/// The transcripts that the program carries, by name.
pub fn embedded() -> anyhow::Result<Vec<Transcript>> {
    EMBEDDED
        .iter()
        .map(|(name, text)| transcript::parse(name, text).with_context(|| format!("{name}.txt")))
        .collect()
}

/// The transcripts of a directory: every `*.txt` file, by name.
pub fn in_directory(directory: &Path) -> anyhow::Result<Vec<Transcript>> {
    let entries = std::fs::read_dir(directory)
        .with_context(|| format!("cannot read the directory {}", directory.display()))?;
    let mut transcripts = Vec::new();
    for entry in entries {
        let path = entry?.path();
        if path.extension().is_none_or(|extension| extension != "txt") {
            continue;
        }
        let text = std::fs::read_to_string(&path)
            .with_context(|| format!("cannot read {}", path.display()))?;
        let name = path.file_stem().unwrap_or_default().to_string_lossy();
        let parsed = transcript::parse(&name, &text).with_context(|| path.display().to_string())?;
        transcripts.push(parsed);
    }
    transcripts.sort_by(|one, other| one.name.cmp(&other.name));
    Ok(transcripts)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_program_carries_every_transcript() {
        let directory = Path::new(env!("CARGO_MANIFEST_DIR")).join("protocol-tests/transcripts");
        let names = |transcripts: Vec<Transcript>| -> Vec<String> {
            transcripts.into_iter().map(|t| t.name).collect()
        };
        let carried = names(embedded().expect("every transcript is well-formed"));
        let present = names(in_directory(&directory).expect("the directory can be read"));
        assert_eq!(
            carried, present,
            "the list in this file must equal the directory"
        );
    }
}

//! Where a command will write. Looked at before the work is done, which may take long and would
//! be lost.

use anyhow::ensure;
use std::path::Path;

/// Whether a file can be made here, as far as that can be told beforehand.
pub fn check(path: &Path) -> anyhow::Result<()> {
    ensure!(!path.is_dir(), "'{}' is a directory", path.display());
    let directory = path
        .parent()
        .filter(|directory| !directory.as_os_str().is_empty());
    if let Some(directory) = directory {
        ensure!(
            directory.is_dir(),
            "'{}' cannot be written: there is no directory '{}'",
            path.display(),
            directory.display()
        );
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_file_needs_a_directory_and_is_none() {
        assert!(check(Path::new("review.html")).is_ok());
        assert!(check(&std::env::temp_dir().join("review.html")).is_ok());
        let error = check(&std::env::temp_dir()).expect_err("a directory");
        assert!(error.to_string().contains("is a directory"), "{error}");
        let error = check(Path::new("no/such/place.html")).expect_err("no directory");
        assert!(error.to_string().contains("'no/such'"), "{error}");
    }
}

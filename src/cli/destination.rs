//! Where a command will write. Looked at before the work is done, which may take long and would
//! be lost; written beside and renamed, so that a full disk leaves what was there before.

use anyhow::{Context, Result, ensure};
use std::ffi::OsString;
use std::fs::{self, File};
use std::io::{self, Write};
use std::path::{Path, PathBuf};

/// Whether a file can be made here, as far as that can be told beforehand.
pub fn check(path: &Path) -> Result<()> {
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
    if is_special(path) {
        return Ok(());
    }
    let beside = beside(path);
    File::create(&beside)
        .and_then(|_| fs::remove_file(&beside))
        .with_context(|| format!("'{}' cannot be written", path.display()))
}

/// Writes a file as a whole: whoever looks finds what was there before, or all of it.
pub fn write(path: &Path, bytes: &[u8]) -> Result<()> {
    let told = || format!("cannot write '{}'", path.display());
    if is_special(path) {
        return fs::write(path, bytes).with_context(told);
    }
    // A link stays one, and what it leads to is replaced.
    let target = fs::canonicalize(path).unwrap_or_else(|_| path.to_path_buf());
    let beside = beside(&target);
    let written = write_through(&beside, bytes).and_then(|()| fs::rename(&beside, &target));
    if written.is_err() {
        // What there is of it takes up room, and the first error is the one to tell.
        let _ = fs::remove_file(&beside);
    }
    written.with_context(told)
}

fn write_through(path: &Path, bytes: &[u8]) -> io::Result<()> {
    let mut file = File::create(path)?;
    file.write_all(bytes)?;
    // Some systems only find out here that the disk is full.
    file.sync_all()
}

/// Whether there is something else than a file, such as a terminal, which nothing may replace.
fn is_special(path: &Path) -> bool {
    fs::metadata(path).is_ok_and(|found| !found.is_file())
}

/// A name beside a file that no other process takes.
fn beside(path: &Path) -> PathBuf {
    let mut name = OsString::from(".");
    name.push(path.file_name().unwrap_or_default());
    name.push(format!(".{}.part", std::process::id()));
    path.with_file_name(name)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A directory of its own for a test, gone when the test is over.
    struct Place(PathBuf);

    impl Place {
        fn new(name: &str) -> Self {
            let name = format!("quinte-destination-{}-{name}", std::process::id());
            let place = std::env::temp_dir().join(name);
            fs::create_dir_all(&place).expect("a directory");
            Self(place)
        }

        fn names(&self) -> Vec<OsString> {
            let entries = fs::read_dir(&self.0).expect("a directory");
            entries
                .map(|entry| entry.expect("an entry").file_name())
                .collect()
        }
    }

    impl Drop for Place {
        fn drop(&mut self) {
            let _ = fs::remove_dir_all(&self.0);
        }
    }

    #[test]
    fn a_file_needs_a_directory_and_is_none() {
        let place = Place::new("check");
        assert!(check(&place.0.join("review.html")).is_ok());
        assert!(place.names().is_empty(), "nothing is left of the trial");
        let error = check(&place.0).expect_err("a directory");
        assert!(error.to_string().contains("is a directory"), "{error}");
        let error = check(Path::new("no/such/place.html")).expect_err("no directory");
        assert!(error.to_string().contains("'no/such'"), "{error}");
    }

    #[test]
    fn a_file_is_replaced_as_a_whole_and_alone() {
        let place = Place::new("write");
        let path = place.0.join("a.html");
        for text in ["first", "second"] {
            write(&path, text.as_bytes()).expect("written");
            assert_eq!(fs::read_to_string(&path).expect("read"), text);
        }
        assert_eq!(place.names(), ["a.html"]);
        assert!(write(&place.0.join("none/a.html"), b"").is_err());
    }

    #[cfg(unix)]
    #[test]
    fn links_stay_links_and_devices_are_written_to() {
        let place = Place::new("links");
        let (file, link) = (place.0.join("file"), place.0.join("link"));
        fs::write(&file, "old").expect("a file");
        std::os::unix::fs::symlink(&file, &link).expect("a link");
        write(&link, b"new").expect("written");
        assert_eq!(fs::read_to_string(&file).expect("read"), "new");
        assert!(fs::symlink_metadata(&link).expect("there").is_symlink());
        let device = Path::new("/dev/null");
        check(device).expect("a device can be written to");
        write(device, b"gone").expect("written");
        assert!(is_special(device), "it is still there");
    }

    #[cfg(target_os = "linux")]
    #[test]
    fn a_full_disk_is_told() {
        // The device that is always full stands for one: writing there must fail.
        let error = write(Path::new("/dev/full"), b"text").expect_err("full");
        assert!(error.to_string().contains("/dev/full"), "{error}");
        let place = Place::new("full");
        let path = place.0.join("a.html");
        fs::write(&path, "before").expect("a file");
        std::os::unix::fs::symlink("/dev/full", beside(&path)).expect("a link");
        assert!(write(&path, b"text").is_err());
        assert_eq!(fs::read_to_string(&path).expect("read"), "before");
        assert_eq!(place.names(), ["a.html"], "nothing is left of the trial");
    }
}

//! A text file that grows by lines while a long command works: a first line that
//! tells how the rest is made, then one result a line, each in the hands of the
//! system before the next is looked for. After a kill it is read, cut back to whole lines and
//! gone on with. Knows nothing of what the lines mean.

use anyhow::{Context, ensure};
use std::fs::{File, OpenOptions};
use std::io::{ErrorKind, Read, Seek, SeekFrom, Write};
use std::path::Path;

/// An open file that lines are added to.
pub struct GrowingFile {
    file: File,
}

impl GrowingFile {
    /// Opens the file, or makes it, and gives back what `read` makes of its whole lines, the
    /// first one among them. A file that begins with another first line, or that cannot be
    /// read, is somebody else's, and is left as it is.
    pub fn open<T>(
        path: &Path,
        heading: &str,
        read: impl FnOnce(&str) -> anyhow::Result<T>,
    ) -> anyhow::Result<(Self, T)> {
        let name = path.display();
        let mut file = OpenOptions::new()
            .read(true)
            .write(true)
            .create(true)
            .truncate(false)
            .open(path)
            .with_context(|| format!("cannot open '{name}'"))?;
        let text = read_text(&mut file).with_context(|| format!("cannot read '{name}'"))?;
        let first_line = format!("{heading}\n");
        let whole = text.rfind('\n').map_or("", |end| &text[..=end]);
        if whole.is_empty() && first_line.starts_with(&text) {
            restart(&mut file, &first_line).with_context(|| format!("cannot write '{name}'"))?;
            let content = read(&first_line).with_context(|| format!("in '{name}'"))?;
            return Ok((Self { file }, content));
        }
        ensure!(
            whole.starts_with(&first_line),
            "'{name}' was made in another way: it does not begin with '{heading}'"
        );
        let content = read(whole).with_context(|| format!("in '{name}'"))?;
        cut(&mut file, whole.len() as u64).with_context(|| format!("cannot write '{name}'"))?;
        Ok((Self { file }, content))
    }

    /// Adds a line.
    pub fn add(&mut self, line: &str) -> anyhow::Result<()> {
        self.file
            .write_all(format!("{line}\n").as_bytes())
            .and_then(|()| self.file.flush())
            .context("cannot write what was found")
    }
}

fn read_text(file: &mut File) -> std::io::Result<String> {
    let mut bytes = Vec::new();
    file.read_to_end(&mut bytes)?;
    String::from_utf8(bytes).map_err(|_| std::io::Error::new(ErrorKind::InvalidData, "not a text"))
}

/// Begins the file anew.
fn restart(file: &mut File, first_line: &str) -> std::io::Result<()> {
    cut(file, 0)?;
    file.write_all(first_line.as_bytes())?;
    file.flush()
}

/// Keeps so many bytes and goes on behind them.
fn cut(file: &mut File, length: u64) -> std::io::Result<()> {
    file.set_len(length)?;
    file.seek(SeekFrom::Start(length)).map(drop)
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::path::PathBuf;

    /// A file of its own for a test, gone when the test is over.
    struct Place(PathBuf);

    impl Place {
        fn new(name: &str) -> Self {
            let name = format!("quinte-growing-{}-{name}", std::process::id());
            Self(std::env::temp_dir().join(name))
        }

        fn write(&self, text: &str) {
            std::fs::write(&self.0, text).expect("a file");
        }

        fn text(&self) -> String {
            std::fs::read_to_string(&self.0).expect("a file")
        }

        /// The lines behind the first one; those with a question mark cannot be read.
        fn open(&self) -> anyhow::Result<(GrowingFile, Vec<String>)> {
            GrowingFile::open(&self.0, "# how", |text| {
                ensure!(!text.contains('?'), "a line is strange");
                Ok(text.lines().skip(1).map(str::to_owned).collect())
            })
        }
    }

    impl Drop for Place {
        fn drop(&mut self) {
            let _ = std::fs::remove_file(&self.0);
        }
    }

    #[test]
    fn a_new_file_gets_its_first_line_and_an_old_one_is_gone_on_with() {
        let place = Place::new("new");
        let (mut file, earlier) = place.open().expect("a new file");
        assert!(earlier.is_empty());
        file.add("h8i9").expect("written");
        assert_eq!(place.text(), "# how\nh8i9\n");
        let (mut file, earlier) = place.open().expect("an old file");
        assert_eq!(earlier, ["h8i9"]);
        file.add("a1").expect("written");
        assert_eq!(place.text(), "# how\nh8i9\na1\n");
    }

    #[test]
    fn a_torn_line_is_dropped() {
        let place = Place::new("torn");
        for (torn, kept) in [
            ("# how\nh8i9\nj1", "# how\nh8i9\n"),
            ("# how\nh", "# how\n"),
            ("# ho", "# how\n"),
            ("", "# how\n"),
        ] {
            place.write(torn);
            place.open().expect(torn);
            assert_eq!(place.text(), kept, "{torn}");
        }
    }

    #[test]
    fn a_file_made_in_another_way_is_left_as_it_is() {
        let place = Place::new("foreign");
        for text in [
            "# however\nh8\n",
            "h8i9\n",
            "my notes",
            "# how\nz99?\nh",
            "# how\r\n",
        ] {
            place.write(text);
            assert!(place.open().is_err(), "{text}");
            assert_eq!(place.text(), text);
        }
    }
}

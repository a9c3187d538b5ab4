//! Puzzles as a process finds them: files in and out, runs that go on, and
//! what is refused.

use super::{TemporaryFile, fail, interrupt, quinte, refuse, succeed};
use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Stdio;

/// Games with puzzles in them.
fn games() -> String {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("protocol-tests/puzzles/games.sgf");
    path.to_str().expect("a plain name").to_owned()
}

/// A directory of a test, which is gone when the test is over.
struct Place(PathBuf);

impl Place {
    fn new() -> Self {
        let file = TemporaryFile::new("puzzles");
        Self(file.0.clone())
    }

    fn name(&self) -> &str {
        self.0.to_str().expect("a plain name")
    }

    /// The files and what is in them.
    fn files(&self) -> BTreeMap<PathBuf, Vec<u8>> {
        let mut found = BTreeMap::new();
        let mut waiting = vec![self.0.clone()];
        while let Some(directory) = waiting.pop() {
            for entry in fs::read_dir(directory).expect("a directory") {
                let path = entry.expect("an entry").path();
                if path.is_dir() {
                    waiting.push(path);
                } else {
                    let name = path.strip_prefix(&self.0).expect("inside").to_owned();
                    found.insert(name, fs::read(&path).expect("read"));
                }
            }
        }
        found
    }
}

impl Drop for Place {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.0);
    }
}

#[test]
fn puzzles_are_the_same_for_any_number_of_threads_and_after_an_interruption() {
    let (one, two) = (Place::new(), Place::new());
    let arguments = |place: &Place| {
        let line = format!("puzzles {} --out {}", games(), place.name());
        line.split(' ').map(str::to_owned).collect::<Vec<_>>()
    };
    let told = succeed(
        quinte(&[]).args(arguments(&one)).args(["--threads", "2"]),
        "",
    );
    assert!(told.contains(" puzzles in "), "{told}");
    assert!(told.contains("grade 1: "), "{told}");
    // The second run is interrupted, again and again, until nothing is left to do.
    for pause in [300, 900, 2_000] {
        let mut child = quinte(&[])
            .args(arguments(&two))
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .spawn()
            .expect("the program starts");
        std::thread::sleep(std::time::Duration::from_millis(pause));
        if child.try_wait().expect("a process").is_none() {
            interrupt(&child);
        }
        let status = child.wait().expect("the program ends");
        assert!(
            [Some(0), Some(130), None].contains(&status.code()),
            "{status}"
        );
    }
    succeed(quinte(&[]).args(arguments(&two)), "");
    let (first, second) = (one.files(), two.files());
    let names: Vec<_> = first
        .keys()
        .map(|name| name.display().to_string())
        .collect();
    for name in [
        "journal.jsonl",
        "puzzles.html",
        "puzzles.json",
        "puzzles.sgf",
    ] {
        assert!(names.contains(&name.to_owned()), "{names:?}");
    }
    let is_picture = |name: &&PathBuf| name.extension().is_some_and(|ending| ending == "svg");
    assert!(first.keys().any(|name| is_picture(&name)), "{names:?}");
    assert_eq!(
        first.keys().collect::<Vec<_>>(),
        second.keys().collect::<Vec<_>>()
    );
    for (name, bytes) in &first {
        assert!(second[name] == *bytes, "{} differs", name.display());
    }
    // Asked for less, the same directory gives less, at once.
    let told = succeed(
        quinte(&[])
            .args(arguments(&two))
            .args(["--limit", "1", "--pictures", "png"]),
        "",
    );
    assert!(told.contains(": 1 puzzles in "), "{told}");
    let pictures = two
        .files()
        .into_keys()
        .filter(|name| name.starts_with("pictures"));
    assert_eq!(pictures.count(), 1);
    // Other options would mix what does not belong together.
    let error = refuse(quinte(&[]).args(arguments(&two)).args(["--nodes", "999"]));
    assert!(error.contains("other options"), "{error}");
}

#[test]
fn what_makes_no_sense_is_refused() {
    let place = Place::new();
    let games = games();
    let ask = |more: &[&str]| {
        let mut words = vec!["puzzles", games.as_str(), "--out", place.name()];
        words.extend(more);
        refuse(&mut quinte(&words))
    };
    assert!(ask(&["--grade", "7"]).contains("grade"));
    assert!(ask(&["--min-length", "2"]).contains("trivial"));
    assert!(ask(&["--min-length", "6", "--max-length", "4"]).contains("--max-length 4"));
    assert!(ask(&["--limit", "0"]).contains("count"));
    assert!(!place.0.exists(), "nothing was begun");
    let file = TemporaryFile::with("txt", "hello\n");
    assert!(
        refuse(&mut quinte(&[
            "puzzles",
            file.name(),
            "--out",
            place.name()
        ]))
        .contains("hello")
    );
    let error = refuse(&mut quinte(&["puzzles", &games, "--out", file.name()]));
    assert!(error.contains("no directory"), "{error}");
    assert!(fail(&mut quinte(&["puzzles"])).contains("GAME"));
}

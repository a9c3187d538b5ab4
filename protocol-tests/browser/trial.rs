//! A page in one file that a command writes, tried in a real browser. Where there
//! is no browser the test says so and passes; with `QUINTE_BROWSER=required` it
//! fails. `QUINTE_SCREENSHOTS=docs/images` keeps the pictures of the documents.

use crate::browser::driver::{Programs, Window};
use crate::browser::is_asked_for;
use serde_json::Value;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

/// A test of one page.
pub struct Trial {
    /// The name under which `cargo test NAME` finds it, and its directory.
    pub name: &'static str,
    /// Makes the page in a directory.
    pub make_page: fn(&Path) -> PathBuf,
    /// Uses it as a person would, at this address.
    pub use_page: fn(&Window, &str),
    /// Shows what is to be seen on a picture: how wide and high, and in which colours.
    pub pose: fn(&Window, &Picture),
    /// How the names of the pictures begin.
    pub pictures: &'static str,
}

/// A picture of a page.
pub struct Picture {
    /// The end of its name.
    pub name: &'static str,
    /// Its size.
    pub width: u32,
    /// Its size.
    pub height: u32,
    /// Light or dark.
    pub scheme: &'static str,
}

const PICTURES: [Picture; 3] = [
    Picture {
        name: "light",
        width: 1280,
        height: 900,
        scheme: "light",
    },
    Picture {
        name: "dark",
        width: 1280,
        height: 900,
        scheme: "dark",
    },
    Picture {
        name: "phone",
        width: 390,
        height: 844,
        scheme: "light",
    },
];

impl Trial {
    /// Runs the test, if it is asked for and there is a browser.
    pub fn run(&self) -> ExitCode {
        let name = self.name;
        if !is_asked_for(name) {
            return ExitCode::SUCCESS;
        }
        let Some(programs) = Programs::find() else {
            println!(
                "test {name} ... skipped: there is no browser (needs chromium and chromedriver)"
            );
            let required = std::env::var("QUINTE_BROWSER").is_ok_and(|value| value == "required");
            return ExitCode::from(u8::from(required));
        };
        let place = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(name);
        let _ = std::fs::remove_dir_all(&place);
        std::fs::create_dir_all(&place).expect("a directory for the test");
        let page = (self.make_page)(&place);
        let window = Window::open(&programs, &place.join("profile"));
        let address = format!("file://{}", page.display());
        window.go(&address);
        (self.use_page)(&window, &address);
        self.keep_pictures(&window, &place);
        assert_eq!(window.complaints(), [""; 0], "the browser is content");
        let loaded = window.run("return performance.getEntriesByType('resource').length");
        assert_eq!(loaded, 0, "the page loads nothing");
        println!("test {name} ... ok");
        ExitCode::SUCCESS
    }

    /// Pictures in light, in dark and on a phone; nothing may be wider than the phone.
    fn keep_pictures(&self, window: &Window, place: &Path) {
        let directory =
            std::env::var_os("QUINTE_SCREENSHOTS").map_or(place.to_owned(), PathBuf::from);
        std::fs::create_dir_all(&directory).expect("a directory for pictures");
        for picture in PICTURES {
            window.look(picture.width, picture.height, picture.scheme);
            (self.pose)(window, &picture);
            // Whatever moves has come to rest.
            window.run("scrollTo(0, 0); return new Promise((done) => setTimeout(done, 500))");
            let background = window.run("return getComputedStyle(document.body).backgroundColor");
            let is_dark = background
                .as_str()
                .is_some_and(|color| color.starts_with("rgb(20,"));
            assert_eq!(picture.scheme == "dark", is_dark, "{background}");
            let widest = number(&window.run("return document.documentElement.scrollWidth"));
            let width = picture.width as usize;
            assert!(widest <= width, "{widest} > {width}");
            let bytes = window.screenshot();
            assert!(bytes.starts_with(b"\x89PNG") && bytes.len() > 20_000);
            let file = format!("{}-{}.png", self.pictures, picture.name);
            std::fs::write(directory.join(file), bytes).expect("a picture");
        }
    }
}

/// A number that a page tells, perhaps as text.
pub fn number(value: &Value) -> usize {
    let text = value
        .as_str()
        .map_or_else(|| value.to_string(), str::to_owned);
    text.parse()
        .unwrap_or_else(|_| panic!("{value} is not a number"))
}

//! `render` and `review` as processes: what they write, and what they refuse before
//! they begin.

use super::{TemporaryFile, quinte, refuse, succeed};

const GAME: &str = "h8i9j10";

#[test]
fn a_picture_is_written_in_the_format_of_its_name() {
    for (ending, start) in [("svg", "<svg".as_bytes()), ("png", b"\x89PNG")] {
        let file = TemporaryFile::new(ending);
        succeed(&mut quinte(&["render", GAME, "-o", file.name()]), "");
        let bytes = std::fs::read(file.name()).expect("a picture");
        assert!(bytes.starts_with(start), "{ending}");
    }
}

#[test]
fn a_picture_that_cannot_be_is_refused() {
    for (arguments, part) in [
        (&["h8h8", "-o", "a.svg"][..], "taken"),
        (&[GAME, "-o", "a.gif"][..], "neither in .svg nor in .png"),
        (&[GAME, "-o", "a.svg", "--move", "4"][..], "3 moves"),
        (&[GAME, "-o", "a.png", "--mark", "a1=é"][..], "'é'"),
        (&[GAME, "-o", "a.png", "--mark", "z1"][..], "outside"),
    ] {
        let error = refuse(quinte(&["render"]).args(arguments));
        assert!(error.contains(part), "{arguments:?}: {error}");
    }
}

#[test]
fn a_review_that_could_not_be_written_is_not_begun() {
    let game = TemporaryFile::with("txt", GAME);
    for (arguments, part) in [
        (&["-o", "no/such/page.html"][..], "no directory"),
        (&["-o", "."][..], "is a directory"),
        (&["--time", "0"][..], "some time"),
        (&["--only", "one"][..], "'one' is neither"),
        (&["--only", "2"][..], "no game with moves"),
    ] {
        let error = refuse(quinte(&["review", game.name()]).args(arguments));
        assert!(error.contains(part), "{arguments:?}: {error}");
    }
    let error = refuse(&mut quinte(&["review", "no-such-game.psq"]));
    assert!(error.contains("no-such-game.psq"), "{error}");
}

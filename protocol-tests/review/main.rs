//! A review in a real browser: makes the page of a real game, opens it in
//! headless Chromium, and uses it as a person would, with keys and clicks.

#[path = "../browser/mod.rs"]
mod browser;
#[path = "../browser/trial.rs"]
mod trial;

use browser::driver::Window;
use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode};
use trial::{Picture, Trial, number};

/// The name under which `cargo test NAME` finds this test.
const NAME: &str = "a_review_is_stepped_through_in_a_browser";
/// The keys as `WebDriver` names them.
const LEFT: char = '\u{e012}';
const RIGHT: char = '\u{e014}';
const DOWN: char = '\u{e015}';
const HOME: char = '\u{e011}';
const END: char = '\u{e010}';
const ESCAPE: char = '\u{e00c}';

fn main() -> ExitCode {
    let trial = Trial {
        name: NAME,
        make_page,
        use_page,
        pose,
        pictures: "review",
    };
    trial.run()
}

fn use_page(window: &Window, _address: &str) {
    steps_by_keys_and_clicks(window);
    curve_follows_the_game(window);
    missed_win_is_played_to_its_five(window);
    alternatives_are_played(window);
    hostile_name_is_only_a_name(window);
}

/// Reviews the games beside this file, and one with names that try to break out of the page.
fn make_page(place: &Path) -> PathBuf {
    let here = Path::new(env!("CARGO_MANIFEST_DIR")).join("protocol-tests/review");
    let page = place.join("review.html");
    let hostile = place.join("hostile.sgf");
    let game = "(;GM[4]SZ[15]PB[</script><img src=x onerror=document.title='broken'>]PW[<b>\\]]\
                ;B[hh];W[aa];B[ih];W[ba];B[jh];W[ca];B[cc];W[dd])";
    std::fs::write(&hostile, game).expect("a file");
    let status = Command::new(env!("CARGO_BIN_EXE_pbrain-quinte"))
        .arg("review")
        .args([
            &here.join("levels.sgf"),
            &here.join("rapfi-quinte.sgf"),
            &hostile,
        ])
        .args(["--nodes", "20000", "-o"])
        .arg(&page)
        .status()
        .expect("the program runs");
    assert!(status.success());
    page
}

/// How many moves are shown, as the page says and as stones on the board.
fn shown(window: &Window) -> usize {
    let ply = number(&window.run("return document.body.dataset.ply"));
    let stones = number(&window.run("return document.querySelectorAll('#board .stone').length"));
    assert_eq!(ply, stones, "one stone a move");
    ply
}

fn count_of_moves(window: &Window) -> usize {
    number(&window.run("return document.querySelectorAll('#moves button').length"))
}

fn steps_by_keys_and_clicks(window: &Window) {
    let count = count_of_moves(window);
    assert!(count > 20, "a real game");
    assert_eq!(shown(window), 0);
    window.press(RIGHT);
    window.press(RIGHT);
    assert_eq!(shown(window), 2);
    window.click("#next");
    assert_eq!(shown(window), 3);
    window.press(LEFT);
    window.click("#previous");
    assert_eq!(shown(window), 1);
    window.press(END);
    assert_eq!(shown(window), count);
    assert_eq!(
        window.run("return document.getElementById('next').disabled"),
        true
    );
    window.click("#first");
    assert_eq!(shown(window), 0);
    // The slider answers the keyboard as well, and tells where it is.
    window.run("document.getElementById('slider').focus()");
    window.press(RIGHT);
    assert_eq!(shown(window), 1);
    let told =
        window.run("return document.getElementById('slider').getAttribute('aria-valuetext')");
    assert!(
        told.as_str()
            .is_some_and(|told| told.starts_with("Move 1, Black")),
        "{told}"
    );
    window.run("document.activeElement.blur()");
}

fn curve_follows_the_game(window: &Window) {
    let count = count_of_moves(window);
    let points = window
        .run("return document.getElementById('curve-line').getAttribute('d').split('L').length");
    let openings = "return JSON.parse(document.getElementById('data').textContent).games[0].moves.filter(m => m.kind == 'opening').length";
    let opening = number(&window.run(openings));
    assert!(opening > 0, "the game begins with an opening");
    assert_eq!(
        number(&points),
        count + 1 - opening,
        "a value before and after each move that somebody chose"
    );
    // The winner's end of the curve is its edge, and the cursor goes where the game goes.
    window.press(END);
    let ends = window.run(
        "const chances = JSON.parse(document.getElementById('data').textContent).games[0].positions.map(p => p.chance);
         const d = document.getElementById('curve-line').getAttribute('d').slice(1).split('L').map(p => p.split(',').map(Number));
         const here = document.querySelector('#curve .here');
         return [d.at(-1)[0] - here.getAttribute('cx'), d.at(-1)[1] - here.getAttribute('cy'), chances.at(-1), d[0][1] - d.at(-1)[1]]",
    );
    let ends: Vec<f64> = serde_json::from_value(ends).expect("numbers");
    assert!(ends[0].abs() < 0.2 && ends[1].abs() < 0.2, "{ends:?}");
    assert!(ends[2] <= 0.0 || ends[2] >= 1.0, "somebody won: {ends:?}");
    assert!(ends[3].abs() > 50.0, "the curve is not flat: {ends:?}");
    // A click on the middle of the curve goes to the middle of the game.
    window.click("#curve");
    let middle = shown(window);
    assert!(
        middle > count / 3 && middle < count * 2 / 3 + 1,
        "{middle} of {count}"
    );
    let times = window.run("return document.querySelectorAll('#times .bar').length");
    assert_eq!(number(&times), count, "a bar of time for each move");
}

fn missed_win_is_played_to_its_five(window: &Window) {
    window.press(HOME);
    let missed = "return document.querySelectorAll('#moments .kind.missed-win').length";
    assert!(number(&window.run(missed)) > 0, "the game has a missed win");
    for _ in 0..count_of_moves(window) {
        window.press(DOWN);
        if window.run("return !!document.querySelector('#now-title .missed-win')") == true {
            break;
        }
    }
    let ply = shown(window);
    window.click("#show-win");
    let length = number(&window.run("return document.getElementById('slider').max"));
    assert!(length >= 3, "a win takes a few moves");
    for step in 2..=length {
        window.press(RIGHT);
        assert_eq!(
            number(&window.run("return document.body.dataset.line")),
            step
        );
    }
    let stones = "return document.querySelectorAll('#board .line-stone').length";
    assert_eq!(number(&window.run(stones)), length);
    let five = "return document.querySelectorAll('#board .winning').length";
    assert!(number(&window.run(five)) >= 5, "the line ends in a five");
    window.press(ESCAPE);
    assert_eq!(shown(window), ply, "back in the game");
    window.press('w');
    assert_eq!(number(&window.run("return document.body.dataset.line")), 1);
    window.click("#line-close");
}

fn alternatives_are_played(window: &Window) {
    window.press(HOME);
    for _ in 0..9 {
        window.press(RIGHT);
    }
    let lines = number(&window.run("return document.querySelectorAll('#lines button').length"));
    assert!(lines >= 2, "the engine offers other moves");
    window.click("#lines li:first-child button");
    assert_eq!(number(&window.run("return document.body.dataset.line")), 1);
    window.press(ESCAPE);
}

fn hostile_name_is_only_a_name(window: &Window) {
    choose_game(window, 2);
    let name = window.run("return document.getElementById('black-name').textContent");
    assert!(
        name.as_str()
            .is_some_and(|name| name.starts_with("</script><img")),
        "{name}"
    );
    assert_eq!(
        window.run("return document.querySelectorAll('img, b').length"),
        0
    );
    assert_ne!(window.run("return document.title"), "broken");
}

/// Chooses a game of the page, counted from 0.
fn choose_game(window: &Window, game: usize) {
    let value = format!("const list = document.getElementById('game'); list.value = '{game}';");
    window.run(&(value + "list.dispatchEvent(new Event('change'))"));
}

/// The costliest missed win; in the dark picture it is played.
fn pose(window: &Window, picture: &Picture) {
    choose_game(window, 0);
    window.run(
        "const { moves } = JSON.parse(document.getElementById('data').textContent).games[0];
         const missed = moves.map((move, index) => ({ ...move, ply: index + 1 }))
             .filter((move) => move.kind === 'missed-win').sort((a, b) => a.kept - b.kept);
         document.querySelector(`#moments [data-ply='${missed[0].ply}']`).click();",
    );
    if picture.scheme == "dark" {
        window.press('w');
        (0..6).for_each(|_| window.press(RIGHT));
    }
}

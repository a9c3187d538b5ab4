//! Puzzles in a real browser: finds them in real games, opens the page in
//! headless Chromium, and solves one as a person would, with clicks, keys and
//! a finger.

#[path = "../browser/mod.rs"]
mod browser;
#[path = "../browser/trial.rs"]
mod trial;

use browser::driver::Window;
use serde_json::{Value, json};
use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode};
use trial::{Picture, Trial, number};

/// The name under which `cargo test NAME` finds this test.
const NAME: &str = "puzzles_are_solved_in_a_browser";
/// The keys as `WebDriver` names them.
const RIGHT: char = '\u{e014}';
const ENTER: char = '\u{e007}';

fn main() -> ExitCode {
    let trial = Trial {
        name: NAME,
        make_page,
        use_page,
        pose,
        pictures: "puzzles",
    };
    trial.run()
}

fn use_page(window: &Window, address: &str) {
    corners_are_named_from_below(window);
    wrong_moves_are_turned_down(window);
    hints_lead_to_the_move(window);
    every_defence_is_answered(window);
    keys_solve_a_puzzle(window);
    a_finger_solves_a_puzzle(window);
    solution_is_stepped_through(window);
    what_was_solved_is_remembered(window, address);
    grades_choose_puzzles(window);
}

/// Finds the puzzles of the games beside this file, whose name tries to break out of the page.
fn make_page(place: &Path) -> PathBuf {
    let games = Path::new(env!("CARGO_MANIFEST_DIR")).join("protocol-tests/puzzles/games.sgf");
    let hostile = place.join("<img src=x onerror=document.title='broken'>.sgf");
    std::fs::copy(games, &hostile).expect("a file");
    let out = place.join("out");
    let status = Command::new(env!("CARGO_BIN_EXE_pbrain-quinte"))
        .arg("puzzles")
        .arg(&hostile)
        .args(["--pictures", "none", "--out"])
        .arg(&out)
        .status()
        .expect("the program runs");
    assert!(status.success());
    out.join("puzzles.html")
}

fn count(window: &Window, selector: &str) -> usize {
    let script = format!(
        "return document.querySelectorAll({}).length",
        json!(selector)
    );
    number(&window.run(&script))
}

fn text(window: &Window, id: &str) -> String {
    let value = window.run(&format!(
        "return document.getElementById('{id}').textContent"
    ));
    value.as_str().expect("a text").to_owned()
}

fn state(window: &Window, name: &str) -> String {
    let value = window.run(&format!("return document.body.dataset.{name}"));
    value.as_str().expect("a state").to_owned()
}

/// A part of the puzzle that is shown.
fn puzzle(window: &Window, part: &str) -> Value {
    window.run(&format!(
        "const own = JSON.parse(document.getElementById('data').textContent).puzzles[document.body.dataset.puzzle - 1]; return {part}"
    ))
}

fn open(window: &Window, number: usize) {
    window.run(&format!("location.hash = '#{number}'"));
    window.run("return new Promise((done) => setTimeout(done, 60))");
    assert_eq!(state(window, "puzzle"), number.to_string());
    window.click("#restart");
}

/// Clicks on a cell of the board, as a pointer of this kind does.
fn put(window: &Window, cell: usize, pointer: &str) {
    window.run(&format!(
        "const own = JSON.parse(document.getElementById('data').textContent).puzzles[document.body.dataset.puzzle - 1];
         const svg = document.querySelector('#board > svg'), box = svg.getBoundingClientRect();
         const scale = box.width / svg.viewBox.baseVal.width;
         const clientX = box.left + (46 + ({cell} % own.width) * 40) * scale;
         const clientY = box.top + (27 + Math.floor({cell} / own.width) * 40) * scale;
         for (const type of ['pointerdown', 'pointerup']) svg.dispatchEvent(new PointerEvent(type,
             {{ bubbles: true, button: 0, clientX, clientY, pointerType: '{pointer}' }}))"
    ));
}

/// Plays right moves to the end against the longest defence; how many they were.
fn solve(window: &Window, mut play: impl FnMut(usize)) -> usize {
    let tree = puzzle(window, "own.tree");
    let (mut at, mut moves) = (0, 0);
    loop {
        let step = &tree[at];
        play(number(&step["m"]));
        moves += 1;
        match step["r"].get(0) {
            None => break,
            Some(reply) => at = number(&reply[1]),
        }
        assert_eq!(state(window, "moves"), (2 * moves).to_string());
    }
    assert_eq!(state(window, "solved"), "true");
    assert!(text(window, "message").starts_with("Solved"));
    moves
}

fn corners_are_named_from_below(window: &Window) {
    open(window, 1);
    let labels = "const all = [...document.querySelectorAll('#board .label')];
        const lowest = all.filter((one) => one.textContent === '1')[0], highest = all.filter((one) => one.textContent === '2')[0];
        return Number(lowest.getAttribute('y')) > Number(highest.getAttribute('y'))";
    assert_eq!(window.run(labels), true, "row 1 is the lowest");
    let stones = number(&puzzle(window, "own.black.length + own.white.length"));
    assert_eq!(count(window, "#board .stone"), stones);
    assert_eq!(count(window, "img"), 0);
    assert_ne!(window.run("return document.title"), "broken");
}

fn wrong_moves_are_turned_down(window: &Window) {
    open(window, 1);
    let corner = "[...Array(own.width * own.height).keys()].find((cell) => ![...own.black, ...own.white, own.tree[0].m, ...own.wrong.map((one) => one.cell)].includes(cell))";
    let quiet = number(&puzzle(window, corner));
    put(window, quiet, "mouse");
    assert!(text(window, "message").starts_with("Not this one"));
    assert_eq!(state(window, "moves"), "0");
    assert_eq!(count(window, "#board .faded"), 1, "the try is shown");
    let total = count(window, "#list button");
    for number_of in 1..=total {
        open(window, number_of);
        let wrong = "own.wrong.findIndex((one) => one.reply !== undefined)";
        let Some(index) = puzzle(window, wrong).as_u64() else {
            continue;
        };
        let tried = number(&puzzle(window, &format!("own.wrong[{index}].cell")));
        let before = count(window, "#board .stone");
        put(window, tried, "mouse");
        assert!(text(window, "message").contains("Not this one: after"));
        assert_eq!(
            count(window, "#board .stone"),
            before + 2,
            "with its refutation"
        );
        // The refuting cell may well be the right one.
        let right = number(&puzzle(window, "own.tree[0].m"));
        put(window, right, "mouse");
        assert_ne!(state(window, "moves"), "0");
        return;
    }
    panic!("no puzzle of {total} has a wrong move with a refutation");
}

fn hints_lead_to_the_move(window: &Window) {
    open(window, 1);
    window.click("#hint");
    assert!(text(window, "message").starts_with("Hint: the next move"));
    window.press('h');
    let offered = count(window, "#board .hint");
    assert!((1..=3).contains(&offered), "{offered}");
    let right = number(&puzzle(window, "own.tree[0].m"));
    window.click(&format!("#board .hint[data-cell='{right}']"));
    assert_ne!(state(window, "moves"), "0");
}

/// Solves with the mouse, and again with every other defence against the first move.
fn every_defence_is_answered(window: &Window) {
    let total = count(window, "#list button");
    let mut tried = 0;
    for number_of in 1..=total {
        open(window, number_of);
        let own_moves = solve(window, |cell| put(window, cell, "mouse"));
        let length = number(&puzzle(window, "own.length"));
        assert!(
            own_moves < length && own_moves + 2 >= length,
            "{own_moves} of {length}"
        );
        let replies = number(&puzzle(window, "(own.tree[0].r ?? []).length"));
        for choice in 1..replies {
            open(window, number_of);
            let right = number(&puzzle(window, "own.tree[0].m"));
            put(window, right, "mouse");
            let reply = number(&puzzle(window, &format!("own.tree[0].r[{choice}][0]")));
            window.click(&format!("#defence-list [data-cell='{reply}']"));
            let next = number(&puzzle(
                window,
                &format!("own.tree[own.tree[0].r[{choice}][1]].m"),
            ));
            put(window, next, "mouse");
            let moves: usize = state(window, "moves").parse().expect("a number");
            assert!(moves >= 3, "the answer to another defence");
            tried += 1;
        }
    }
    assert!(tried > 0, "some puzzle has a choice of defences");
}

/// Moves the cursor of the board to each cell and puts the stone with Enter.
fn keys_solve_a_puzzle(window: &Window) {
    open(window, 1);
    window.run("document.getElementById('board').focus()");
    window.press(RIGHT);
    let (width, height) = (
        number(&puzzle(window, "own.width")),
        number(&puzzle(window, "own.height")),
    );
    let mut at = (width / 2, height / 2);
    solve(window, |cell| {
        let aim = (cell % width, cell / width);
        let press = |from: usize, to: usize, keys: [char; 2]| {
            for _ in 0..from.abs_diff(to) {
                window.press(keys[usize::from(to > from)]);
            }
        };
        press(at.0, aim.0, ['\u{e012}', '\u{e014}']);
        press(at.1, aim.1, ['\u{e013}', '\u{e015}']);
        at = aim;
        window.press(ENTER);
    });
    window.run("document.activeElement.blur()");
}

/// On a phone a finger aims first; a second tap on the same cell puts the stone.
fn a_finger_solves_a_puzzle(window: &Window) {
    window.look(390, 844, "light");
    open(window, 1);
    solve(window, |cell| {
        put(window, cell, "touch");
        put(window, cell, "touch");
    });
    window.look(1280, 900, "light");
}

fn solution_is_stepped_through(window: &Window) {
    open(window, 1);
    window.press('s');
    assert_eq!(state(window, "moves"), "1");
    let length = number(&puzzle(window, "own.length"));
    for _ in 0..2 * length {
        window.press(RIGHT);
    }
    let moves: usize = state(window, "moves").parse().expect("a number");
    assert!(moves >= 3 && moves < 2 * length, "{moves}");
    assert_eq!(state(window, "solved"), "false", "shown is not solved");
    window.click("#step-back");
    assert_eq!(state(window, "moves"), (moves - 1).to_string());
    assert!(text(window, "about").contains("From "));
}

fn what_was_solved_is_remembered(window: &Window, address: &str) {
    let total = count(window, "#list button");
    window.go(&format!("{address}#1"));
    window.run("location.reload()");
    window.run("return new Promise((done) => setTimeout(done, 400))");
    assert_eq!(count(window, "#list .solved"), total, "all were solved");
    window.click("#forget");
    assert_eq!(count(window, "#list .solved"), 0);
}

fn grades_choose_puzzles(window: &Window) {
    let total = count(window, "#list button");
    let grades = count(window, "#grade option") - 1;
    let mut sum = 0;
    for index in 1..=grades {
        window.run(&format!(
            "const list = document.getElementById('grade'); list.selectedIndex = {index}; list.dispatchEvent(new Event('change'))"
        ));
        sum += count(window, "#list button");
        let wanted = window.run("return Number(document.getElementById('grade').value)");
        assert_eq!(puzzle(window, "own.grade"), wanted);
    }
    assert_eq!(sum, total, "each has one grade");
    window.run("const list = document.getElementById('grade'); list.selectedIndex = 0; list.dispatchEvent(new Event('change'))");
    window.press('n');
    window.press('p');
}

/// The longest puzzle; in the dark picture its solution is shown.
fn pose(window: &Window, picture: &Picture) {
    let longest = window.run(
        "const all = JSON.parse(document.getElementById('data').textContent).puzzles;
         return 1 + all.indexOf([...all].sort((a, b) => b.length - a.length)[0])",
    );
    open(window, number(&longest));
    if picture.scheme == "dark" {
        window.press('s');
        (0..4).for_each(|_| window.press(RIGHT));
    }
}

//! The page for browsers in a real one: opened from disk in headless Chromium
//! and used as a person would, with clicks, fingers and keys. Where there is no
//! browser, or `scripts/package-web` has not made the page, the test says so and
//! passes; with `QUINTE_BROWSER=required` it fails without a browser, with
//! `QUINTE_WEB=required` without the page. `QUINTE_SCREENSHOTS=docs/images` keeps
//! the pictures of the documents.

mod agreement;
#[path = "../browser/mod.rs"]
mod browser;
mod hands;
mod page;

use browser::driver::{Programs, Window};
use browser::is_asked_for;
use page::Page;
use serde_json::json;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

/// The name under which `cargo test NAME` finds this test.
const NAME: &str = "the_page_for_browsers_plays_analyses_and_reviews";
const PROJECT: &str = env!("CARGO_MANIFEST_DIR");
/// The keys as `WebDriver` names them.
const RIGHT: char = '\u{e014}';
const ESCAPE: char = '\u{e00c}';

fn main() -> ExitCode {
    if !is_asked_for(NAME) {
        return ExitCode::SUCCESS;
    }
    let is_required = |name: &str| std::env::var(name).is_ok_and(|value| value == "required");
    let skipped = |why: &str, required: bool| {
        println!("test {NAME} ... skipped: {why}");
        ExitCode::from(u8::from(required))
    };
    let Some(programs) = Programs::find() else {
        let why = "there is no browser (needs chromium and chromedriver)";
        return skipped(why, is_required("QUINTE_BROWSER"));
    };
    let file = Path::new(PROJECT).join("target/web/quinte.html");
    if !file.is_file() {
        return skipped(
            "scripts/package-web has not made the page",
            is_required("QUINTE_WEB"),
        );
    }
    let place = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join("web");
    let _ = std::fs::remove_dir_all(&place);
    std::fs::create_dir_all(&place).expect("a directory for the test");
    let window = Window::open(&programs, &place.join("profile"));
    let page = Page::new(&window, format!("file://{}", file.display()));
    try_everything(&page, &place);
    println!("test {NAME} ... ok");
    ExitCode::SUCCESS
}

fn try_everything(page: &Page, place: &Path) {
    page.window.look(1280, 900, "light");
    keep_workers(page);
    page.open("");
    page.wait("document.querySelectorAll('#tabs button').length === 3");
    agreement::engine_does_the_same_work_as_the_program(page);
    agreement::moves_are_judged_as_by_the_program(page, place);
    whole_game_is_won_by_clicks(page);
    undo_takes_back_a_pair(page);
    swap2_goes_both_ways(page);
    forbidden_points_are_shown_and_refused(page);
    forced_win_is_found_and_stepped_through(page);
    lost_worker_is_started_again(page);
    records_are_imported_and_reviewed(page);
    nonsense_is_refused_and_the_page_still_plays(page);
    address_opens_the_position(page);
    positions_are_turned_and_mirrored(page);
    settings_are_remembered(page);
    languages_change_all_texts(page);
    hands::keys_move_a_cursor_and_put_a_stone(page);
    hands::finger_aims_with_a_magnifier_and_confirms(page);
    pictures_are_kept(page, place);
    assert_eq!(page.window.complaints(), [""; 0], "the browser is content");
    let loaded = "performance.getEntriesByType('resource').filter((one) => !one.name.startsWith('blob:') && !one.name.startsWith('data:')).length";
    assert_eq!(page.number(loaded), 0, "the page loads nothing");
    let shifts = page.value(
        "new Promise((done) => new PerformanceObserver((list) => done(list.getEntries().filter((one) => !one.hadRecentInput)
            .reduce((sum, one) => sum + one.value, 0))).observe({ type: 'layout-shift', buffered: true }) ?? setTimeout(() => done(0), 300))",
    );
    assert!(
        shifts.as_f64().is_some_and(|sum| sum < 0.05),
        "the page moves while it is drawn: {shifts}"
    );
}

/// Lets the test find the Workers that the page starts.
fn keep_workers(page: &Page) {
    let script = "window.workers = []; const Own = Worker; window.Worker = class extends Own {
        constructor(...all) { super(...all); window.workers.push(this); } };";
    let order = json!({ "source": script });
    page.window
        .tool("Page.addScriptToEvaluateOnNewDocument", &order);
}

/// Plays what the hint says against level 3 until the game is over.
fn whole_game_is_won_by_clicks(page: &Page) {
    page.start("black", 3, "freestyle");
    for _ in 0..60 {
        page.wait(
            "document.getElementById('do-rematch') || document.querySelector('#do-hint:enabled')",
        );
        if page.value("!!document.getElementById('do-rematch')") == true {
            break;
        }
        let stones = page.stones();
        page.window.press('h');
        page.wait("document.querySelector('#board .hint')");
        page.window.click("#board .hint");
        page.wait(&format!(
            "document.querySelectorAll('#board .stone').length > {stones}"
        ));
    }
    let status = page.text("#play-status");
    assert!(status.starts_with("You win"), "{status}");
    assert!(page.number("document.querySelectorAll('#board .winning').length") >= 5);
}

fn undo_takes_back_a_pair(page: &Page) {
    page.start("black", 1, "freestyle");
    page.wait("document.querySelector('#do-hint:enabled')");
    page.put("h8");
    page.wait("document.querySelectorAll('#board .stone').length === 2 && document.querySelector('#do-hint:enabled')");
    page.window.press('u');
    assert_eq!(page.stones(), 0);
    page.put("i8");
    page.wait("document.querySelector('#do-hint:enabled')");
    page.click("#do-resign");
    let status = page.text("#play-status");
    assert!(status.contains("resignation"), "{status}");
    page.click("#do-undo");
    assert_eq!(page.stones(), 2, "a game given up goes on as it was");
    page.wait("document.querySelector('#do-resign')");
}

fn swap2_goes_both_ways(page: &Page) {
    page.start("swap2-engine", 10, "freestyle");
    page.wait("document.getElementById('do-takeBlack')");
    assert_eq!(page.stones(), 3);
    page.click("#do-putTwo");
    page.put("a1");
    page.put("c2");
    page.wait("document.querySelector('#do-hint:enabled')");
    let stones = page.stones();
    assert!((5..=6).contains(&stones), "{stones}");
    page.start("swap2-me", 10, "freestyle");
    page.wait("document.getElementById('play-status').textContent.includes('three stones')");
    for point in ["h8", "i8", "h9"] {
        page.put(point);
    }
    page.wait(
        "document.querySelector('#do-hint:enabled') || document.getElementById('do-takeBlack')",
    );
    assert!(page.stones() >= 3);
}

/// Black's stones make h8 a double three.
fn forbidden_points_are_shown_and_refused(page: &Page) {
    page.open("#mode=analyse&rule=renju&size=15&moves=h9a1h10c1g8e1i8g1");
    page.wait("document.querySelectorAll('#board .forbidden').length === 1");
    page.point("mouse", "h8");
    assert_eq!(page.stones(), 8, "no stone on a forbidden point");
    page.put("h7");
    assert_eq!(page.stones(), 9);
}

fn forced_win_is_found_and_stepped_through(page: &Page) {
    // Black has an open three.
    page.open("#mode=analyse&rule=freestyle&size=15&moves=h8a1i8a3j8a5");
    page.click("#analyse-toggle");
    page.wait("document.getElementById('show-forced-win')");
    assert_eq!(page.text("#analyse-lines-list .worth"), "wins in 2");
    page.click("#show-forced-win");
    page.wait("document.body.dataset.line === '1'");
    let length = page.number("Number(document.getElementById('slider').max)");
    assert_eq!(length, 3);
    (1..length).for_each(|_| page.window.press(RIGHT));
    assert_eq!(page.value("document.body.dataset.line"), "3");
    assert!(page.number("document.querySelectorAll('#board .winning').length") >= 5);
    page.window.press(ESCAPE);
    assert_eq!(page.stones(), 6, "back in the game");
}

fn lost_worker_is_started_again(page: &Page) {
    page.open("#mode=analyse&rule=freestyle&size=15&moves=h8i9i7");
    page.click("#analyse-toggle");
    page.wait("document.querySelector('#analyse-lines-list button')");
    let started = page.number("workers.length");
    page.window
        .run("workers.at(-1).postMessage({ program: '?' })");
    page.wait("!document.getElementById('notice').hidden");
    assert!(page.text("#notice").contains("started again"));
    assert_eq!(page.number("workers.length"), started + 1);
    page.window
        .run("document.getElementById('analyse-lines-list').replaceChildren()");
    page.wait("document.querySelector('#analyse-lines-list button')");
    // After the board is cleared the engine looks at that one, and after "stop" at nothing.
    page.click("#analyse-toggle");
    page.click("#clear-board");
    assert_eq!(page.stones(), 0);
    assert_eq!(page.value("document.body.dataset.thinking"), "");
}

fn records_are_imported_and_reviewed(page: &Page) {
    page.open("");
    page.click("#tab-review");
    page.choose("review-effort", "0.2");
    // A file of Piskvork's, dropped on the page.
    let psq = "Piskvorky 15x15, 11:11, 0\\n8,8,0\\n1,1,0\\n9,8,20\\n1,3,30\\n10,8,20\\n1,5,30\\n3,3,10\\nfirst\\nsecond\\n-1\\n";
    page.window.run(&format!(
        "const data = new DataTransfer(); data.items.add(new File(['{psq}'], 'game.psq'));
         document.dispatchEvent(new DragEvent('drop', {{ dataTransfer: data, bubbles: true, cancelable: true }}))"
    ));
    page.wait("document.querySelectorAll('#moves button').length === 7");
    page.wait("document.querySelector('#moments .kind.missed-win')");
    assert!(page.text(".review-names").contains("first"));
    page.click("#moments button");
    page.click("#show-win");
    assert_eq!(page.value("document.body.dataset.line"), "1");
    page.window.press(ESCAPE);
    // A record of a real game, pasted; the review of it is stopped and begun again.
    let sgf = std::fs::read_to_string(Path::new(PROJECT).join("protocol-tests/review/levels.sgf"));
    page.import(&sgf.expect("a record"), "#import-review");
    page.wait("document.querySelectorAll('#moves button').length === 56");
    page.wait("document.getElementById('review-progress').value > 0");
    page.click("#review-stop");
    page.wait("!document.getElementById('review-again').disabled");
    page.click("#review-again");
    page.wait("document.getElementById('review-progress').parentElement.hidden && document.querySelector('#moments button')");
    assert!(page.text("#review-facts").contains("White wins"));
    assert!(page.number("document.querySelectorAll('#curve .point').length") > 3);
}

fn nonsense_is_refused_and_the_page_still_plays(page: &Page) {
    for text in [
        "nonsense",
        "(;GM[4]SZ[15];B[hh",
        "h8h8",
        "Piskvorky 99x99, 1:1, 0\n1,1,0\n",
        "(;GM[1]SZ[19];B[aa])",
    ] {
        page.import(text, "#import-review");
        assert!(!page.text("#import-wrong").is_empty(), "{text}");
        page.window.press(ESCAPE);
    }
    let hostile = "(;GM[4]SZ[15]PB[<img src=x onerror=document.title='broken'>];B[hh];W[aa])";
    page.import(hostile, "#import-review");
    page.wait("document.querySelectorAll('#moves button').length === 2");
    assert_eq!(page.number("document.querySelectorAll('img').length"), 0);
    assert_ne!(page.value("document.title"), "broken");
    page.start("white", 2, "freestyle");
    page.wait("document.querySelectorAll('#board .stone').length === 1");
}

fn address_opens_the_position(page: &Page) {
    page.open("#mode=analyse&rule=caro&size=19&moves=j10k11l12&at=2");
    assert_eq!(page.stones(), 2);
    page.window.press(RIGHT);
    assert_eq!(page.stones(), 3);
    page.click("#open-share");
    let address = page.value("document.getElementById('share-address').value");
    let address = address.as_str().expect("an address");
    assert!(
        address.ends_with("#mode=analyse&rule=caro&size=19&moves=j10k11l12"),
        "{address}"
    );
    page.window.press(ESCAPE);
    let drawn = page.value(
        "new Promise((done) => { const Own = URL.createObjectURL; URL.createObjectURL = (blob) => { blob.arrayBuffer().then((bytes) =>
            done([blob.type, bytes.byteLength])); return Own(blob); }; document.getElementById('save-png').click(); })",
    );
    assert_eq!(drawn[0], "image/png");
    assert!(
        drawn[1].as_u64().is_some_and(|bytes| bytes > 10_000),
        "{drawn}"
    );
}

fn positions_are_turned_and_mirrored(page: &Page) {
    page.open("#mode=analyse&rule=renju&size=15&moves=h8i9a1");
    let shown = || page.value("new URLSearchParams(location.hash.slice(1)).get('moves')");
    page.click("#mirror-board");
    assert_eq!(shown(), "h8g9o1");
    page.click("#turn-board");
    assert_eq!(shown(), "h8i9a1", "a quarter to the right");
    page.click("#turn-board");
    assert_eq!(shown(), "h8i7a15");
    (0..3).for_each(|_| page.click("#analyse-undo"));
    assert_eq!(shown(), "h8i9a1");
}

fn settings_are_remembered(page: &Page) {
    page.open("");
    page.window.run(
        "const level = document.getElementById('level'); level.value = 7; level.dispatchEvent(new Event('input'))",
    );
    page.choose("play-size", "9");
    page.open("");
    let kept = "[document.getElementById('level').value, document.getElementById('play-size').value].join()";
    assert_eq!(page.value(kept), "7,9");
    page.choose("play-size", "15");
}

fn languages_change_all_texts(page: &Page) {
    for (code, play) in [
        ("fr", "Jouer"),
        ("cs", "Hrát"),
        ("vi", "Chơi"),
        ("ru", "Игра"),
        ("zh", "对弈"),
        ("ja", "対局"),
        ("ko", "대국"),
        ("en", "Play"),
    ] {
        page.choose("language", code);
        assert_eq!(page.text("#tab-play"), play);
        assert_eq!(page.value("document.documentElement.lang"), code);
    }
}

/// Pictures in all sizes and both schemes; nothing may be wider than the screen.
fn pictures_are_kept(page: &Page, place: &Path) {
    let directory = std::env::var_os("QUINTE_SCREENSHOTS").map_or(place.to_owned(), PathBuf::from);
    std::fs::create_dir_all(&directory).expect("a directory for pictures");
    let game = "h8i9k7g9h9h10f8h7i8g8g10j7j8i6k8l8j5k6f11e12e10f7g7h6g6f12g12h13g11h11";
    for (name, width, height, scheme) in [
        ("web-light.png", 1280, 900, "light"),
        ("web-dark.png", 1280, 900, "dark"),
        ("web-phone.png", 360, 740, "light"),
        ("web-4k.png", 3840, 2160, "light"),
    ] {
        page.window.look(width, height, scheme);
        page.open(&format!(
            "#mode=analyse&rule=freestyle&size=15&moves={game}"
        ));
        page.click("#fill-curve");
        page.wait("!document.getElementById('analyse-curve-line').getAttribute('d').match(/M/g)?.[1] && document.getElementById('fill-curve').textContent.startsWith('Evaluate')");
        page.click("#analyse-toggle");
        page.wait("document.querySelectorAll('#analyse-lines-list button').length === 3 || document.getElementById('show-forced-win')");
        page.window
            .run("scrollTo(0, 0); return new Promise((done) => setTimeout(done, 500))");
        let background = page.value("getComputedStyle(document.body).backgroundColor");
        let is_dark = background
            .as_str()
            .is_some_and(|color| color.starts_with("rgb(20,"));
        assert_eq!(scheme == "dark", is_dark, "{background}");
        let widest = page.number("document.documentElement.scrollWidth");
        assert!(widest <= width as usize, "{widest} > {width}");
        let picture = page.window.screenshot();
        assert!(picture.starts_with(b"\x89PNG") && picture.len() > 20_000);
        if name != "web-4k.png" || directory == place {
            std::fs::write(directory.join(name), picture).expect("a picture");
        }
        page.click("#analyse-toggle");
    }
}

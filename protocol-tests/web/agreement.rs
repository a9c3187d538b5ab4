//! What the page and the program must agree on: the work of the engine, and what the
//! moves of a game are called. The page judges by itself, since its engine speaks the
//! protocol and nothing else; so both judge the same games here.

use super::page::Page;
use serde_json::Value;
use std::path::Path;
use std::process::Command;

pub fn engine_does_the_same_work_as_the_program(page: &Page) {
    const DEPTH: &str = "9";
    let native = Command::new(env!("CARGO_BIN_EXE_pbrain-quinte"))
        .args(["bench", "--depth", DEPTH])
        .output()
        .expect("the program runs");
    let native = String::from_utf8_lossy(&native.stdout).into_owned();
    let found = page.window.run(&format!(
        "const text = (id) => document.getElementById(id).textContent;
         const worker = new Worker(URL.createObjectURL(new Blob([text('engine-worker')])));
         worker.postMessage({{ program: text('engine-program').trim() }});
         return new Promise((done) => {{
           worker.onmessage = ({{ data }}) => {{
             if (data.lost || data.milliseconds) done(data.lost ?? data.lines.join(' '));
             else worker.postMessage({{ bench: {DEPTH} }});
           }};
         }})"
    ));
    let word = |text: &str, name: &str| {
        let mut words = text.split_whitespace().skip_while(|&word| word != name);
        words
            .nth(1)
            .unwrap_or_else(|| panic!("no {name} in {text}"))
            .to_owned()
    };
    let found = found.as_str().expect("text");
    assert_eq!(word(found, "signature"), word(&native, "signature"));
    assert_eq!(word(found, "nodes"), word(&native, "nodes"));
}

/// The program's look at two games, judged again by the page's script.
pub fn moves_are_judged_as_by_the_program(page: &Page, place: &Path) {
    let games = Path::new(env!("CARGO_MANIFEST_DIR")).join("protocol-tests/review");
    let file = place.join("review.json");
    let status = Command::new(env!("CARGO_BIN_EXE_pbrain-quinte"))
        .arg("review")
        .args([games.join("levels.sgf"), games.join("rapfi-quinte.sgf")])
        .args(["--nodes", "2000", "-o"])
        .arg(&file)
        .status();
    assert!(status.is_ok_and(|status| status.success()));
    let text = std::fs::read_to_string(&file).expect("a review");
    let review: Value = serde_json::from_str(&text).expect("JSON");
    let script = include_str!("../../src/web/app/judgement.js").replace("export ", "");
    let judged = page.window.run(&format!(
        "{script}
         const games = {review}.games;
         for (const game of games) {{
           for (const move of game.moves) for (const name of ['kind', 'loss', 'kept', 'allowsWin']) delete move[name];
           delete game.players;
           judgeGame(game);
         }}
         return games"
    ));
    let kinds = |games: &Value| -> Vec<Value> {
        let games = games.as_array().expect("games");
        let moves = games
            .iter()
            .flat_map(|game| game["moves"].as_array().expect("moves"));
        moves
            .map(|own| Value::from(vec![own["kind"].clone(), own["allowsWin"].clone()]))
            .collect()
    };
    let own = kinds(&review["games"]);
    assert!(own.len() > 60 && own.iter().any(|kind| kind[0] != own[0][0]));
    assert_eq!(kinds(&judged), own);
    for (game, other) in judged
        .as_array()
        .into_iter()
        .flatten()
        .zip(review["games"].as_array().into_iter().flatten())
    {
        for (player, same) in game["players"]
            .as_array()
            .into_iter()
            .flatten()
            .zip(other["players"].as_array().into_iter().flatten())
        {
            for name in ["moves", "best", "mistakes", "blunders", "missedWins"] {
                assert_eq!(player[name], same[name], "{name}");
            }
        }
    }
}

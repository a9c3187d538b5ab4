//! What cannot be done is refused with one line and exit code 2, before anything is begun.

use crate::{TemporaryFile, quinte, refuse, run, succeed};

/// Commands that cannot work, each with a word of what it must say.
const REFUSED: &[(&str, &str)] = &[
    ("match", "two engines"),
    ("match -e ENGINE", "two engines"),
    ("match -e ENGINE -e ENGINE --games 3", "even"),
    ("match -e ENGINE -e ENGINE --sprt 5,0", "5"),
    (
        "match -e ENGINE -e ENGINE --openings no-such-file",
        "no-such-file",
    ),
    ("match -e ENGINE -e ENGINE --openings BAD", "line 1"),
    ("match -e ENGINE -e ENGINE --log BAD", "BAD"),
    ("match -e ENGINE -e ENGINE --log BAD --resume", "BAD"),
    ("match -e ENGINE -e ENGINE --sgf BAD", "BAD"),
    ("match -e ENGINE -e no-such-engine", "no-such-engine"),
    ("match merge no-such-log", "no-such-log"),
    ("solve --suite no-such-file", "no-such-file"),
    ("solve --suite BAD", "BAD': line 1"),
    ("solve --suite SUITE --set foo=1", "foo"),
    ("tune --rule freestyle --out none/x.bin BAD", "none"),
    (
        "tune --rule freestyle --out x.bin no-such-place",
        "no-such-place",
    ),
    ("spsa nonsense --out none.json", "nonsense"),
    ("spsa --out none/x.json", "none"),
    ("spsa --out BAD --resume", "BAD"),
    ("spsa --out x.json --rate 0", "rate"),
    ("selfplay --sizes 99 --out none", "side"),
    ("selfplay --threads 0 --out none", "thread"),
    ("selfplay stats no-such-place", "no-such-place"),
    ("selfplay merge --out none no-such-place", "no-such-place"),
    ("openings --out none/x.txt", "none"),
    ("openings --out BAD --size 15", "BAD"),
    ("check --filter no-such-transcript", "filter"),
    ("check --engine no-such-engine", "engine"),
    ("check --transcripts no-such-place", "no-such-place"),
    ("review BAD -o x.html", "BAD"),
    ("review SUITE -o none/x.html", "none"),
    ("render h8 -o none/x.png", "none"),
    ("analyze hello", "hello"),
    ("play --from hello", "hello"),
    ("play --watch no=such", "no"),
    ("--set foo=1", "foo"),
    ("--level 11", "11"),
];

#[test]
fn what_cannot_be_done_is_refused_before_anything_is_begun() {
    let bad = TemporaryFile::with("txt", "hello world\n");
    let suite = TemporaryFile::with("txt", "freestyle 15 h8a1i8b1j8c1\n");
    for (line, part) in REFUSED {
        let words = line.split(' ').map(|word| match word {
            "ENGINE" => env!("CARGO_BIN_EXE_pbrain-quinte"),
            "BAD" => bad.name(),
            "SUITE" => suite.name(),
            word => word,
        });
        let part = part.replace("BAD", bad.name());
        let told = refuse(&mut quinte(&words.collect::<Vec<_>>()));
        assert!(told.contains(&part), "{line}: {told}");
    }
    let kept = std::fs::read_to_string(bad.name()).expect("still there");
    assert_eq!(kept, "hello world\n", "nothing was written over");
}

#[test]
fn a_level_of_the_surroundings_that_is_none_is_refused() {
    let told = refuse(quinte(&[]).env("QUINTE_LEVEL", "foo"));
    assert!(
        told.contains("QUINTE_LEVEL") && told.contains("foo"),
        "{told}"
    );
}

#[test]
fn digits_are_moves_of_the_protocol_or_nothing() {
    for command in [
        &["analyze", "--depth", "1", "--json"][..],
        &["render", "-o", "picture.svg"],
        &["play", "--from"],
    ] {
        for text in ["12", "12 13", "7,7,250", "8,8,250\n9,9,120\n", "99,99"] {
            let told = refuse(&mut quinte(&[command, &[text]].concat()));
            assert!(
                told.contains("not a move such as h8 or 7,7"),
                "{text}: {told}"
            );
        }
    }
    let stones = |moves: &[&str]| {
        let words = [&["analyze", "--depth", "1", "--json"], moves].concat();
        let json = succeed(&mut quinte(&words), "");
        let json: serde_json::Value = serde_json::from_str(&json).expect("JSON");
        json["position"].clone()
    };
    let named = stones(&["h8i7"]);
    assert!(named.is_object(), "{named}");
    assert_eq!(stones(&["7,7 8,8"]), named);
    assert_eq!(stones(&["7,7", "8,8"]), named);
    let headless = TemporaryFile::with("psq", "8,8,250\n9,9,120\n");
    let told = refuse(&mut quinte(&["analyze", headless.name()]));
    assert!(told.contains("line 1"), "{told}");
    let played = run(
        &mut quinte(&["play", "--from", "7,7", "--level", "1"]),
        "quit\n",
    );
    assert!(played.status.success(), "{played:?}");
}

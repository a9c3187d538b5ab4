//! Self-play that is killed loses no finished game, and goes on.

use super::{Workplace, succeed};
use quinte::cli::selfplay::record::TrainingGame;
use quinte::cli::selfplay::shard::{list_shards, read_shard};
use std::collections::BTreeMap;
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::time::Duration;

/// Games of the run that is killed over and over.
const GAMES: usize = 60;
/// How often it is killed.
const KILLS: u64 = 20;

fn selfplay(out: &Path) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_pbrain-quinte"));
    command.args(["selfplay", "--rules", "freestyle", "--sizes", "7"]);
    command.args(["--nodes", "10", "--threads", "2", "--seed", "5"]);
    command.args(["--games", &GAMES.to_string(), "--verbose", "--out"]);
    command.arg(out);
    command
}

/// The games in the directory by their seeds, each of which occurs once.
fn games(out: &Path) -> BTreeMap<u64, TrainingGame> {
    if !out.exists() {
        return BTreeMap::new();
    }
    let files = list_shards(&[out.to_path_buf()]).expect("a listing");
    let list: Vec<TrainingGame> = files
        .iter()
        .flat_map(|file| read_shard(file).expect("a readable file").games)
        .collect();
    let count = list.len();
    let map: BTreeMap<u64, TrainingGame> = list.into_iter().map(|game| (game.seed, game)).collect();
    assert_eq!(map.len(), count, "no game is played twice");
    map
}

/// Waits until a game more is announced, or the run is over.
fn wait_for_growth(running: &mut Child, announced: &Path) {
    let lines = || std::fs::read_to_string(announced).map_or(0, |text| text.matches('\n').count());
    let before = lines();
    while lines() <= before && running.try_wait().is_ok_and(|status| status.is_none()) {
        std::thread::sleep(Duration::from_millis(1));
    }
}

#[test]
fn twenty_kills_of_selfplay_lose_no_finished_game() {
    let place = Workplace::new();
    let out = place.file("games");
    let announced = place.file("announced.txt");
    let mut before = BTreeMap::new();
    let mut told = 0;
    let mut grown = 0;
    for kill in 0..KILLS {
        let stdout = std::fs::File::create(&announced).expect("a file");
        let mut running = selfplay(&out)
            .stdout(stdout)
            .stderr(Stdio::null())
            .spawn()
            .expect("the program starts");
        if kill % 2 == 1 {
            wait_for_growth(&mut running, &announced);
        }
        std::thread::sleep(Duration::from_millis(kill * 37 % 90));
        running.kill().expect("the run goes on or has ended");
        running.wait().expect("it ends");
        let text = std::fs::read_to_string(&announced).expect("what it said");
        told += text
            .lines()
            .filter(|line| line.starts_with("game "))
            .count();
        let after = games(&out);
        for (seed, game) in &before {
            assert_eq!(after.get(seed), Some(game), "game {seed:x} is kept");
        }
        assert!(after.len() >= told, "{told} were announced");
        grown += usize::from(after.len() > before.len());
        before = after;
    }
    assert!(grown >= 2, "the run was killed while it played");
    succeed(&mut selfplay(&out));
    let after = games(&out);
    assert_eq!(after.len(), GAMES);
    let whole = place.file("whole");
    succeed(&mut selfplay(&whole));
    assert!(games(&whole) == after, "a run without kills plays the same");
}

/// Searches the most disputed positions of games again.
fn relabel(games: &Path, out: &Path) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_pbrain-quinte"));
    command.args(["selfplay", "relabel", "--count", "60", "--nodes", "1500"]);
    command.args(["--check-nodes", "300", "--out"]);
    command.arg(out).arg(games);
    command
}

#[test]
fn relabelling_goes_on_after_kills_and_its_games_are_learned_from() {
    let place = Workplace::new();
    let (first, second) = (place.file("first"), place.file("second"));
    succeed(&mut selfplay(&first));
    let mut begun = selfplay(&second);
    begun.args(["--full-nodes", "40", "--full-share", "0.4"]);
    begun
        .args(["--from-share", "0.5", "--from-games"])
        .arg(&first);
    succeed(&mut begun);
    let longest = |out: &Path| games(out).values().map(|game| game.opening.len()).max();
    assert!(
        longest(&second) > longest(&first),
        "some begin in older games"
    );
    let (whole, killed) = (place.file("whole"), place.file("killed"));
    let report = succeed(&mut relabel(&second, &whole));
    assert!(
        report.starts_with("60 positions searched again, 0 of them"),
        "{report}"
    );
    for kill in 0..3 {
        let mut running = relabel(&second, &killed)
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .spawn()
            .expect("the program starts");
        std::thread::sleep(Duration::from_millis(40 + kill * 60));
        running.kill().expect("the run goes on or has ended");
        running.wait().expect("it ends");
    }
    succeed(relabel(&second, &killed).args(["--threads", "2"]));
    assert!(
        games(&killed) == games(&whole),
        "kills and threads change nothing"
    );
    assert!(games(&whole) != games(&second), "some moves are relabelled");
    let refused = relabel(&second, &second)
        .output()
        .expect("the program starts");
    assert_eq!(refused.status.code(), Some(2));
    let mut tune = Command::new(env!("CARGO_BIN_EXE_pbrain-quinte"));
    tune.args(["tune", "--rule", "freestyle", "--epochs", "1", "--out"]);
    succeed(tune.arg(place.file("network")).arg(&whole));
}

#[test]
fn games_of_another_rule_are_learned_from_but_never_judge() {
    let place = Workplace::new();
    let games = place.file("games");
    let mut play = Command::new(env!("CARGO_BIN_EXE_pbrain-quinte"));
    play.args(["selfplay", "--rules", "freestyle,standard", "--sizes", "10"]);
    play.args(["--nodes", "30", "--seed", "6", "--games", "120", "--out"]);
    succeed(play.arg(&games));
    let counts = |also: &[&str]| -> [usize; 2] {
        let mut tune = Command::new(env!("CARGO_BIN_EXE_pbrain-quinte"));
        tune.args(["tune", "--rule", "standard", "--epochs", "1"]);
        let report = succeed(
            tune.args(also)
                .arg("--out")
                .arg(place.file("network"))
                .arg(&games),
        );
        ["positions to learn from: ", ", unseen: "].map(|before| {
            let (_, rest) = report.split_once(before).expect("a count");
            let digits = rest.chars().take_while(char::is_ascii_digit);
            digits.collect::<String>().parse().expect("a number")
        })
    };
    let [own, unseen] = counts(&[]);
    let [more, still_unseen] = counts(&["--also", "freestyle"]);
    assert!(more > own + own / 2, "{own} {more}");
    assert_eq!(unseen, still_unseen);
}

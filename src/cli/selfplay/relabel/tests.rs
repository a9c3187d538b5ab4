//! Games are searched again and written, as a command does it.

use super::super::record::MoveClass;
use super::super::record::tests::sample;
use super::super::shard::ShardWriter;
use super::*;
use std::path::Path;

fn args(games: &Path, out: &Path) -> Args {
    Args {
        games: vec![games.to_path_buf()],
        out: out.to_path_buf(),
        count: 10,
        nodes: 400,
        check_nodes: 100,
        within: 1.0,
        threads: 2,
        networks: Networks::default(),
    }
}

#[test]
fn what_cannot_be_done_is_refused() {
    let place = std::env::temp_dir().join(format!("quinte-relabel-no-{}", std::process::id()));
    let games = place.join("games");
    let mut writer = ShardWriter::create(&games, "part").expect("a new file");
    writer.append(&sample(1)).expect("written");
    let refused = |args: &Args| prepare(args).err().map(|error| error.to_string());
    let told = refused(&args(&games, &games)).expect("the games themselves");
    assert!(told.contains("written over"), "{told}");
    let again = Args {
        games: vec![games.clone(), games.join("part-000.games")],
        ..args(&games, &place.join("out"))
    };
    assert_eq!(refused(&again), None, "the same file twice is one");
    let backwards = Args {
        check_nodes: 400,
        ..args(&games, &place.join("out"))
    };
    let told = refused(&backwards).expect("nothing to check");
    assert!(told.contains("--check-nodes"), "{told}");
    std::fs::remove_dir_all(&place).expect("removed");
}

#[test]
fn all_games_are_written_with_their_new_scores() {
    let place = std::env::temp_dir().join(format!("quinte-relabel-{}", std::process::id()));
    let (games, out) = (place.join("games"), place.join("out"));
    let mut writer = ShardWriter::create(&games, "part").expect("a new file");
    let originals = [4, 5, 6].map(sample);
    for game in &originals {
        writer.append(game).expect("written");
    }
    let args = args(&games, &out);
    let (mut read, shards) = prepare(&args).expect("games");
    let stop = Stop::default();
    let crew = Crew {
        threads: 2,
        table_bytes: 1 << 20,
        params: Params::default(),
        stop: &stop,
    };
    let chosen = choose(&args, &read, &crew).expect("candidates");
    assert!(chosen.len() > 2 && chosen.len() <= 10);
    let mut labels = Labels::default();
    let work = |one: &Candidate, searcher: &mut Searcher, control: &Control| {
        (
            one.key,
            search(&args, &read[one.game], one, searcher, control),
        )
    };
    let take = |(key, label)| {
        labels.0.insert(key, label);
        Ok(true)
    };
    crew.work(&chosen, work, take).expect("nothing fails");
    assert_eq!(labels.0.len(), chosen.len());
    assert!(
        labels.0.values().all(Option::is_some),
        "any chances agree within 1"
    );
    let changed = write(&args, &mut read, &shards, &labels).expect("written");
    let written = read_shard(&out.join("part-000.games")).expect("a file");
    std::fs::remove_dir_all(&place).expect("removed");
    let count = |games: &[TrainingGame]| {
        let moves = games.iter().flat_map(|game| &game.moves);
        moves
            .filter(|played| played.class == MoveClass::Relabelled)
            .count()
    };
    assert_eq!(written.games, read);
    assert_eq!(changed, chosen.len());
    assert_eq!(count(&written.games), count(&originals) + changed);
    for (before, after) in originals.iter().zip(&written.games) {
        assert_eq!((before.seed, &before.opening), (after.seed, &after.opening));
        let points = |game: &TrainingGame| -> Vec<_> {
            game.moves.iter().map(|played| played.point).collect()
        };
        assert_eq!(points(before), points(after));
    }
}

//! Games as bytes and back, in all versions.

use super::*;

/// A small game for tests of files.
pub fn sample(number: usize) -> TrainingGame {
    TrainingGame {
        rule: Rule::ALL[number % 5],
        size: BoardSize::new(15, 20).expect("a valid size"),
        nodes: 2000,
        full_nodes: 10_000,
        relabel_nodes: 40_000 * (number as u32 % 2),
        seed: 1 + number as u64,
        result: GameResult::Win(Color::ALL[number % 2]),
        opening: vec![Point::new(7, 7), Point::new(8, 8)],
        moves: (0..=number % 7)
            .map(|x| PlayedMove {
                point: Point::new(x, number % 5),
                score: 100 * x as Score - 250,
                exploring: x == 1,
                class: MoveClass::ALL[x % 4],
                alternatives: (0..x % 4)
                    .map(|other| Alternative {
                        point: Point::new(14 - other, 19),
                        score: -30 * other as Score,
                    })
                    .collect(),
            })
            .collect(),
    }
}

/// The game as versions 1 and 2 can tell it.
fn plain(number: usize, version: Version) -> TrainingGame {
    let mut record = sample(number);
    record.full_nodes = 0;
    record.relabel_nodes = 0;
    for played in &mut record.moves {
        played.class = MoveClass::Plain;
        played.alternatives.clear();
    }
    if version == Version::One {
        record.seed = 0;
    }
    record
}

/// The bytes of the game as programs of those versions wrote them.
fn encode_old(record: &TrainingGame, version: Version) -> Vec<u8> {
    let mut bytes = record.encode();
    bytes.drain(12..20);
    if version == Version::One {
        bytes.truncate(bytes.len() - 8);
    }
    bytes
}

#[test]
fn games_read_back_as_written() {
    for number in 0..40 {
        let record = sample(number);
        let again = TrainingGame::decode(&record.encode(), Version::Three).expect("a valid record");
        assert_eq!(again, record);
    }
}

#[test]
fn games_of_older_versions_are_read() {
    for version in [Version::One, Version::Two] {
        for number in 0..40 {
            let record = plain(number, version);
            let bytes = encode_old(&record, version);
            let read = TrainingGame::decode(&bytes, version).expect("a valid record");
            assert_eq!(read, record);
            for other in [Version::One, Version::Two, Version::Three] {
                assert_eq!(
                    TrainingGame::decode(&bytes, other).is_ok(),
                    other == version
                );
            }
        }
    }
}

/// A game that version 2 wrote, byte by byte as its description says.
#[test]
fn the_bytes_of_version_2_are_those_of_its_description() {
    let bytes = [
        2, 15, 15, 1, 0xD0, 0x07, 0, 0, 1, 0, 2, 0, // renju, black won, 2000 nodes
        0xE7, 0, // h8 to be: y 7, x 7
        0x08, 0x01, 0xF6, 0xFF, // y 8, x 8 at -10
        0x09, 0x81, 0x05, 0x00, // y 8, x 9 at 5, for variety
        9, 0, 0, 0, 0, 0, 0, 0,
    ];
    let game = TrainingGame::decode(&bytes, Version::Two).expect("a valid record");
    assert_eq!((game.rule, game.nodes, game.seed), (Rule::Renju, 2000, 9));
    assert_eq!(game.opening, [Point::new(7, 7)]);
    assert_eq!(game.moves[0].point, Point::new(8, 8));
    assert_eq!((game.moves[0].score, game.moves[0].exploring), (-10, false));
    assert_eq!((game.moves[1].score, game.moves[1].exploring), (5, true));
    assert_eq!(game.moves[0].best(), Some(Point::new(8, 8)));
    assert_eq!(game.moves[1].best(), None, "nobody knows");
}

#[test]
fn the_best_move_is_the_first_alternative_where_there_is_one() {
    let game = sample(6);
    assert_eq!(game.moves[0].best(), Some(game.moves[0].point));
    let first = game.moves[1].alternatives[0].point;
    assert!(game.moves[1].exploring && game.moves[1].point != first);
    assert_eq!(game.moves[1].best(), Some(first));
}

#[test]
fn games_that_cannot_be_replayed_are_refused() {
    let refuses = |record: &TrainingGame| {
        assert!(TrainingGame::decode(&record.encode(), Version::Three).is_err());
    };
    let mut taken_twice = sample(3);
    taken_twice.moves[2].point = taken_twice.opening[0];
    refuses(&taken_twice);
    let mut taken = sample(3);
    taken.moves[2].alternatives[0].point = taken.opening[0];
    refuses(&taken);
    let bytes = sample(3).encode();
    for length in 0..bytes.len() {
        let cut_short = TrainingGame::decode(&bytes[..length], Version::Three);
        assert!(cut_short.is_err(), "{length}");
    }
    let mut bad_rule = bytes.clone();
    bad_rule[0] = 5;
    assert!(TrainingGame::decode(&bad_rule, Version::Three).is_err());
    let mut longer = bytes;
    longer.push(0);
    assert!(TrainingGame::decode(&longer, Version::Three).is_err());
}

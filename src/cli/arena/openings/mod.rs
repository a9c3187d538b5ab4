//! Openings from a text file, one a line, in either notation of the community:
//! points (`h8i9`) or offsets from the middle of the board (`0,0, 1,-2`). Also
//! turns and mirrors them. Chooses none.

pub mod shipped;
pub mod stones;

use crate::board::text::parse_points;
use crate::board::zobrist::mix;
use crate::board::{Board, Symmetry};
use crate::rules::wins;
use crate::types::{BoardSize, Point, Rule};
use anyhow::Context;
use std::path::Path;

/// The stones that a game starts from, black first, colours alternating.
pub type Opening = Vec<Point>;

/// Reads a file of openings. Empty lines and lines that start with `#` are skipped.
pub fn read(path: &Path, rule: Rule, size: BoardSize) -> anyhow::Result<Vec<Opening>> {
    let bytes = std::fs::read(path)
        .with_context(|| format!("cannot read the openings '{}'", path.display()))?;
    let openings = parse(&String::from_utf8_lossy(&bytes), rule, size)
        .with_context(|| format!("in the openings '{}'", path.display()))?;
    anyhow::ensure!(
        !openings.is_empty(),
        "there is no opening in '{}'",
        path.display()
    );
    Ok(openings)
}

/// Reads openings from text, in the form of such a file.
pub fn parse(text: &str, rule: Rule, size: BoardSize) -> anyhow::Result<Vec<Opening>> {
    let mut openings = Vec::new();
    for (number, line) in text.lines().enumerate() {
        let line = line.trim().trim_start_matches('\u{feff}');
        if line.is_empty() || line.starts_with('#') {
            continue;
        }
        let opening = parse_line(line, size)
            .and_then(|opening| check(&opening, rule, size).map(|()| opening))
            .with_context(|| format!("line {}: '{line}'", number + 1))?;
        openings.push(opening);
    }
    Ok(openings)
}

fn parse_line(line: &str, size: BoardSize) -> anyhow::Result<Opening> {
    if line.starts_with(|c: char| c.is_ascii_alphabetic()) {
        let points = parse_points(line)?;
        let outside = points.iter().find(|&&point| !size.contains(point));
        anyhow::ensure!(
            outside.is_none(),
            "{} lies outside a {size} board",
            outside.map_or_else(String::new, ToString::to_string)
        );
        return Ok(points);
    }
    let numbers = line
        .split(|c: char| c == ',' || c.is_whitespace())
        .filter(|word| !word.is_empty())
        .map(|word| word.parse::<i64>().with_context(|| format!("'{word}'")))
        .collect::<anyhow::Result<Vec<_>>>()?;
    anyhow::ensure!(numbers.len().is_multiple_of(2), "a coordinate stands alone");
    // Gomocup counts from the cell at half the side, rounded down.
    let middle = (size.width() as i64 / 2, size.height() as i64 / 2);
    numbers
        .chunks_exact(2)
        .map(|pair| {
            let (x, y) = (middle.0.checked_add(pair[0]), middle.1.checked_add(pair[1]));
            x.zip(y)
                .and_then(|(x, y)| size.point(x, y))
                .with_context(|| format!("{},{} lies outside a {size} board", pair[0], pair[1]))
        })
        .collect()
}

/// Refuses openings that no game can start from.
fn check(opening: &[Point], rule: Rule, size: BoardSize) -> anyhow::Result<()> {
    let mut board = Board::new(size);
    for &point in opening {
        anyhow::ensure!(board.is_empty(point), "{point} is played twice");
        let won = wins(rule, &board, point, board.side_to_move());
        anyhow::ensure!(!won, "{point} wins the game");
        board.play(point);
    }
    anyhow::ensure!(!board.empty().is_empty(), "the board is full");
    Ok(())
}

/// Shuffles in an order that the seed alone decides.
pub fn shuffle(openings: &mut [Opening], seed: u64) {
    for last in (1..openings.len()).rev() {
        let random = mix(seed.wrapping_mul(0x1_0000_0001) ^ last as u64);
        openings.swap(last, (random % (last as u64 + 1)) as usize);
    }
}

/// The opening turned or mirrored.
pub fn transform(opening: &[Point], symmetry: Symmetry) -> Opening {
    let points = opening.iter().map(|&point| symmetry.apply(point));
    points.collect()
}

/// The same for openings that are the same position when the board is turned or
/// mirrored, whatever the order in which the stones of a colour came.
pub fn likeness(opening: &[Point], size: BoardSize) -> Opening {
    let images = Symmetry::all(size).map(|symmetry| {
        let stones = transform(opening, symmetry);
        let (mut black, mut white): (Opening, Opening) = (
            stones.iter().step_by(2).copied().collect(),
            stones.iter().skip(1).step_by(2).copied().collect(),
        );
        black.sort_unstable();
        white.sort_unstable();
        black.append(&mut white);
        black
    });
    images.min().unwrap_or_default()
}

/// A number that tells one list of openings from another.
pub fn fingerprint(openings: &[Opening]) -> u64 {
    openings.iter().fold(0, |sum, opening| {
        let line = opening
            .iter()
            .fold(0, |line, point| mix(line ^ point.index() as u64));
        mix(sum ^ line)
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::text::points_to_text;
    use std::collections::HashSet;

    fn size(side: usize) -> BoardSize {
        BoardSize::square(side).expect("a valid side")
    }

    #[test]
    fn both_notations_are_read_line_by_line() {
        let text = "# a comment\n\nh8i9\r\n8,-3, 6,-4, -1,-5\n  0,0,1,1\n";
        let openings = parse(text, Rule::Freestyle, size(20)).expect("valid openings");
        let found: Vec<String> = openings.iter().map(|one| points_to_text(one)).collect();
        assert_eq!(found, ["h8i9", "s8q7j6", "k11l12"]);
    }

    #[test]
    fn offsets_count_from_half_the_side_rounded_down() {
        let opening = parse_line("0,0", size(15)).expect("valid");
        assert_eq!(opening, [Point::new(7, 7)]);
        let opening = parse_line("0,0", size(20)).expect("valid");
        assert_eq!(opening, [Point::new(10, 10)]);
    }

    #[test]
    fn impossible_openings_are_refused_with_their_line() {
        for (text, reason) in [
            ("h8h8", "played twice"),
            ("h8\np1", "outside"),
            ("9,0", "outside"),
            ("1,2,3", "alone"),
            ("1,x", "'x'"),
            ("a1a2b1b2c1c2d1d2e1", "wins"),
            ("9223372036854775807,0", "outside"),
        ] {
            let error = parse(text, Rule::Freestyle, size(15)).expect_err(text);
            assert!(format!("{error:#}").contains(reason), "{text}: {error:#}");
        }
        let error = parse("h8\np1", Rule::Freestyle, size(15)).expect_err("outside");
        assert!(format!("{error:#}").contains("line 2"), "{error:#}");
    }

    #[test]
    fn an_opening_can_be_turned_in_every_way_and_stays_on_its_board() {
        let rectangle = BoardSize::new(10, 6).expect("a valid size");
        for (size, count) in [(size(15), 8), (rectangle, 4)] {
            let opening = parse_line("a2", size).expect("valid");
            let images = Symmetry::all(size).map(|symmetry| transform(&opening, symmetry));
            let images: HashSet<Opening> = images.collect();
            assert_eq!(images.len(), count);
            assert!(images.iter().all(|image| size.contains(image[0])));
        }
    }

    #[test]
    fn openings_are_alike_when_turned_or_played_in_another_order() {
        let alike = |text: &str| likeness(&parse_line(text, size(15)).expect("valid"), size(15));
        let first = alike("a2h8c3d4");
        for text in [
            "c3h8a2d4",
            "c3d4a2h8",
            "o2h8m3l4",
            "b1h8c3d4",
            "n15h8m13l12",
        ] {
            assert_eq!(alike(text), first, "{text}");
        }
        for text in ["h8a2c3d4", "a2h8c3", "a2h8c3d5", "a3h8c3d4"] {
            assert_ne!(alike(text), first, "{text}");
        }
        let rectangle = BoardSize::new(15, 10).expect("a valid size");
        let [wide, high] = ["b1", "a2"].map(|text| parse_line(text, rectangle).expect("valid"));
        assert_ne!(likeness(&wide, rectangle), likeness(&high, rectangle));
    }

    #[test]
    fn a_shuffle_keeps_all_openings_and_depends_on_the_seed_alone() {
        let sorted: Vec<Opening> = (0..50)
            .map(|index| vec![Point::from_index(index)])
            .collect();
        let shuffled = |seed| {
            let mut openings = sorted.clone();
            shuffle(&mut openings, seed);
            openings
        };
        assert_eq!(shuffled(1), shuffled(1));
        assert_ne!(shuffled(1), shuffled(2));
        assert_ne!(fingerprint(&shuffled(1)), fingerprint(&shuffled(2)));
        let mut again = shuffled(3);
        again.sort_unstable();
        assert_eq!(again, sorted);
    }
}

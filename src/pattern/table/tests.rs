//! The pictures of the patterns, read as lines and looked up.

use super::*;
use LinePattern as P;

/// Reads `..X*X.O`: `*` the cell played on, `X` own, `O` opponent, `|` wall.
/// Beyond the text everything is wall.
fn arms(picture: &str, reach: usize) -> Arms {
    let cells: Vec<char> = picture.chars().collect();
    let at = cells
        .iter()
        .position(|&c| c == '*')
        .expect("a cell to play on");
    let side = |cells: &mut dyn Iterator<Item = char>| {
        let (mut own, mut opponent) = (0, 0);
        for index in 0..5 {
            let (is_own, is_opponent) = match cells.next().unwrap_or('|') {
                'X' => (1, 0),
                'O' => (0, 1),
                '.' => (0, 0),
                _ => (1, 1),
            };
            own |= is_own << index;
            opponent |= is_opponent << index;
        }
        Arm::from_bits(own, opponent, reach)
    };
    let left = side(&mut cells[..at].iter().rev().copied());
    let right = side(&mut cells[at + 1..].iter().copied());
    (left, right)
}

fn table(longer_wins: bool, enclosed_is_void: bool, has_fouls: bool) -> LineTable {
    let rule = FiveRule {
        longer_wins,
        enclosed_is_void,
        has_fouls,
    };
    LineTable::new(rule, rule.reach())
}

#[track_caller]
fn assert_patterns(table: &LineTable, cases: &[(&str, LinePattern)]) {
    for &(picture, expected) in cases {
        let (left, right) = arms(picture, table.rule.reach());
        assert_eq!(table.pattern(left, right), expected, "{picture}");
        assert_eq!(table.pattern(right, left), expected, "{picture} mirrored");
    }
}

#[test]
fn freestyle_patterns_match_their_pictures() {
    let cases = [
        ("O*..O", P::Dead),
        ("O*....", P::One),
        ("....*....", P::OpenOne),
        ("O*X...", P::Two),
        ("O.X..*.O", P::OpenTwo),
        ("O.X*...O", P::OpenTwo),
        ("O..X*...", P::OpenTwoFlexible),
        ("....X*....", P::OpenTwoFull),
        ("O*XX..", P::Three),
        ("O*X.X.", P::Three),
        (".X.*X.", P::OpenThree),
        ("..X*X..", P::OpenThreeFlexible),
        ("O.X*X.O", P::Three),
        ("O*XXX.", P::Four),
        ("XX*X", P::Dead),
        ("XX.*X", P::Four),
        (".X*XX.", P::OpenFour),
        ("X.X*X.X", P::DoubleFour),
        ("XX.*X.XX", P::DoubleFour),
        ("XX*XX", P::Five),
        ("XXX*XX", P::Five),
        ("X.X*.X.X", P::OpenThree),
    ];
    assert_patterns(&table(true, false, false), &cases);
}

#[test]
fn exact_five_needs_room_around_it() {
    let cases = [
        ("XXX*XX", P::Dead),
        ("OXX*XXO", P::Five),
        ("X.X*XX.", P::Four),
        ("X.X*XX.X", P::Dead),
        (".X*XX.", P::OpenFour),
        ("X.*XX.", P::Four),
        ("X.X*X.X", P::DoubleFour),
        ("X..*XX..X", P::Three),
    ];
    assert_patterns(&table(false, false, false), &cases);
}

#[test]
fn renju_marks_fouls() {
    let cases = [
        ("XXX*XX", P::Overline),
        ("XX*XX", P::Five),
        ("X.X*X.X", P::DoubleFour),
        ("XXX.*.XXX", P::DoubleFour),
        ("XX.*X.XX", P::DoubleFour),
        ("X.X*.X.X", P::Dead),
        (".X.*X.", P::OpenThree),
    ];
    assert_patterns(&table(false, false, true), &cases);
}

#[test]
fn enclosed_fives_are_void_in_caro() {
    let cases = [
        ("OXX*XXO", P::Dead),
        ("|XX*XXO", P::Five),
        ("OXX*XX.", P::Five),
        ("OXX*XXXO", P::Five),
        (".OXX*X..", P::Four),
        ("O.XX*X.O", P::Four),
        ("OXX*X.O", P::Dead),
        ("..XX*X..", P::OpenFour),
        ("|.XX*X.|", P::OpenFour),
        ("O..X*X..O", P::Three),
        ("O...X*X....", P::OpenThreeFlexible),
    ];
    assert_patterns(&table(true, true, false), &cases);
    let exact = [
        ("OXX*XXXO", P::Dead),
        ("..X*XXX..", P::Five),
        ("XXX*XX", P::Dead),
    ];
    assert_patterns(&table(false, true, false), &exact);
}

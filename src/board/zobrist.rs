//! Hash keys of stones from a fixed seed, so that a position's hash is the
//! same on every machine and does not depend on the order of play.

use crate::types::{CELL_COUNT, Color, Point};

/// Mixed into the hash while White is to move.
pub const WHITE_TO_MOVE: u64 = mix(0);

static STONES: [[u64; CELL_COUNT]; 2] = [keys(1), keys(2)];

/// The key of a stone.
pub fn stone(color: Color, point: Point) -> u64 {
    STONES[color.index()][point.index()]
}

/// The key of a wall.
pub const fn wall(point: Point) -> u64 {
    mix(3 << 32 | point.index() as u64)
}

const fn keys(kind: u64) -> [u64; CELL_COUNT] {
    let mut table = [0; CELL_COUNT];
    let mut index = 0;
    while index < CELL_COUNT {
        table[index] = mix(kind << 32 | index as u64);
        index += 1;
    }
    table
}

/// Scrambles a number into 64 bits that look random; different numbers never
/// give the same bits.
pub const fn mix(number: u64) -> u64 {
    scramble(number.wrapping_add(1).wrapping_mul(GOLDEN_RATIO))
}

/// The step between two states of `SplitMix64`.
pub const GOLDEN_RATIO: u64 = 0x9E37_79B9_7F4A_7C15;

/// What `SplitMix64` makes of a state.
pub const fn scramble(state: u64) -> u64 {
    let mut bits = (state ^ (state >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
    bits = (bits ^ (bits >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
    bits ^ (bits >> 31)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn all_keys_differ() {
        let mut seen = std::collections::HashSet::from([WHITE_TO_MOVE]);
        for index in 0..CELL_COUNT {
            let point = Point::from_index(index);
            assert!(seen.insert(stone(Color::Black, point)));
            assert!(seen.insert(stone(Color::White, point)));
            assert!(seen.insert(wall(point)));
        }
    }
}

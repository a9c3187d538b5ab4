//! Where one cell lies from another, up to the symmetries of the board: what
//! the policy knows of the last stones. Knows no network.

use crate::types::Point;

/// Cells further apart than this are all alike.
const REACH: usize = 6;
/// The class of cells that are further apart.
const FAR: usize = (REACH + 1) * (REACH + 2) / 2;
/// How many classes there are. The first, no distance at all, stands for no stone.
pub const OFFSETS: usize = FAR + 1;

/// The class of the offset from a stone to a cell.
#[inline]
pub fn offset_class(stone: Option<Point>, cell: Point) -> usize {
    let Some(stone) = stone else {
        return 0;
    };
    let (dx, dy) = (stone.x().abs_diff(cell.x()), stone.y().abs_diff(cell.y()));
    let (near, far) = (dx.min(dy), dx.max(dy));
    if far > REACH {
        FAR
    } else {
        far * (far + 1) / 2 + near
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::HashSet;

    #[test]
    fn offsets_are_alike_under_the_boards_symmetries_and_differ_otherwise() {
        let stone = Point::new(10, 10);
        let class = |dx: i32, dy: i32| {
            let cell = Point::new((10 + dx) as usize, (10 + dy) as usize);
            offset_class(Some(stone), cell)
        };
        let mut seen = HashSet::new();
        for near in 0..=REACH as i32 {
            for far in near..=REACH as i32 {
                let one = class(near, far);
                for (x, y) in [(near, far), (far, near)] {
                    for (dx, dy) in [(x, y), (-x, y), (x, -y), (-x, -y)] {
                        assert_eq!(class(dx, dy), one);
                    }
                }
                assert!(seen.insert(one), "{near} {far}");
            }
        }
        assert_eq!(seen.len() + 1, OFFSETS);
        assert_eq!(class(7, 0), OFFSETS - 1);
        assert_eq!(offset_class(None, stone), 0);
    }
}

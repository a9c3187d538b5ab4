//! The dots of a board that help the eye, the same on the terminal and in pictures.

use crate::types::{BoardSize, Point};

/// The middle, and the fourth lines on boards large enough.
pub fn stars(size: BoardSize) -> Vec<Point> {
    let along = |count: usize| match count {
        count if count % 2 == 1 && count >= 13 => vec![3, count / 2, count - 4],
        count if count % 2 == 1 => vec![count / 2],
        count if count >= 12 => vec![4, count - 5],
        _ => Vec::new(),
    };
    let (columns, rows) = (along(size.width()), along(size.height()));
    // Between the corners only the middle has a dot, or the board would look like one for go.
    let is_middle = |list: &[usize], at| list.len() % 2 == 1 && list[list.len() / 2] == at;
    let mut points = Vec::new();
    for &y in &rows {
        for &x in &columns {
            if is_middle(&columns, x) == is_middle(&rows, y) {
                points.push(Point::new(x, y));
            }
        }
    }
    points
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_dots_are_where_boards_have_them() {
        let of = |side| {
            let size = BoardSize::square(side).expect("a size");
            let points = stars(size).iter().map(Point::to_string).collect::<Vec<_>>();
            points.join(" ")
        };
        assert_eq!(of(15), "d4 l4 h8 d12 l12");
        assert_eq!(of(20), "e5 p5 e16 p16");
        assert_eq!(of(9), "e5");
        assert_eq!(of(6), "");
    }
}

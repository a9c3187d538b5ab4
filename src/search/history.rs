//! What worked before: statistics of moves that caused cutoffs, for ordering.
//! Never calls the search.

use crate::types::{CELL_COUNT, Color, Point};

/// Statistics stay within plus and minus this.
pub const HISTORY_LIMIT: i32 = 8_192;

/// Statistics of quiet moves.
pub struct History {
    /// By colour and point.
    main: Box<[[i16; CELL_COUNT]; 2]>,
    /// By the opponent's move before and the point.
    reply: Box<[[i16; CELL_COUNT]]>,
}

impl Default for History {
    fn default() -> Self {
        Self {
            main: Box::new([[0; CELL_COUNT]; 2]),
            reply: vec![[0; CELL_COUNT]; CELL_COUNT].into_boxed_slice(),
        }
    }
}

impl History {
    /// How well a move did before, from minus to plus twice [`HISTORY_LIMIT`].
    pub fn score(&self, color: Color, previous: Option<Point>, point: Point) -> i32 {
        let main = self.main[color.index()][point.index()];
        let reply = previous.map_or(0, |previous| self.reply[previous.index()][point.index()]);
        i32::from(main) + i32::from(reply)
    }

    /// Notes success (a positive bonus) or failure of a move.
    pub fn update(&mut self, color: Color, previous: Option<Point>, point: Point, bonus: i32) {
        let bonus = bonus.clamp(-HISTORY_LIMIT, HISTORY_LIMIT);
        approach(&mut self.main[color.index()][point.index()], bonus);
        if let Some(previous) = previous {
            approach(&mut self.reply[previous.index()][point.index()], bonus);
        }
    }

    /// Forgets half of everything, so that a new position is not ruled by the last one.
    pub fn fade(&mut self) {
        let tables = self.main.iter_mut().chain(self.reply.iter_mut());
        tables.flatten().for_each(|entry| *entry /= 2);
    }

    /// Forgets everything.
    pub fn clear(&mut self) {
        *self = Self::default();
    }
}

/// Moves a statistic by the bonus, less the nearer it is to the limit.
fn approach(entry: &mut i16, bonus: i32) {
    let value = i32::from(*entry);
    *entry = (value + bonus - value * bonus.abs() / HISTORY_LIMIT) as i16;
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn statistics_stay_within_their_limit() {
        let mut history = History::default();
        let (a, b) = (Point::new(1, 1), Point::new(2, 2));
        for _ in 0..1000 {
            history.update(Color::Black, Some(a), b, 3000);
        }
        let score = history.score(Color::Black, Some(a), b);
        assert!(
            score > HISTORY_LIMIT && score <= 2 * HISTORY_LIMIT,
            "{score}"
        );
        assert_eq!(history.score(Color::White, None, b), 0);
        history.fade();
        assert!(history.score(Color::Black, Some(a), b) <= score / 2 + 1);
    }
}

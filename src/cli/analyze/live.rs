//! The analysis while it runs: a few lines on the terminal, written over with
//! every iteration, gone when the report comes.

use super::report::{grouped, seconds};
use crate::cli::terminal::Look;
use crate::cli::terminal::values::in_words;
use crate::search::{Line, Observer, Progress};
use crate::types::BoardSize;
use std::cmp::Reverse;
use std::io::Write;

/// Lines of play shown while the search runs.
const MOST_LINES: usize = 8;

/// Writes the state of a search over itself.
pub struct Live<W: Write> {
    out: W,
    look: Look,
    size: BoardSize,
    lines: Vec<Line>,
    /// Terminal rows that the last state took.
    rows: usize,
}

impl<W: Write> Live<W> {
    /// Begins at the cursor; writes nothing before the first iteration is done.
    pub const fn new(out: W, look: Look, size: BoardSize) -> Self {
        Self {
            out,
            look,
            size,
            lines: Vec::new(),
            rows: 0,
        }
    }

    /// Takes away what was written.
    pub fn clear(&mut self) {
        if self.rows > 0 {
            // A terminal that does not take the code shows a few lines more.
            let _ = write!(self.out, "\x1b[{}A\r\x1b[J", self.rows);
            let _ = self.out.flush();
            self.rows = 0;
        }
    }

    /// The state as lines, none wider than the terminal.
    fn state(&self, progress: &Progress) -> Vec<String> {
        let head = format!(
            "depth {}-{}, {} nodes, {}",
            progress.line.depth,
            progress.line.selective_depth,
            grouped(progress.nodes),
            seconds(progress.elapsed)
        );
        // Within an iteration a line may turn out better than the one before it.
        let mut best_first: Vec<&Line> = self.lines.iter().collect();
        best_first.sort_by_key(|line| Reverse(line.score));
        let lines = best_first.into_iter().take(MOST_LINES).map(|line| {
            let value = in_words(line.score);
            format!("  {value:<12} {}", self.size.names(&line.moves))
        });
        std::iter::once(head)
            .chain(lines)
            .map(|line| {
                let last = self.look.width.saturating_sub(1);
                line.chars().take(last).collect()
            })
            .collect()
    }
}

impl<W: Write + Send> Observer for Live<W> {
    fn line_finished(&mut self, progress: &Progress) {
        let line = progress.line.clone();
        // A search for one line after one for several, or the other way, starts the list anew.
        match self.lines.get_mut(progress.rank) {
            Some(known) => *known = line,
            None => self.lines.push(line),
        }
        let state = self.state(progress);
        self.clear();
        self.rows = state.len();
        let _ = writeln!(self.out, "{}", state.join("\n"));
        let _ = self.out.flush();
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::types::Point;
    use std::time::Duration;

    fn size() -> BoardSize {
        BoardSize::square(15).expect("a size")
    }

    fn progress(rank: usize, depth: u32) -> Progress {
        Progress {
            rank,
            line: Line {
                moves: vec![Point::new(7, 7); 60],
                score: 12,
                depth,
                selective_depth: 20,
            },
            nodes: 1_234,
            elapsed: Duration::from_millis(1_500),
            table_use: 0,
        }
    }

    #[test]
    fn the_best_line_is_shown_first() {
        let mut bytes = Vec::new();
        let mut live = Live::new(&mut bytes, Look::PLAIN, size());
        live.line_finished(&progress(0, 1));
        let mut better = progress(1, 1);
        better.line.score = 300;
        live.line_finished(&better);
        let text = String::from_utf8(bytes).expect("text");
        let (_, newest) = text.split_once("\x1b[J").expect("two states");
        let values: Vec<&str> = newest.lines().skip(1).map(|line| &line[2..6]).collect();
        assert_eq!(values, ["+300", "+12 "]);
    }

    #[test]
    fn every_state_takes_the_place_of_the_one_before() {
        let mut bytes = Vec::new();
        let mut live = Live::new(&mut bytes, Look::PLAIN, size());
        live.line_finished(&progress(0, 1));
        live.line_finished(&progress(1, 1));
        live.line_finished(&progress(0, 2));
        live.clear();
        live.clear();
        let text = String::from_utf8(bytes).expect("text");
        assert!(text.starts_with("depth 1-20, 1,234 nodes, 1.5 s\n  +12 51 %"));
        let ups: Vec<&str> = text
            .split("\x1b[")
            .filter_map(|part| part.split_once('A'))
            .map(|(count, _)| count)
            .collect();
        assert_eq!(ups, ["2", "3", "3"]);
        assert!(text.ends_with("\x1b[J"));
        for line in text.lines() {
            assert!(line.chars().count() < 80 + 10, "{line}");
        }
    }
}

//! The analysis while it runs: a few lines on the terminal, written over with
//! every iteration and a few times a second between them, gone when the report comes.

use super::report::{grouped, seconds};
use crate::cli::terminal::Look;
use crate::cli::terminal::values::in_words;
use crate::search::{Line, Observer, Progress, RootMoveEvent};
use crate::types::{BoardSize, Point};
use std::cmp::Reverse;
use std::io::Write;
use std::sync::mpsc::{self, RecvTimeoutError};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

/// How often the lines are written anew when nothing else happens.
const TICK: Duration = Duration::from_millis(250);

/// Lines of play shown while the search runs.
const MOST_LINES: usize = 8;

/// Writes the state of a search over itself.
pub struct Live<W: Write> {
    out: W,
    look: Look,
    size: BoardSize,
    lines: Vec<Line>,
    /// The newest iteration.
    newest: Option<Progress>,
    /// The first move that the search looks at.
    looked_at: Option<Point>,
    /// Terminal rows that the last state took.
    rows: usize,
    /// Whether nothing may be written any more.
    is_over: bool,
}

/// Does some work that is observed, and shows it; takes everything away at the end.
pub fn show<W: Write + Send, R>(live: Live<W>, work: impl FnOnce(&mut dyn Observer) -> R) -> R {
    let live = Mutex::new(live);
    let started = Instant::now();
    let (working, over) = mpsc::channel::<()>();
    thread::scope(|scope| {
        let live = &live;
        scope.spawn(move || {
            while over.recv_timeout(TICK) == Err(RecvTimeoutError::Timeout) {
                lock(live).tick(started.elapsed());
            }
        });
        let result = work(&mut Shared(live));
        lock(live).end();
        // The other thread hears that nobody is left to wait for.
        drop(working);
        result
    })
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

/// The search's end of it.
struct Shared<'a, W: Write>(&'a Mutex<Live<W>>);

impl<W: Write + Send> Observer for Shared<'_, W> {
    fn line_finished(&mut self, progress: &Progress) {
        lock(self.0).line_finished(progress);
    }

    fn root_move(&mut self, event: RootMoveEvent) {
        lock(self.0).root_move(event);
    }
}

impl<W: Write> Live<W> {
    /// Begins at the cursor; writes nothing before the first iteration is done.
    pub const fn new(out: W, look: Look, size: BoardSize) -> Self {
        Self {
            out,
            look,
            size,
            lines: Vec::new(),
            newest: None,
            looked_at: None,
            rows: 0,
            is_over: false,
        }
    }

    /// Takes away what was written, for good.
    fn end(&mut self) {
        self.clear();
        self.is_over = true;
    }

    /// Writes the state again after so much time, which is what moves between iterations.
    fn tick(&mut self, elapsed: Duration) {
        if let Some(progress) = &mut self.newest {
            progress.elapsed = progress.elapsed.max(elapsed);
            self.draw();
        }
    }

    fn draw(&mut self) {
        let Some(progress) = self.newest.as_ref().filter(|_| !self.is_over) else {
            return;
        };
        let state = self.state(progress);
        self.clear();
        self.rows = state.len();
        let _ = writeln!(self.out, "{}", state.join("\n"));
        let _ = self.out.flush();
    }

    /// Takes away what was written.
    fn clear(&mut self) {
        if self.rows > 0 {
            // A terminal that does not take the code shows a few lines more.
            let _ = write!(self.out, "\x1b[{}A\r\x1b[J", self.rows);
            let _ = self.out.flush();
            self.rows = 0;
        }
    }

    /// The state as lines, none wider than the terminal.
    fn state(&self, progress: &Progress) -> Vec<String> {
        let looked_at = self.looked_at.map_or_else(String::new, |point| {
            format!(", looking at {}", self.size.name(point))
        });
        let head = format!(
            "depth {}-{}, {} nodes, {}{looked_at}",
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
        self.newest = Some(progress.clone());
        self.looked_at = None;
        self.draw();
    }

    fn root_move(&mut self, event: RootMoveEvent) {
        // Shown with the next tick: a search enters many moves a second.
        if let RootMoveEvent::Entered(point) = event {
            self.looked_at = Some(point);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

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
            hashfull: 0,
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

    #[test]
    fn time_goes_on_between_iterations_and_nothing_follows_the_end() {
        let mut bytes = Vec::new();
        let mut live = Live::new(&mut bytes, Look::PLAIN, size());
        live.tick(Duration::from_secs(1));
        live.line_finished(&progress(0, 1));
        live.root_move(RootMoveEvent::Entered(Point::new(7, 7)));
        live.tick(Duration::from_secs(7));
        live.end();
        live.tick(Duration::from_secs(8));
        let text = String::from_utf8(bytes).expect("text");
        assert!(
            text.starts_with("depth 1-20, 1,234 nodes, 1.5 s\n"),
            "{text}"
        );
        assert!(
            text.contains("1,234 nodes, 7.0 s, looking at h8\n"),
            "{text}"
        );
        assert!(
            !text.contains("8.0 s") && text.ends_with("\x1b[J"),
            "{text}"
        );
    }

    #[test]
    fn what_is_shown_moves_while_the_search_is_silent() {
        let mut bytes = Vec::new();
        let live = Live::new(&mut bytes, Look::PLAIN, size());
        let result = show(live, |observer| {
            observer.line_finished(&progress(0, 1));
            thread::sleep(5 * TICK);
            17
        });
        assert_eq!(result, 17);
        let text = String::from_utf8(bytes).expect("text");
        assert!(text.matches("nodes").count() >= 2, "{text}");
        assert!(text.ends_with("\x1b[J"), "{text}");
    }
}

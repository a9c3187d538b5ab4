//! The live progress of a match on stderr: a bar on a terminal, now and then a
//! line elsewhere.

use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};
use std::io::IsTerminal;
use std::time::{Duration, Instant};

/// How often a line is printed where no bar can be drawn.
const LINE_EVERY: Duration = Duration::from_secs(10);
/// How often the clock of the bar moves.
const TICK: Duration = Duration::from_millis(500);

/// Shows how far a match has come.
pub struct Progress {
    bar: ProgressBar,
    is_drawn: bool,
    last_line: Instant,
}

impl Progress {
    /// Starts at `done` of `total` games.
    pub fn new(done: usize, total: usize) -> Self {
        let is_drawn = std::io::stderr().is_terminal();
        let target = if is_drawn {
            ProgressDrawTarget::stderr()
        } else {
            ProgressDrawTarget::hidden()
        };
        let bar = ProgressBar::with_draw_target(Some(total as u64), target);
        let template = "{bar:30} {pos}/{len} games, {elapsed} (left {eta})\n{wide_msg}";
        if let Ok(style) = ProgressStyle::with_template(template) {
            bar.set_style(style.progress_chars("=> "));
        }
        bar.set_position(done as u64);
        bar.reset_eta();
        bar.enable_steady_tick(TICK);
        Self {
            bar,
            is_drawn,
            last_line: Instant::now(),
        }
    }

    /// Shows the state after `done` games.
    pub fn show(&mut self, done: usize, summary: &str) {
        self.bar.set_position(done as u64);
        self.bar.set_message(summary.to_owned());
        if !self.is_drawn && self.last_line.elapsed() >= LINE_EVERY {
            self.last_line = Instant::now();
            let total = self.bar.length().unwrap_or(0);
            eprintln!("{done}/{total} games  {summary}");
        }
    }

    /// Prints a line that stays, above the bar.
    pub fn note(&self, line: &str) {
        if self.is_drawn {
            self.bar.println(line);
        } else {
            eprintln!("{line}");
        }
    }

    /// Takes the bar away.
    pub fn finish(&self) {
        self.bar.finish_and_clear();
    }
}

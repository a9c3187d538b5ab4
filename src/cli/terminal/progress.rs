//! How far a long command has come, on stderr: a bar on a terminal, now and
//! then a line elsewhere. Knows nothing of what it counts but its name.

use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};
use std::io::IsTerminal;
use std::time::{Duration, Instant};

/// How often a line is printed where no bar can be drawn.
const LINE_EVERY: Duration = Duration::from_secs(10);
/// How often the clock of the bar moves.
const TICK: Duration = Duration::from_millis(500);

/// Shows how far a command has come.
pub struct Progress {
    bar: ProgressBar,
    noun: &'static str,
    /// When the last line was printed, where no bar can be drawn.
    last_line: Option<Instant>,
}

impl Progress {
    /// Starts at `done` of `total` things of this name.
    pub fn new(done: usize, total: usize, noun: &'static str) -> Self {
        let is_drawn = std::io::stderr().is_terminal();
        let target = if is_drawn {
            ProgressDrawTarget::stderr()
        } else {
            ProgressDrawTarget::hidden()
        };
        let bar = ProgressBar::with_draw_target(Some(total as u64), target);
        bar.set_position(done as u64);
        bar.reset_eta();
        bar.enable_steady_tick(TICK);
        let progress = Self {
            bar,
            noun,
            last_line: (!is_drawn).then(Instant::now),
        };
        progress.draw_with("");
        progress
    }

    /// Makes room for a summary below the bar.
    #[must_use]
    pub fn with_summary(self) -> Self {
        self.draw_with("\n{wide_msg}");
        self
    }

    fn draw_with(&self, rest: &str) {
        let noun = self.noun;
        let template =
            format!("{{bar:30}} {{pos}}/{{len}} {noun}, {{elapsed}} (left {{eta}}){rest}");
        if let Ok(style) = ProgressStyle::with_template(&template) {
            self.bar.set_style(style.progress_chars("=> "));
        }
    }

    /// So many more are done.
    pub fn advance(&mut self, count: usize) {
        self.bar.inc(count as u64);
        self.tell("");
    }

    /// So many are done, and this is what came of them.
    pub fn show(&mut self, done: usize, summary: &str) {
        self.bar.set_position(done as u64);
        self.bar.set_message(summary.to_owned());
        self.tell(summary);
    }

    /// Prints a line, if it is time for one.
    fn tell(&mut self, summary: &str) {
        if let Some(last) = &mut self.last_line
            && last.elapsed() >= LINE_EVERY
        {
            *last = Instant::now();
            let (done, total) = (self.bar.position(), self.bar.length().unwrap_or(0));
            let line = format!("{done}/{total} {}  {summary}", self.noun);
            eprintln!("{}", line.trim_end());
        }
    }

    /// Prints a line that stays, above the bar.
    pub fn note(&self, line: &str) {
        if self.last_line.is_none() {
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

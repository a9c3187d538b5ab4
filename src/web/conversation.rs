//! A session of the protocol as bytes: whoever talks to it needs no memory in
//! common with it.

use crate::protocol::{Step, Stepper};
use crate::search::Clock;
use crate::search::bench::{self, Work};
use std::collections::VecDeque;
use std::sync::Arc;
use std::time::Duration;

/// A session, the line that is being heard, and what was said and not yet read.
pub struct Conversation {
    clock: Arc<dyn Clock>,
    session: Stepper,
    heard: Vec<u8>,
    said: VecDeque<u8>,
}

impl Conversation {
    /// A new session whose time is told by this clock.
    pub fn new(clock: Arc<dyn Clock>) -> Self {
        Self {
            session: Stepper::new(clock.clone()),
            clock,
            heard: Vec::new(),
            said: VecDeque::new(),
        }
    }

    /// Hears a byte; a line ends with LF.
    pub fn hear(&mut self, byte: u8) {
        if byte == b'\n' {
            self.session.line(std::mem::take(&mut self.heard));
        } else {
            self.heard.push(byte);
        }
    }

    /// Thinks for about so long.
    pub fn think(&mut self, budget: Duration) -> Step {
        let step = self.session.step(budget);
        while let Some(answer) = self.session.answer() {
            self.say(&answer);
        }
        step
    }

    /// The next byte that was said; lines end with LF.
    pub fn said(&mut self) -> Option<u8> {
        self.said.pop_front()
    }

    /// The work of `bench`, told as two lines: nodes and signature.
    pub fn bench(&mut self, depth: u32) {
        let mut work = Work::default();
        for (rule, board) in bench::cases() {
            bench::search(&mut work, rule, board, depth, self.clock.clone());
        }
        self.say(&format!("nodes {}", work.nodes));
        self.say(&format!("signature {:016x}", work.signature));
    }

    fn say(&mut self, line: &str) {
        self.said.extend(line.bytes());
        self.said.push_back(b'\n');
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::search::SystemClock;

    fn said(conversation: &mut Conversation) -> String {
        let bytes = std::iter::from_fn(|| conversation.said()).collect();
        String::from_utf8(bytes).expect("text")
    }

    #[test]
    fn bytes_go_in_and_come_out_as_lines() {
        let mut conversation = Conversation::new(Arc::new(SystemClock::start()));
        let lines = "START 15\nINFO max_node 300\nINFO message 0\nBOARD\n7,7,2\nDONE\nnonsense\n";
        lines.bytes().for_each(|byte| conversation.hear(byte));
        while conversation.think(Duration::from_millis(5)) == Step::Busy {}
        let answers = said(&mut conversation);
        let answers: Vec<&str> = answers.lines().collect();
        assert_eq!(answers.len(), 3, "{answers:?}");
        assert_eq!(answers[0], "OK");
        assert!(answers[1].contains(','), "{answers:?}");
        assert!(answers[2].starts_with("UNKNOWN"), "{answers:?}");
        assert_eq!(conversation.said(), None);
    }

    #[test]
    fn the_work_of_bench_is_told_in_two_lines() {
        let mut conversation = Conversation::new(Arc::new(SystemClock::start()));
        conversation.bench(1);
        let told = said(&mut conversation);
        assert!(
            told.starts_with("nodes ") && told.contains("\nsignature "),
            "{told}"
        );
    }
}

//! Input that waits for its turn while the engine has to be heard first. Keeps
//! count of its size, so that whoever reads can hold the sender up.

use crate::protocol::command::{Command, Stone};
use crate::protocol::database::DatabaseRequest;
use crate::protocol::info::Info;
use std::collections::VecDeque;
use std::time::Duration;

/// Something to be done in its turn.
#[derive(Debug)]
pub(super) enum Input {
    /// A command and when it was read.
    Command(Command, Duration),
    /// The input has ended.
    EndOfInput,
}

impl Input {
    /// About how much memory it takes.
    const fn bytes(&self) -> usize {
        let stones = match self {
            Self::Command(
                Command::Position(_, body)
                | Command::SoosorvStep(_, body)
                | Command::Database(_, body),
                _,
            ) => body.stones.capacity(),
            _ => 0,
        };
        let text = match self {
            Self::Command(
                Command::Database(
                    DatabaseRequest::EditText(text) | DatabaseRequest::EditLabel(_, text),
                    _,
                )
                | Command::DatabaseFile(_, text)
                | Command::Info(Info::Folder(text)),
                _,
            ) => text.capacity(),
            _ => 0,
        };
        size_of::<Self>() + stones * size_of::<Stone>() + text
    }
}

/// Input in the order in which it came.
#[derive(Debug, Default)]
pub(super) struct Queue {
    inputs: VecDeque<Input>,
    bytes: usize,
}

impl Queue {
    /// Adds input at the end.
    pub fn push(&mut self, input: Input) {
        self.bytes += input.bytes();
        self.inputs.push_back(input);
    }

    /// Puts input back in front of all other.
    pub fn push_front(&mut self, input: Input) {
        self.bytes += input.bytes();
        self.inputs.push_front(input);
    }

    /// Takes the first input out.
    pub fn pop(&mut self) -> Option<Input> {
        let input = self.inputs.pop_front()?;
        self.bytes = self.bytes.saturating_sub(input.bytes());
        Some(input)
    }

    /// About how much memory all of it takes.
    pub const fn bytes(&self) -> usize {
        self.bytes
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::protocol::Parser;

    /// The command that these lines make.
    fn command(lines: &str) -> Input {
        let mut parser = Parser::default();
        let mut commands = lines
            .lines()
            .filter_map(|line| parser.feed(line.as_bytes()));
        Input::Command(commands.next().expect("a command"), Duration::ZERO)
    }

    #[test]
    fn every_command_that_carries_stones_is_counted_with_them() {
        let stones = "0,0,1 ".repeat(4_096);
        for name in [
            "BOARD",
            "YXBOARD",
            "SWAP2BOARD",
            "YXBLOCK",
            "YXBLOCKUNDO",
            "YXBLOCKPATH",
            "YXBLOCKPATHUNDO",
            "YXSOOSORVSTEP2",
            "YXSOOSORVSTEP3",
            "YXSOOSORVSTEP4 2",
            "YXSOOSORVSTEP5 2",
            "YXSOOSORVSTEP6",
            "YXQUERYDATABASEALL",
            "YXEDITTEXTDATABASE \"\"",
        ] {
            let input = command(&format!("{name}\n{stones}\nDONE"));
            assert!(input.bytes() > 100_000, "{name}");
        }
    }

    #[test]
    fn every_command_that_carries_text_is_counted_with_it() {
        let text = "x".repeat(50_000);
        for lines in [
            format!("YXEDITTEXTDATABASE \"{text}\"DONE"),
            format!("YXEDITLABELDATABASE 7,7 {text}\nDONE"),
            format!("YXSETDATABASE\n{text}"),
            format!("INFO folder {text}"),
        ] {
            assert!(command(&lines).bytes() > 50_000);
        }
    }

    #[test]
    fn what_goes_in_comes_out_and_is_counted() {
        let mut queue = Queue::default();
        queue.push(command("BEGIN"));
        let small = queue.bytes();
        queue.push(command(&format!("BOARD {} DONE", "0,0,1 ".repeat(4_096))));
        assert!(queue.bytes() > small + 100_000, "stones count");
        queue.push(Input::EndOfInput);
        assert!(matches!(
            queue.pop(),
            Some(Input::Command(Command::Begin, _))
        ));
        let first = queue.pop().expect("the stones");
        queue.push_front(first);
        assert!(queue.bytes() > 100_000, "still counted");
        queue.pop();
        assert!(matches!(queue.pop(), Some(Input::EndOfInput)));
        assert!(queue.pop().is_none());
        assert_eq!(queue.bytes(), 0);
    }
}

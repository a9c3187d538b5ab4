//! Small engines for the tests of `match`: one that plays the first empty cell,
//! and others that go wrong in one way each. They are tests that are ignored
//! unless named, so that this test program can be started as an engine.

use std::collections::HashSet;
use std::io::{BufRead, Write};
use std::path::PathBuf;
use std::time::Duration;

/// The command that starts this program as one of the engines below. Settings for the match
/// may follow the engine's name: `late,turn=1`.
pub fn command(brain: &str) -> String {
    let (brain, settings) = brain.split_at(brain.find(',').unwrap_or(brain.len()));
    let program: PathBuf = std::env::current_exe().expect("a test program has a path");
    format!(
        "'{}' brains::{brain} --exact --ignored --nocapture --test-threads=1{settings}",
        program.display()
    )
}

/// What an engine does when it should answer.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Habit {
    FirstFree,
    LastFree,
    Crash,
    Hang,
    Occupied,
    OffBoard,
    Late,
    NeverStart,
    Noise,
    Suggest,
    Flood,
    Babble,
    /// Swap2: puts three stones, takes Black.
    TakeBlack,
    /// Swap2: puts three stones, takes White by its first stone.
    TakeWhite,
    /// Swap2: puts three stones, puts two more, takes Black.
    PutTwo,
    /// Swap2: the third of its three stones lies on the first.
    PutOneTwice,
    /// Swap2: wants to swap when it should put three stones.
    SwapAtOnce,
    /// Swap2: puts two stones when it should take a colour.
    PutTwoAgain,
    /// Swap2: takes its colour too late.
    ChooseLate,
    /// Swap2: the process ends when it should choose.
    ChooseNever,
    /// Does not know swap2 and says so.
    Unlearned,
}

/// The number of moves after which the unreliable engines show what they are.
const GOOD_MOVES: usize = 2;

struct Brain {
    habit: Habit,
    width: usize,
    height: usize,
    taken: HashSet<(usize, usize)>,
    moves: usize,
}

fn say(line: &str) {
    let mut out = std::io::stdout().lock();
    // The manager may be gone; then the next read ends this process.
    let _ = writeln!(out, "{line}").and_then(|()| out.flush());
}

impl Brain {
    fn free(&self) -> (usize, usize) {
        let mut cells = (0..self.height).flat_map(|y| (0..self.width).map(move |x| (x, y)));
        let is_free = |cell: &(usize, usize)| !self.taken.contains(cell);
        let cell = if self.habit == Habit::LastFree {
            cells.rfind(is_free)
        } else {
            cells.find(is_free)
        };
        cell.expect("the manager stops at a full board")
    }

    fn answer(&mut self) {
        if self.habit == Habit::Babble {
            return;
        }
        let (x, y) = self.free();
        self.moves += 1;
        if self.moves > GOOD_MOVES {
            match self.habit {
                Habit::Crash => std::process::exit(3),
                Habit::Hang => std::thread::sleep(Duration::from_secs(3600)),
                Habit::Late => std::thread::sleep(Duration::from_millis(1300)),
                Habit::Occupied => {
                    let (x, y) = self.taken.iter().next().expect("stones were played");
                    return say(&format!("{x},{y}"));
                }
                Habit::OffBoard => return say("-1,99"),
                _ => {}
            }
        }
        if self.habit == Habit::Noise {
            say("MESSAGE 0,0\r\n\nDEBUG 1,1\nmessage 3,3\nthinking about 2,2");
        }
        if self.habit == Habit::Suggest {
            return say(&format!("SUGGEST {x},{y}"));
        }
        self.taken.insert((x, y));
        say(&format!("{x},{y}"));
    }

    fn hear(&mut self, line: &str, lines: &mut impl Iterator<Item = String>) {
        let (word, rest) = line.split_once(' ').unwrap_or((line, ""));
        match word {
            "START" | "RECTSTART" if self.habit != Habit::NeverStart => {
                let (width, height) = rest.split_once(',').unwrap_or((rest, rest));
                self.width = width.parse().expect("a width");
                self.height = height.parse().expect("a height");
                self.taken.clear();
                self.moves = 0;
                say("OK");
            }
            "INFO" if self.habit == Habit::Noise => say("ERROR what is that?"),
            "ABOUT" => say("name=\"Test\", version=\"1\""),
            "BEGIN" => self.answer(),
            "TURN" => {
                self.take(rest);
                self.answer();
            }
            "PLAY" => {
                self.take(rest);
                say(rest);
            }
            "BOARD" => {
                self.taken.clear();
                for stone in lines.take_while(|line| line != "DONE") {
                    self.take(&stone);
                }
                self.answer();
            }
            "SWAP2BOARD" => {
                let stones = lines.take_while(|line| line != "DONE").count();
                self.swap2(stones);
            }
            "END" if self.habit != Habit::Hang => std::process::exit(0),
            _ => {}
        }
    }

    /// A step of swap2. The first stones lie in the last row, far from the first free cells.
    fn swap2(&self, stones: usize) {
        let row = self.height - 1;
        let three = format!("0,{row} 2,{row} 4,{row}");
        match (self.habit, stones) {
            (Habit::Unlearned, _) => say("UNKNOWN command"),
            (Habit::Hang, _) => {}
            (Habit::PutOneTwice, 0) => say(&format!("0,{row} 2,{row} 0,{row}")),
            // The match tries three stones in the middle first.
            (Habit::SwapAtOnce, 0) => say("SWAP"),
            (_, 0) => say(&three),
            (Habit::TakeWhite, _) => say(&format!("6,{row}")),
            (Habit::PutTwo, 3) => say(&format!("MESSAGE even\n6,{row} 8,{row}")),
            (Habit::PutTwoAgain, _) => say(&format!("1,{row} 3,{row}")),
            (Habit::ChooseLate, _) => {
                std::thread::sleep(Duration::from_millis(1300));
                say("SWAP");
            }
            (Habit::ChooseNever, 5) => std::process::exit(3),
            _ => say("SWAP"),
        }
    }

    fn take(&mut self, text: &str) {
        let mut numbers = text.split(',').map(|word| word.parse().expect("a number"));
        let (x, y) = (numbers.next(), numbers.next());
        self.taken.insert((x.expect("x"), y.expect("y")));
    }
}

/// Prints a line again and again, whatever else happens.
fn drone(line: &'static str) {
    std::thread::spawn(move || {
        loop {
            say(line);
        }
    });
}

fn run(habit: Habit) {
    // The test harness leaves the cursor behind the name of the test.
    say("");
    let mut brain = Brain {
        habit,
        width: 0,
        height: 0,
        taken: HashSet::new(),
        moves: 0,
    };
    match habit {
        Habit::Flood => drone("MESSAGE and on and on and on"),
        Habit::Babble => drone("well, let me see"),
        _ => {}
    }
    let mut lines = std::io::stdin().lock().lines().map_while(Result::ok);
    while let Some(line) = lines.next() {
        brain.hear(&line, &mut lines);
    }
    std::process::exit(0);
}

macro_rules! brains {
    ($($name:ident: $habit:ident,)*) => {$(
        #[test]
        #[ignore = "an engine for other tests, not a test"]
        fn $name() {
            run(Habit::$habit);
        }
    )*};
}

brains! {
    first_free: FirstFree,
    last_free: LastFree,
    crashing: Crash,
    hanging: Hang,
    occupied: Occupied,
    off_board: OffBoard,
    late: Late,
    never_starting: NeverStart,
    noisy: Noise,
    suggesting: Suggest,
    flooding: Flood,
    babbling: Babble,
    taking_black: TakeBlack,
    taking_white: TakeWhite,
    putting_two: PutTwo,
    putting_one_twice: PutOneTwice,
    swapping_at_once: SwapAtOnce,
    putting_two_again: PutTwoAgain,
    choosing_late: ChooseLate,
    choosing_never: ChooseNever,
    unlearned: Unlearned,
}

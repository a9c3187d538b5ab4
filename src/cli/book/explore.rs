//! `book explore`: looks at one position after the other, always at the most
//! promising one that was not explored. All it knows is in the memory of
//! positions, so that a killed run goes on and machines can share their work.
//!
//! Promising is what loses least on the way: every move costs what it is worse
//! than the best move of its position, and a little for its depth. A position
//! is explored when what lies behind its best moves is known.

use super::{Place, open};
use crate::board::Board;
use crate::cli::fault::refuse;
use crate::cli::interrupt::{INTERRUPTED, Stop};
use crate::cli::terminal::Progress;
use crate::cli::units::{parse_count, parse_memory, parse_threads};
use crate::database::key::Key;
use crate::database::{Database, Record};
use crate::engine::{Decision, Engine, EngineEvent, Recall, Report, Task, ThreadCount};
use crate::game::Game;
use crate::search::{Outcome, Searcher, SystemClock};
use crate::types::score::{before_move, is_loss, is_win};
use crate::types::{Point, Rule, Score};
use anyhow::{Result, anyhow, bail};
use std::cmp::Reverse;
use std::collections::{BinaryHeap, HashMap, HashSet};
use std::path::PathBuf;
use std::process::ExitCode;
use std::sync::Arc;
use std::sync::mpsc::{Receiver, RecvTimeoutError};
use std::time::Duration;

/// What one more ply costs a line: so much worse a move may be to be explored
/// before its position's best move is followed one ply deeper.
const PLY_COST: Score = 20;

/// A decided move costs no more than this: it is worse than any other.
const LARGEST_LOSS: Score = 2_000;

/// How often a run looks whether it was interrupted.
const GLANCE: Duration = Duration::from_millis(50);

/// Analyse the most promising positions that were not explored.
#[derive(clap::Args, Debug)]
pub struct Args {
    /// The memory of positions; it is made if there is none
    database: PathBuf,
    #[command(flatten)]
    place: Place,
    /// How many positions to look at
    #[arg(long, value_name = "COUNT", default_value_t = 100)]
    positions: usize,
    /// Nodes for each position
    #[arg(long, value_name = "COUNT", default_value = "1M", value_parser = parse_count)]
    nodes: u64,
    /// How many moves of a position to learn the value of
    #[arg(long, value_name = "COUNT", default_value_t = 4)]
    lines: usize,
    /// Threads to search with, at most as many as the machine has
    #[arg(long, value_name = "COUNT", default_value = "1", value_parser = parse_threads)]
    threads: ThreadCount,
    /// Memory for what the search remembers
    #[arg(long, value_name = "BYTES", default_value = "256M", value_parser = parse_memory)]
    memory: u64,
}

/// Runs the sub-command.
pub fn run(args: &Args) -> Result<ExitCode> {
    let stop = Stop::at_interruption()?;
    let database = open(&args.database)?;
    if database.is_read_only() {
        let error = anyhow!("{} is in use by another process", args.database.display());
        return Err(refuse(error));
    }
    let board = args.place.board()?;
    let mut looker = Looker::new(args, &stop);
    let mut recall = Recall::new(Arc::clone(&database));
    recall.least_depth = 1;
    let mut explorer = Explorer::new(&database, args.place.rule);
    let mut progress = Progress::new(0, args.positions, "positions").with_summary();
    let mut done = 0;
    while done < args.positions {
        let Some(path) = explorer.most_promising(&board)? else {
            break;
        };
        let position = path.last().unwrap_or(&board);
        let Some(outcome) = looker.look(args.place.rule, position)? else {
            break;
        };
        recall.note(args.place.rule, position, &outcome);
        explorer.learn(&path)?;
        done += 1;
        progress.show(done, &summary(&explorer, &board)?);
    }
    progress.finish();
    println!("{done} positions explored; {}", summary(&explorer, &board)?);
    Ok(if stop.is_set() {
        eprintln!("interrupted: the same command goes on from here");
        ExitCode::from(INTERRUPTED)
    } else {
        ExitCode::SUCCESS
    })
}

/// What is known of the position where it all began.
fn summary(explorer: &Explorer, board: &Board) -> Result<String> {
    let record = explorer.database.get(explorer.rule, board)?;
    let record = record.unwrap_or_default();
    let best = record
        .best
        .map_or_else(|| "-".to_owned(), |best| board.size().name(best));
    Ok(format!("value {:+}, best move {best}", record.value))
}

/// Searches positions.
struct Looker<'a> {
    engine: Engine,
    events: Receiver<EngineEvent>,
    lines: usize,
    stop: &'a Stop,
}

impl<'a> Looker<'a> {
    fn new(args: &Args, stop: &'a Stop) -> Self {
        let clock = Arc::new(SystemClock::start());
        let (mut engine, events) = Engine::with_channel(clock, Searcher::new);
        engine.change_options(|options| {
            options.max_nodes = Some(args.nodes);
            options.max_memory = Some(args.memory);
            options.threads = args.threads;
        });
        Self {
            engine,
            events,
            lines: args.lines.max(1),
            stop,
        }
    }

    /// What a search finds; `None` if the run was interrupted.
    fn look(&mut self, rule: Rule, board: &Board) -> Result<Option<Outcome>> {
        let mut game = Game::new(board.size());
        game.set_rule(rule);
        for &point in board.history() {
            game.play(point)?;
        }
        let now = self.engine.now();
        self.engine.go(&game, Task::Move { lines: self.lines }, now);
        loop {
            if self.stop.is_set() {
                self.engine.cancel();
                return Ok(None);
            }
            let event = match self.events.recv_timeout(GLANCE) {
                Ok(event) => event,
                Err(RecvTimeoutError::Timeout) => continue,
                Err(RecvTimeoutError::Disconnected) => bail!("the search has ended"),
            };
            match self.engine.accept(event) {
                Some(Report::Answer(answer)) if answer.decision != Decision::Nothing => {
                    return Ok(answer.outcome);
                }
                Some(Report::Answer(_)) => return Ok(None),
                _ => {}
            }
        }
    }
}

/// The moves of a position that are known, and their values for the side that
/// makes them.
type Moves = Arc<[(Point, Score)]>;

/// Finds out where to go on.
struct Explorer<'a> {
    database: &'a Database,
    rule: Rule,
    /// What was read before, by keys.
    known: HashMap<Vec<u8>, Known>,
}

/// What is known of a position.
#[derive(Clone)]
struct Known {
    is_proven: bool,
    moves: Moves,
}

/// A position on the way, ordered by what it costs to get there.
struct Waiting {
    cost: Score,
    number: usize,
    path: Vec<Board>,
}

impl<'a> Explorer<'a> {
    fn new(database: &'a Database, rule: Rule) -> Self {
        Self {
            database,
            rule,
            known: HashMap::new(),
        }
    }

    /// The position to look at next, with all that lead to it from this one;
    /// `None` if everything is decided.
    fn most_promising(&mut self, board: &Board) -> Result<Option<Vec<Board>>> {
        let mut waiting = BinaryHeap::new();
        let mut seen = HashSet::new();
        let mut number = 0;
        waiting.push(Reverse(Waiting {
            cost: 0,
            number,
            path: vec![board.clone()],
        }));
        while let Some(Reverse(next)) = waiting.pop() {
            let Some(position) = next.path.last() else {
                continue;
            };
            let Some(key) = Key::new(self.rule, position) else {
                continue;
            };
            if position.empty().is_empty() || !seen.insert(key.bytes().to_vec()) {
                continue;
            }
            let known = self.known(position, key.bytes())?;
            if known.is_proven {
                continue;
            }
            if known.moves.is_empty() {
                return Ok(Some(next.path));
            }
            let best = known.moves.iter().map(|(_, value)| *value).max();
            for &(point, value) in known.moves.iter() {
                let loss = best
                    .unwrap_or(value)
                    .saturating_sub(value)
                    .min(LARGEST_LOSS);
                let mut after = position.clone();
                after.play(point);
                let mut path = next.path.clone();
                path.push(after);
                number += 1;
                waiting.push(Reverse(Waiting {
                    cost: next.cost + loss + PLY_COST,
                    number,
                    path,
                }));
            }
        }
        Ok(None)
    }

    fn known(&mut self, board: &Board, key: &[u8]) -> Result<Known> {
        if let Some(known) = self.known.get(key) {
            return Ok(known.clone());
        }
        let record = self.database.get(self.rule, board)?;
        let moves = self.database.moves(self.rule, board)?;
        let moves: Vec<(Point, Score)> = moves
            .into_iter()
            .filter(|(_, record)| record.bound != crate::database::Bound::None)
            .map(|(point, record)| (point, before_move(record.value)))
            .collect();
        let known = Known {
            is_proven: record.is_some_and(|record| record.is_proven),
            moves: moves.into(),
        };
        self.known.insert(key.to_vec(), known.clone());
        Ok(known)
    }

    /// Carries what is new at the end of a path back to its beginning.
    fn learn(&mut self, path: &[Board]) -> Result<()> {
        for board in path.iter().rev() {
            if let Some(key) = Key::new(self.rule, board) {
                self.known.remove(key.bytes());
                let known = self.known(board, key.bytes())?;
                self.carry(board, &known)?;
                // The record has changed.
                self.known.remove(key.bytes());
            }
        }
        Ok(())
    }

    /// The value of a position is that of its best move.
    fn carry(&self, board: &Board, known: &Known) -> Result<()> {
        let best = known
            .moves
            .iter()
            .max_by_key(|(point, value)| (*value, Reverse(*point)));
        let Some(&(point, value)) = best else {
            return Ok(());
        };
        self.database.change(self.rule, board, |record| {
            // A win needs one move; a loss is only proven by a search of all.
            let found = Record::found(value, record.depth, Some(point), is_win(value));
            let is_worse_proof = record.is_proven && (!is_win(value) || value < record.value);
            if !is_worse_proof && !is_loss(value) {
                record.value = found.value;
                record.bound = found.bound;
                record.is_proven = found.is_proven;
                record.best = found.best;
            }
        })?;
        Ok(())
    }
}

impl PartialEq for Waiting {
    fn eq(&self, other: &Self) -> bool {
        (self.cost, self.number) == (other.cost, other.number)
    }
}

impl Eq for Waiting {}

impl PartialOrd for Waiting {
    fn partial_cmp(&self, other: &Self) -> Option<std::cmp::Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for Waiting {
    fn cmp(&self, other: &Self) -> std::cmp::Ordering {
        (self.cost, self.number).cmp(&(other.cost, other.number))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::database::test_file::TestDatabase;
    use crate::types::BoardSize;
    use crate::types::score::{loss_in, win_in};

    const RULE: Rule = Rule::Freestyle;

    fn board(moves: &str) -> Board {
        let size = BoardSize::square(15).expect("a valid size");
        crate::board::text::parse_moves(size, moves).expect("moves")
    }

    fn learn(database: &Database, moves: &str, value: Score, is_proven: bool) {
        let record = Record::found(value, 5, None, is_proven);
        let written = database.change(RULE, &board(moves), |kept| kept.learn(record));
        written.expect("written");
    }

    fn next(explorer: &mut Explorer, from: &str) -> Option<String> {
        let path = explorer.most_promising(&board(from)).expect("read")?;
        let last = path.last().expect("a position");
        Some(crate::board::text::points_to_text(last.history()))
    }

    #[test]
    fn the_line_that_loses_least_is_explored_first() {
        let database = TestDatabase::new();
        let mut explorer = Explorer::new(&database, RULE);
        assert_eq!(next(&mut explorer, "h8j9").as_deref(), Some("h8j9"));
        learn(&database, "h8j9", 10, false);
        // Values for the side that is to move behind the move.
        learn(&database, "h8j9a1", -10, false);
        learn(&database, "h8j9a2", 5, false);
        let mut explorer = Explorer::new(&database, RULE);
        assert_eq!(next(&mut explorer, "h8j9").as_deref(), Some("h8j9a1"));
        learn(&database, "h8j9a1b1", 10, false);
        let mut explorer = Explorer::new(&database, RULE);
        // One ply deeper costs 20, the other move 15 and a ply.
        assert_eq!(next(&mut explorer, "h8j9").as_deref(), Some("h8j9a2"));
        learn(&database, "h8j9a2b1", -5, false);
        let mut explorer = Explorer::new(&database, RULE);
        assert_eq!(next(&mut explorer, "h8j9").as_deref(), Some("h8j9a1b1"));
    }

    #[test]
    fn decided_positions_are_not_explored() {
        let database = TestDatabase::new();
        learn(&database, "h8j9a1", loss_in(4), true);
        learn(&database, "h8j9a2", win_in(5), true);
        let mut explorer = Explorer::new(&database, RULE);
        assert_eq!(next(&mut explorer, "h8j9"), None);
    }

    #[test]
    fn what_is_learned_is_carried_back() {
        let database = TestDatabase::new();
        learn(&database, "h8j9", 10, false);
        learn(&database, "h8j9a1", -10, false);
        learn(&database, "h8j9a1b1", 300, false);
        let mut explorer = Explorer::new(&database, RULE);
        let path = [board("h8j9"), board("h8j9a1")];
        explorer.learn(&path).expect("written");
        let get = |moves| {
            database
                .get(RULE, &board(moves))
                .expect("read")
                .expect("kept")
        };
        assert_eq!(get("h8j9a1").value, -300);
        assert_eq!(get("h8j9").value, 300);
        learn(&database, "h8j9a1b1", loss_in(2), true);
        explorer.learn(&path).expect("written");
        assert!(get("h8j9a1").is_won());
        assert_eq!(get("h8j9a1").value, win_in(3));
    }
}

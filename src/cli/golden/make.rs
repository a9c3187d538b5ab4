//! `golden make`: chooses positions of games and searches them with many nodes.

use super::choice::{Place, choose, key};
use super::set::{GoldenPosition, GoldenSet, Heading, Likes};
use crate::board::Board;
use crate::cli::destination;
use crate::cli::fault::refuse;
use crate::cli::growing::GrowingFile;
use crate::cli::interrupt::{INTERRUPTED, Stop};
use crate::cli::networks::Networks;
use crate::cli::probes::crew::Crew;
use crate::cli::selfplay::record::TrainingGame;
use crate::cli::selfplay::shard::{list_shards, read_shard};
use crate::cli::terminal::Progress;
use crate::cli::units::{board_size, parse_count, parse_rule, parse_size};
use crate::search::{Control, Limits, Params, Question, Searcher, Silent};
use crate::types::score::is_decisive;
use crate::types::{BoardSize, Rule};
use anyhow::{Result, ensure};
use std::path::PathBuf;
use std::process::ExitCode;
use std::sync::atomic::{AtomicBool, Ordering};

/// Memory of each thread's table: enough for one long search.
const TABLE_BYTES: usize = 32 << 20;

/// Make a golden set of the positions of games.
///
/// Quiet, undecided positions, half of them near an edge of the board, at most one near
/// it and one elsewhere of each game, no two alike. One position a line: moves, score,
/// best move. A killed run goes on: the same command with the same games keeps what is
/// in the file and ends with the same positions. A larger --count makes more.
#[derive(clap::Args, Debug)]
pub struct Args {
    /// Files of games, or directories with such files
    #[arg(required = true)]
    games: Vec<PathBuf>,
    /// The rule; games of other rules are left out
    #[arg(long, default_value = "freestyle", value_parser = parse_rule)]
    rule: Rule,
    /// The board; games on others are left out [default: 20 for freestyle, 15 for other rules]
    #[arg(long, value_parser = parse_size)]
    size: Option<BoardSize>,
    /// How many positions the set shall have
    #[arg(long, value_name = "COUNT", default_value_t = 3000)]
    count: usize,
    /// Nodes of the search of each position
    #[arg(long, value_name = "COUNT", default_value = "200k", value_parser = parse_count)]
    nodes: u64,
    /// The file to write, or to go on with
    #[arg(long, value_name = "FILE")]
    out: PathBuf,
    /// What the choice of positions depends on
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// Positions searched at the same time
    #[arg(long, default_value_t = 1)]
    threads: usize,
    #[command(flatten)]
    pub(super) networks: Networks,
}

/// Runs the sub-command.
pub fn run(args: &Args) -> Result<ExitCode> {
    let (heading, games) = prepare(args).map_err(refuse)?;
    let (mut file, earlier) =
        GrowingFile::open(&args.out, &heading.to_string(), GoldenSet::parse).map_err(refuse)?;
    let mut set = Growing::new(args.count, &earlier)?;
    if set.made() >= args.count {
        println!("{} positions are there already", set.made());
        return Ok(ExitCode::SUCCESS);
    }
    let stop = Stop::at_interruption()?;
    let mut progress = Progress::new(set.made(), args.count, "positions").with_summary();
    let crew = Crew {
        threads: args.threads,
        table_bytes: TABLE_BYTES,
        params: Params::default(),
        stop: &stop,
    };
    let mut known = Likes::default();
    known.extend(&earlier)?;
    let full = [const { AtomicBool::new(false) }; 2];
    let work = |game: &TrainingGame, searcher: &mut Searcher, control: &Control| {
        let is_wanted = |board: &Board| {
            let is_full = full[Place::of(board).index()].load(Ordering::Relaxed);
            !is_full && !known.contains(board)
        };
        let boards = choose(game, args.seed).into_iter().filter(is_wanted);
        let search = |board| search(board, &heading, searcher, control);
        boards.filter_map(search).collect::<Vec<_>>()
    };
    crew.work(&games, work, |found| {
        for position in found {
            if let Some(position) = set.take(position) {
                file.add(&position.to_line())?;
                progress.show(set.made(), &set.summary());
            }
        }
        for place in Place::ALL {
            full[place.index()].store(set.is_full(place), Ordering::Relaxed);
        }
        Ok(set.made() < args.count)
    })?;
    progress.finish();
    println!("{} positions, {}", set.made(), set.summary());
    if stop.is_set() {
        eprintln!("interrupted: the same command goes on from here");
        return Ok(ExitCode::from(INTERRUPTED));
    }
    ensure!(
        set.made() >= args.count,
        "the games have no more such positions: play more of them, or ask for fewer by --count"
    );
    Ok(ExitCode::SUCCESS)
}

/// What is to be made, and the games to make it of, in the order that the seed gives them.
fn prepare(args: &Args) -> Result<(Heading, Vec<TrainingGame>)> {
    ensure!(args.threads > 0, "at least one thread is needed");
    destination::check(&args.out)?;
    args.networks.install([args.rule])?;
    let heading = Heading {
        rule: args.rule,
        size: board_size(args.rule, args.size)?,
        nodes: args.nodes,
        seed: args.seed,
    };
    let mut games = Vec::new();
    for file in list_shards(&args.games)? {
        games.extend(read_shard(&file)?.games);
    }
    games.retain(|game| game.rule == heading.rule && game.size == heading.size);
    games.sort_by_cached_key(|game| key(game, args.seed));
    ensure!(
        !games.is_empty(),
        "there are no games of {} on a {} board",
        heading.rule,
        heading.size
    );
    Ok((heading, games))
}

/// Searches a position; nothing if that decides it, or was stopped.
fn search(
    board: Board,
    heading: &Heading,
    searcher: &mut Searcher,
    control: &Control,
) -> Option<GoldenPosition> {
    // What an earlier position left behind must not change this one.
    searcher.clear();
    let question = Question::new(board.clone(), heading.rule, Limits::nodes(heading.nodes));
    let outcome = searcher.think(&question, control, &mut Silent);
    let best = outcome.best_move()?;
    let score = outcome.lines.first()?.score;
    let position = GoldenPosition { board, score, best };
    (!is_decisive(score) && !control.is_stopped()).then_some(position)
}

/// A set that grows, half near edges and half elsewhere.
struct Growing {
    wanted: [usize; 2],
    made: [usize; 2],
    likes: Likes,
    alike: usize,
}

impl Growing {
    fn new(count: usize, earlier: &GoldenSet) -> Result<Self> {
        let mut made = [0; 2];
        for position in &earlier.positions {
            made[Place::of(&position.board).index()] += 1;
        }
        let mut likes = Likes::default();
        likes.extend(earlier)?;
        Ok(Self {
            wanted: [count / 2, count - count / 2],
            made,
            likes,
            alike: 0,
        })
    }

    /// Gives the position back if it belongs to the set.
    fn take(&mut self, position: GoldenPosition) -> Option<GoldenPosition> {
        let place = Place::of(&position.board);
        if self.is_full(place) {
            return None;
        }
        if !self.likes.insert(&position.board) {
            self.alike += 1;
            return None;
        }
        self.made[place.index()] += 1;
        Some(position)
    }

    const fn is_full(&self, place: Place) -> bool {
        self.made[place.index()] >= self.wanted[place.index()]
    }

    const fn made(&self) -> usize {
        self.made[0] + self.made[1]
    }

    fn summary(&self) -> String {
        let [edge, middle] = self.made;
        format!(
            "{edge} near edges, {middle} elsewhere; {} were alike",
            self.alike
        )
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::text::parse_moves;

    #[test]
    fn a_set_is_half_near_edges_and_has_nothing_twice() {
        let size = BoardSize::square(15).expect("a valid size");
        let position = |moves: &str| GoldenPosition {
            board: parse_moves(size, moves).expect("valid moves"),
            score: 0,
            best: "o1".parse().expect("a point"),
        };
        let earlier = "# golden positions: renju 15x15, 9 nodes, seed 1\na1 0 b2\n";
        let earlier = GoldenSet::parse(earlier).expect("a valid set");
        let mut set = Growing::new(4, &earlier).expect("no repetition");
        assert_eq!(set.take(position("o15")), None, "like the earlier one");
        assert!(set.take(position("a2")).is_some());
        assert_eq!(set.take(position("a3")), None, "enough near edges");
        assert!(set.is_full(Place::Edge) && !set.is_full(Place::Middle));
        assert!(set.take(position("h8")).is_some());
        assert!(set.take(position("h9")).is_some());
        assert_eq!((set.made(), set.alike), (4, 1));
    }
}

//! Thinks about a position for `analyze`: first the best move alone, which
//! lets the solvers look for forced wins, then the other good moves, and at
//! last a decided game to its end. Prints nothing.

use crate::board::Board;
use crate::cli::probes::forced::{self, Forced, Means};
use crate::cli::probes::good_lines::join;
use crate::search::{Control, Limits, Line, Observer, Outcome, Question, Searcher, TimeBudget};
use crate::types::Rule;
use crate::types::score::is_decisive;
use std::time::Duration;

/// Nodes for one position of the rest of a forced win: the table still knows the proof.
const NODES: u64 = 50_000;

/// The time for the whole rest of a forced win.
const PATIENCE: Duration = Duration::from_secs(5);

/// The time for the best move alone when nothing bounds the analysis: half of it would be endless.
const PRELUDE: Duration = Duration::from_secs(3);

/// What bounds an analysis; what is `None` does not.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Bounds {
    /// The time for everything but the rest of a forced win.
    pub time: Option<Duration>,
    /// Nodes to visit.
    pub nodes: Option<u64>,
    /// The deepest iteration.
    pub depth: Option<u32>,
    /// How many good moves to tell.
    pub lines: usize,
    /// How many threads to search with.
    pub threads: usize,
}

impl Bounds {
    /// Limits for a search that starts now and takes a share of what is left.
    fn share(
        &self,
        control: &Control,
        spent: &Outcome,
        lines: usize,
        part: u32,
    ) -> (Limits, TimeBudget) {
        let now = control.now();
        let is_endless = self.time.is_none() && self.nodes.is_none() && self.depth.is_none();
        let share = self
            .time
            .map(|time| time.saturating_sub(spent.elapsed) / part)
            .or((is_endless && part > 1).then_some(PRELUDE));
        let until = share.map(|time| now + time);
        let nodes = self
            .nodes
            .map(|nodes| (nodes.saturating_sub(spent.nodes) / u64::from(part)).max(1));
        let limits = Limits {
            max_depth: self.depth,
            max_nodes: nodes,
            lines,
            threads: self.threads,
            ..Limits::NONE
        };
        let time = TimeBudget {
            started: now,
            ..TimeBudget::until(until)
        };
        (limits, time)
    }
}

/// What was found.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Analysis {
    /// The good moves, best first; empty only if no cell is empty.
    pub lines: Vec<Line>,
    /// Nodes visited.
    pub nodes: u64,
    /// Time spent.
    pub elapsed: Duration,
    /// The decided game to its end, if it is one.
    pub forced: Option<Forced>,
}

impl Analysis {
    /// What was known before, without a search.
    pub fn of(known: Outcome) -> Self {
        Self {
            lines: known.lines,
            ..Self::nothing()
        }
    }

    /// What the search found.
    pub fn outcome(&self) -> Outcome {
        Outcome {
            lines: self.lines.clone(),
            nodes: self.nodes,
            elapsed: self.elapsed,
            hashfull: 0,
        }
    }

    /// There was nothing to think about.
    pub const fn nothing() -> Self {
        Self {
            lines: Vec::new(),
            nodes: 0,
            elapsed: Duration::ZERO,
            forced: None,
        }
    }
}

/// Thinks about a position whose game is not over.
pub fn analyze(
    board: &Board,
    rule: Rule,
    bounds: &Bounds,
    searcher: &mut Searcher,
    control: &Control,
    observer: &mut dyn Observer,
) -> Analysis {
    let mut total = Outcome {
        lines: Vec::new(),
        nodes: 0,
        elapsed: Duration::ZERO,
        hashfull: 0,
    };
    let wanted = bounds.lines.clamp(1, board.empty().len().max(1));
    // How many lines, and which part of what is left.
    let rounds: &[(usize, u32)] = if wanted > 1 {
        &[(1, 2), (wanted, 1)]
    } else {
        &[(1, 1)]
    };
    for &(lines, part) in rounds {
        if control.is_stopped() {
            break;
        }
        let (limits, time) = bounds.share(control, &total, lines, part);
        control.set_budget(time);
        let question = Question::new(board.clone(), rule, limits);
        let outcome = searcher.think(&question, control, observer);
        total.nodes += outcome.nodes;
        total.elapsed += outcome.elapsed;
        total.lines = join(total.lines, outcome.lines);
    }
    total.lines.truncate(wanted);
    let decided = total.lines.first().filter(|line| is_decisive(line.score));
    let forced = decided.map(|line| {
        let time = TimeBudget::until(Some(control.now() + PATIENCE));
        control.set_budget(time);
        let limits = Limits {
            threads: bounds.threads,
            ..Limits::nodes(NODES)
        };
        let mut means = Means {
            searcher,
            control,
            limits,
        };
        forced::to_the_end(board, rule, line, &mut means)
    });
    Analysis {
        lines: total.lines,
        nodes: total.nodes,
        elapsed: total.elapsed,
        forced,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::text::parse_moves;
    use crate::search::{ManualClock, Silent, SystemClock};
    use crate::types::score::is_win;
    use crate::types::{BoardSize, Point, Score};
    use std::sync::Arc;

    fn analyze_moves(moves: &str, lines: usize) -> Analysis {
        let size = BoardSize::square(15).expect("a size");
        let board = parse_moves(size, moves).expect("moves");
        let bounds = Bounds {
            time: None,
            nodes: Some(20_000),
            depth: None,
            lines,
            threads: 1,
        };
        let control = Control::new(Arc::new(SystemClock::start()), TimeBudget::UNLIMITED);
        let mut searcher = Searcher::new(1 << 20);
        analyze(
            &board,
            Rule::Freestyle,
            &bounds,
            &mut searcher,
            &control,
            &mut Silent,
        )
    }

    #[test]
    fn every_search_gets_the_threads_and_lines_that_are_wanted() {
        let bounds = Bounds {
            time: None,
            nodes: Some(1_000),
            depth: Some(7),
            lines: 3,
            threads: 2,
        };
        let control = Control::new(Arc::new(SystemClock::start()), TimeBudget::UNLIMITED);
        let spent = Outcome {
            lines: Vec::new(),
            nodes: 400,
            elapsed: Duration::ZERO,
            hashfull: 0,
        };
        let (limits, _) = bounds.share(&control, &spent, 3, 2);
        assert_eq!((limits.threads, limits.lines), (2, 3));
        assert_eq!((limits.max_nodes, limits.max_depth), (Some(300), Some(7)));
    }

    #[test]
    fn an_endless_analysis_comes_to_the_other_lines_too() {
        let bounds = Bounds {
            time: None,
            nodes: None,
            depth: None,
            lines: 3,
            threads: 1,
        };
        let control = Control::new(Arc::new(ManualClock::default()), TimeBudget::UNLIMITED);
        let spent = Outcome {
            lines: Vec::new(),
            nodes: 0,
            elapsed: Duration::ZERO,
            hashfull: 0,
        };
        let (_, alone) = bounds.share(&control, &spent, 1, 2);
        assert_eq!(alone, TimeBudget::until(Some(PRELUDE)));
        let (_, all) = bounds.share(&control, &spent, 3, 1);
        assert_eq!(all, TimeBudget::until(None));
    }

    #[test]
    fn so_many_different_moves_are_told_as_are_wanted_best_first() {
        let analysis = analyze_moves("h8i9", 4);
        let mut firsts: Vec<Point> = analysis.lines.iter().map(|line| line.moves[0]).collect();
        let scores: Vec<Score> = analysis.lines.iter().map(|line| line.score).collect();
        assert!(scores.is_sorted_by(|a, b| a >= b), "{scores:?}");
        firsts.sort_unstable();
        firsts.dedup();
        assert_eq!(firsts.len(), 4);
        assert_eq!(analysis.forced, None);
    }

    #[test]
    fn a_win_comes_with_its_whole_line() {
        for lines in [1, 3] {
            let analysis = analyze_moves("h8a1i8a2j8a3", lines);
            assert!(is_win(analysis.lines[0].score));
            let forced = analysis.forced.expect("a forced win");
            assert!(forced.is_complete);
            assert_eq!(forced.moves.len(), 3);
            assert_eq!(forced.moves[0], analysis.lines[0].moves[0]);
        }
    }
}

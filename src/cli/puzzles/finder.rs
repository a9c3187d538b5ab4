//! Puzzles of one game: looks at its positions one after the other. What it
//! finds depends on the game and the nodes alone.

use super::fingerprint::fingerprint;
use super::grade::{Onlooker, Sight, grade};
use super::material::Material;
use super::puzzle::{Evidence, Puzzle, Wrong, cell, cells, steps};
use super::unique::{Fate, OnlyWin, only_win};
use crate::board::{Board, Cell};
use crate::cli::records::subject::five;
use crate::position::Position;
use crate::search::threats::ThreatSolver;
use crate::search::{Control, Searcher};
use crate::types::{Color, Rule};
use anyhow::Result;
use std::collections::{BTreeMap, HashSet};

/// Memory for the table of the searches: they are short, and it is cleared for each.
const TABLE_BYTES: usize = 2 << 20;
/// Positions in the solvers' table of proofs.
const PROOF_ENTRIES: usize = 1 << 17;

/// What became of the positions, counted.
pub type Fates = BTreeMap<Fate, usize>;

/// What one game gave.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Yield {
    /// Its puzzles.
    pub puzzles: Vec<Puzzle>,
    /// What became of its positions.
    pub fates: Fates,
}

/// Looks for puzzles.
pub struct Finder<'a> {
    solver: ThreatSolver,
    searcher: Searcher,
    control: &'a Control,
    nodes: u64,
}

impl<'a> Finder<'a> {
    /// A finder that looks for wins with so many nodes.
    pub fn new(nodes: u64, control: &'a Control) -> Self {
        Self {
            solver: ThreatSolver::new(PROOF_ENTRIES),
            searcher: Searcher::new(TABLE_BYTES),
            control,
            nodes,
        }
    }

    /// The puzzles of a game; nothing if it was stopped.
    pub fn look_through(&mut self, material: &Material) -> Result<Option<Yield>> {
        let mut found = Yield::default();
        let mut covered = HashSet::new();
        let game = &material.game;
        let first = usize::from(game.setup.is_empty());
        for moves in first..=game.moves.len() {
            let board = game.board_after(moves);
            let last = moves.checked_sub(1).map(|index| game.moves[index].point);
            let fate = if covered.contains(&fingerprint(material.rule, &board)) {
                Err(Fate::PartOfOther)
            } else {
                self.examine(&board, material.rule)
            };
            if self.control.is_stopped() {
                return Ok(None);
            }
            let fate = match fate {
                Err(fate) => fate,
                Ok((win, sight)) => {
                    let mut puzzle = make(&board, material.rule, &win, sight);
                    puzzle.source = if moves > 0 {
                        format!("{}, move {}", material.name, moves + 1)
                    } else {
                        material.name.clone()
                    };
                    puzzle.last = last.map(|point| cell(board.size(), point));
                    covered.extend(positions_within(&puzzle)?);
                    found.puzzles.push(puzzle);
                    Fate::Puzzle
                }
            };
            *found.fates.entry(fate).or_default() += 1;
        }
        Ok(Some(found))
    }

    /// What a position is; an error says why it is no puzzle.
    fn examine(&mut self, board: &Board, rule: Rule) -> Result<(OnlyWin, Sight), Fate> {
        let is_over = |color| five(rule, board, color).is_some();
        if board.empty().is_empty() || Color::ALL.into_iter().any(is_over) {
            return Err(Fate::Trivial);
        }
        // What an earlier position left behind must not change this answer.
        self.solver.clear();
        let mut position = Position::new(board, rule);
        let win = only_win(&mut self.solver, &mut position, self.nodes)?;
        let Some(first) = win.solution.steps.first().map(|step| step.point) else {
            return Err(Fate::NoWin);
        };
        let mut onlooker = Onlooker {
            searcher: &mut self.searcher,
            control: self.control,
        };
        let mut barred = win.detours.clone();
        barred.push(first);
        if onlooker.wins_without(board, rule, &barred, win.other_nodes) {
            return Err(Fate::OtherWin);
        }
        let sight = onlooker.sight(board, rule, first);
        Ok((win, sight))
    }
}

fn make(board: &Board, rule: Rule, win: &OnlyWin, sight: Sight) -> Puzzle {
    let size = board.size();
    let solution = &win.solution;
    let wrong = win.wrong.iter().map(|&(point, reply)| Wrong {
        cell: cell(size, point),
        reply: reply.map(|reply| cell(size, reply)),
    });
    Puzzle {
        rule: rule.name().to_owned(),
        width: size.width(),
        height: size.height(),
        black: cells(board, Cell::Stone(Color::Black)),
        white: cells(board, Cell::Stone(Color::White)),
        walls: cells(board, Cell::Wall),
        white_moves: board.side_to_move() == Color::White,
        last: None,
        source: String::new(),
        grade: grade(solution.length(), solution.fours_only, sight),
        length: solution.length(),
        fours_only: solution.fours_only,
        detours: win.detours.iter().map(|&point| cell(size, point)).collect(),
        wrong: wrong.collect(),
        tree: steps(size, solution),
        evidence: Evidence {
            proof_nodes: win.proof_nodes,
            other_nodes: win.other_nodes,
            refuted: win.refuted,
            open: win.wrong.len() - win.refuted,
            seen_at: sight.seen_at,
            guessed: sight.guessed,
        },
    }
}

/// The positions of a puzzle's solution with the winner to move, itself among them.
pub fn positions_within(puzzle: &Puzzle) -> Result<HashSet<Vec<u8>>> {
    let rule = puzzle.rule()?;
    let mut prints = HashSet::new();
    let mut seen = vec![false; puzzle.tree.len()];
    let mut waiting = vec![(0, puzzle.board()?)];
    while let Some((number, board)) = waiting.pop() {
        let Some(step) = puzzle.tree.get(number) else {
            continue;
        };
        if std::mem::replace(&mut seen[number], true) {
            continue;
        }
        prints.insert(fingerprint(rule, &board));
        for &(reply, next) in &step.replies {
            let mut after = board.clone();
            for cell in [step.cell, reply] {
                after.play(puzzle.point(cell));
            }
            waiting.push((next, after));
        }
    }
    Ok(prints)
}

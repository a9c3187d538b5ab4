//! Puzzles as SGF: one game for each, with the stones set up, the solution
//! with every defence as variations, and the wrong tries behind it.

use super::puzzle::Puzzle;
use crate::tree::{GameTree, Node, NodeId, sgf};
use crate::types::Color;
use anyhow::Result;

/// Positions of a solution that are written, at most: files are for people. The rest of a
/// larger one is in the page and the data.
const MOST_NODES: usize = 3_000;

/// All puzzles, one after the other.
pub fn write(puzzles: &[Puzzle]) -> Result<String> {
    let numbered = puzzles.iter().enumerate();
    numbered
        .map(|(index, puzzle)| write_puzzle(index + 1, puzzle))
        .collect()
}

fn write_puzzle(number: usize, puzzle: &Puzzle) -> Result<String> {
    let mut tree = GameTree::new(puzzle.size()?);
    let root = tree.root();
    if let Some(node) = tree.node_mut(root) {
        node.comment = task(puzzle);
    }
    add_solution(&mut tree, puzzle)?;
    add_tries(&mut tree, puzzle)?;
    let name = format!("Puzzle {number}, grade {}", puzzle.grade);
    let properties = [
        ("RU", puzzle.rule.as_str()),
        ("GN", &name),
        ("SO", &puzzle.source),
        ("AP", concat!("Quinte:", env!("CARGO_PKG_VERSION"))),
    ];
    Ok(sgf::write_from(&tree, &puzzle.board()?, &properties))
}

/// What is asked, in words.
fn task(puzzle: &Puzzle) -> String {
    let means = if puzzle.fours_only {
        "fours only"
    } else {
        "fours and threes"
    };
    let winner = match puzzle.winner() {
        Color::Black => "Black",
        Color::White => "White",
    };
    format!(
        "{winner} to move and win in {} moves ({means}). Grade {}.",
        puzzle.length, puzzle.grade
    )
}

fn add_solution(tree: &mut GameTree, puzzle: &Puzzle) -> Result<()> {
    let mut waiting = vec![(tree.root(), 0)];
    let mut written = 0;
    while let Some((parent, number)) = waiting.pop() {
        let Some(step) = puzzle.tree.get(number) else {
            continue;
        };
        let comment = match () {
            () if step.replies.is_empty() => "nothing stops the five",
            () if number == 0 => "the only move that wins",
            () => "",
        };
        let point = puzzle.point(step.cell);
        let node = Node::new(Some(point), comment.to_owned(), number == 0);
        let own = tree.add(parent, node)?;
        for (rank, &(reply, next)) in step.replies.iter().enumerate() {
            // The longest defence is always written to its end.
            if rank > 0 && written >= MOST_NODES {
                break;
            }
            written += 1;
            let reply = tree.add(own, Node::of_move(puzzle.point(reply)))?;
            waiting.push((reply, next));
        }
        // The longest defence first.
        let count = step.replies.len().min(waiting.len());
        let at = waiting.len() - count;
        waiting[at..].reverse();
    }
    Ok(())
}

/// The threats that do not win, with what refutes them.
fn add_tries(tree: &mut GameTree, puzzle: &Puzzle) -> Result<()> {
    let root = tree.root();
    let mut add = |cell: usize, comment: &str| -> Result<NodeId> {
        let node = Node::new(Some(puzzle.point(cell)), comment.to_owned(), false);
        Ok(tree.add(root, node)?)
    };
    for &cell in &puzzle.detours {
        add(cell, "a four that only puts the solution off")?;
    }
    let mut refutations = Vec::new();
    for wrong in &puzzle.wrong {
        let own = add(wrong.cell, "does not win")?;
        refutations.extend(wrong.reply.map(|reply| (own, reply)));
    }
    for (own, reply) in refutations {
        tree.add(own, Node::of_move(puzzle.point(reply)))?;
    }
    Ok(())
}

//! The Smart Game Format with all its variations: moves, comments, labels and
//! marks. Other properties are passed over. Stones that are set up before the
//! first move are no part of a game from the empty board and are refused.

pub mod notation;

use super::error::TreeError;
use super::tree::{GameTree, Node, NodeId};
use crate::board::Board;
use crate::types::{BoardSize, Color, Point};
use notation::{Scanner, escape, place, sides};
use std::fmt::Write;

/// The board where none is told.
const USUAL_SIDE: usize = 15;

/// A tree, and the rule that its file names.
#[derive(Clone, PartialEq, Debug)]
pub struct SgfTree {
    /// The tree.
    pub tree: GameTree,
    /// What the property for the rule says.
    pub rule: Option<String>,
}

/// Reads the first tree of a text.
pub fn read(text: &str) -> Result<SgfTree, TreeError> {
    let start = text.find('(').ok_or(TreeError::Kind("SGF"))?;
    let mut scanner = Scanner::new(text.get(start..).unwrap_or_default());
    let mut reader = Reader::default();
    while let Some(sign) = scanner.next_sign() {
        match sign {
            '(' => {
                scanner.skip();
                reader.open();
            }
            ')' => {
                scanner.skip();
                if !reader.close() {
                    return reader.finish();
                }
            }
            ';' => {
                scanner.skip();
                reader.begin_node()?;
            }
            _ => {
                let (name, values) = scanner.property()?;
                reader.take(name, &values)?;
            }
        }
    }
    Err(TreeError::Ends)
}

/// A tree that is being read.
#[derive(Default)]
struct Reader {
    size: Option<BoardSize>,
    rule: Option<String>,
    tree: Option<GameTree>,
    /// The node that is being read, and those that brackets lead back to.
    current: Option<NodeId>,
    branches: Vec<Option<NodeId>>,
    /// The node begun, as long as its move was not read.
    is_fresh: bool,
    has_node: bool,
}

impl Reader {
    fn open(&mut self) {
        self.branches.push(self.current);
    }

    /// Whether the tree goes on.
    fn close(&mut self) -> bool {
        self.current = self.branches.pop().flatten();
        !self.branches.is_empty()
    }

    fn finish(mut self) -> Result<SgfTree, TreeError> {
        if self.has_node {
            self.start_tree()?;
        }
        let tree = self.tree.ok_or(TreeError::Kind("SGF"))?;
        Ok(SgfTree {
            tree,
            rule: self.rule,
        })
    }

    /// The first node of all is the empty board, but for a move in it.
    fn begin_node(&mut self) -> Result<(), TreeError> {
        self.is_fresh = true;
        self.has_node = true;
        match (&mut self.tree, self.current) {
            // The board may still be told.
            (None, _) => {}
            (Some(tree), Some(parent)) => self.current = Some(tree.add(parent, Node::default())?),
            // A second root: variations from the empty board.
            (Some(tree), None) => self.current = Some(tree.add(tree.root(), Node::default())?),
        }
        if self.tree.is_none() && self.current.is_none() && self.size.is_some() {
            self.start_tree()?;
        }
        Ok(())
    }

    /// Makes the tree, once its board must be known.
    fn start_tree(&mut self) -> Result<&mut GameTree, TreeError> {
        if self.tree.is_none() {
            let usual = BoardSize::square(USUAL_SIDE);
            let size = self.size.or(usual).ok_or(TreeError::Board)?;
            let tree = GameTree::new(size);
            self.current = Some(tree.root());
            for branch in &mut self.branches {
                *branch = Some(tree.root());
            }
            self.tree = Some(tree);
        }
        self.tree.as_mut().ok_or(TreeError::Board)
    }

    fn take(&mut self, name: &str, values: &[String]) -> Result<(), TreeError> {
        let value = values.first().map_or("", String::as_str);
        match name {
            "GM" if value.trim() != "4" => {
                return Err(TreeError::Content(format!("GM[{value}], no gomoku")));
            }
            "SZ" => self.size = Some(board_size(value)?),
            "RU" => self.rule = Some(value.to_owned()),
            "AB" | "AW" | "AE" => {
                return Err(TreeError::Content(format!("{name}, stones set up,")));
            }
            "B" | "W" => self.take_move(value)?,
            "C" => {
                // A line ends by either sign or by both; one that stayed could meet another
                // when it is written.
                let value = value.replace("\r\n", "\n").replace('\r', "\n");
                self.start_tree()?;
                self.edit(|node| node.comment = value);
            }
            "LB" => {
                self.start_tree()?;
                for value in values {
                    let (at, text) = value.split_once(':').unwrap_or((value, ""));
                    let at = point(at)?;
                    self.edit(|node| node.labels.push((at, text.to_owned())));
                }
                self.edit(|node| node.labels.sort_unstable());
            }
            "MA" => {
                self.start_tree()?;
                let points: Result<Vec<Point>, TreeError> =
                    values.iter().map(|value| point(value)).collect();
                let points = points?;
                self.edit(|node| {
                    node.is_marked |= node.point.is_some_and(|point| points.contains(&point));
                });
            }
            _ => {}
        }
        Ok(())
    }

    fn edit(&mut self, edit: impl FnOnce(&mut Node)) {
        if let (Some(tree), Some(current)) = (&mut self.tree, self.current)
            && let Some(node) = tree.node_mut(current)
        {
            edit(node);
        }
    }

    fn take_move(&mut self, value: &str) -> Result<(), TreeError> {
        let played = match value.trim() {
            "" => None,
            text => Some(point(text)?),
        };
        self.start_tree()?;
        let is_root = self.tree.as_ref().map(GameTree::root) == self.current;
        // A move in the first node, or a second move in one, is a node of its own.
        if (is_root || !self.is_fresh)
            && let (Some(tree), Some(parent)) = (&mut self.tree, self.current)
        {
            self.current = Some(tree.add(parent, Node::default())?);
        }
        self.is_fresh = false;
        self.edit(|node| node.point = played);
        Ok(())
    }
}

fn board_size(value: &str) -> Result<BoardSize, TreeError> {
    let bad = || TreeError::Content(format!("SZ[{value}]"));
    let (width, height) = value.split_once(':').unwrap_or((value, value));
    let side = |text: &str| text.trim().parse::<usize>().map_err(|_| bad());
    BoardSize::new(side(width)?, side(height)?).ok_or_else(bad)
}

fn point(text: &str) -> Result<Point, TreeError> {
    notation::point(text).ok_or_else(|| TreeError::Content(format!("the point '{text}'")))
}

/// Writes a tree, with these properties of the game as a whole.
pub fn write(tree: &GameTree, properties: &[(&str, &str)]) -> String {
    write_from(tree, &Board::new(tree.size()), properties)
}

/// As [`write()`], but the tree begins with these stones and this side to move.
pub fn write_from(tree: &GameTree, start: &Board, properties: &[(&str, &str)]) -> String {
    let mut text = format!("(;FF[4]GM[4]CA[UTF-8]SZ[{}]", sides(tree.size()));
    for (name, value) in properties {
        // Writing to a String cannot fail.
        let _ = write!(text, "{name}[{}]", escape(value));
    }
    write_stones(&mut text, start);
    write_notes(&mut text, tree.node(tree.root()));
    let mut steps = Vec::new();
    let is_black = start.side_to_move() == Color::Black;
    push_children(tree, tree.root(), is_black, &mut steps);
    while let Some(step) = steps.pop() {
        match step {
            Step::Text(sign) => text.push(sign),
            Step::Node(id, is_black) => {
                let node = tree.node(id);
                let name = if is_black { 'B' } else { 'W' };
                let place = node.point.map(place).unwrap_or_default();
                // Writing to a String cannot fail.
                let _ = write!(text, "\n;{name}[{place}]");
                write_notes(&mut text, node);
                push_children(tree, id, !is_black, &mut steps);
            }
        }
    }
    text.push_str(")\n");
    text
}

/// Stones that are set up, and whose turn it is then.
fn write_stones(text: &mut String, board: &Board) {
    if board.stone_count() == 0 {
        return;
    }
    for (name, color) in [("AB", Color::Black), ("AW", Color::White)] {
        let stones = board.stones(color);
        if !stones.is_empty() {
            text.push_str(name);
        }
        for point in stones.iter() {
            // Writing to a String cannot fail.
            let _ = write!(text, "[{}]", place(point));
        }
    }
    let mover = match board.side_to_move() {
        Color::Black => 'B',
        Color::White => 'W',
    };
    let _ = write!(text, "PL[{mover}]");
}

enum Step {
    Text(char),
    Node(NodeId, bool),
}

/// What is still to be written behind a node, last first: brackets only where
/// the game branches.
fn push_children(tree: &GameTree, parent: NodeId, is_black: bool, steps: &mut Vec<Step>) {
    let children = tree.node(parent).children();
    for &child in children.iter().rev() {
        if children.len() > 1 {
            steps.push(Step::Text(')'));
        }
        steps.push(Step::Node(child, is_black));
        if children.len() > 1 {
            steps.push(Step::Text('('));
        }
    }
}

fn write_notes(text: &mut String, node: &Node) {
    // Writing to a String cannot fail.
    if !node.comment.is_empty() {
        let _ = write!(text, "C[{}]", escape(&node.comment));
    }
    if let Some(point) = node.point.filter(|_| node.is_marked) {
        let _ = write!(text, "MA[{}]", place(point));
    }
    if !node.labels.is_empty() {
        text.push_str("LB");
        for (point, label) in &node.labels {
            let _ = write!(text, "[{}:{}]", place(*point), escape(label));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::tree::samples;
    use super::*;
    use proptest::prelude::*;

    fn moves(tree: &GameTree, id: NodeId) -> Vec<String> {
        let children = tree.node(id).children().iter();
        children
            .map(|&child| {
                let point = tree.node(child).point;
                point.map_or_else(|| "pass".to_owned(), |point| point.to_string())
            })
            .collect()
    }

    #[test]
    fn what_is_written_is_read_again() {
        let tree = samples::tree();
        let text = write(&tree, &[("RU", "renju")]);
        let again = read(&text).expect("a tree");
        assert_eq!(again.tree, tree, "{text}");
        assert_eq!(again.rule.as_deref(), Some("renju"));
        let wide = GameTree::new(BoardSize::new(20, 10).expect("a valid size"));
        assert_eq!(read(&write(&wide, &[])).expect("a tree").tree, wide);
    }

    #[test]
    fn variations_of_others_are_read() {
        let text = "other text (;GM[4]SZ[15]FF[4]C[root]\n;B[hh];W[ih](;B[gg]C[a\\]b](;W[aa])(;W[bb]))\
                    (;B[ff]MA[ff]LB[aa:1][bb:2]))";
        let tree = read(text).expect("a tree").tree;
        assert_eq!(tree.node(tree.root()).comment, "root");
        let first = tree.node(tree.root()).children()[0];
        assert_eq!(moves(&tree, tree.root()), ["h8"]);
        let second = tree.node(first).children()[0];
        assert_eq!(moves(&tree, second), ["g7", "f6"]);
        let [third, other] = tree.node(second).children() else {
            panic!("two branches");
        };
        assert_eq!(moves(&tree, *third), ["a1", "b2"]);
        assert_eq!(tree.node(*third).comment, "a]b");
        assert!(tree.node(*other).is_marked);
        assert_eq!(tree.node(*other).labels.len(), 2);
    }

    #[test]
    fn variations_from_the_empty_board_and_moves_in_the_first_node_are_read() {
        let tree = read("(;SZ[15](;B[hh])(;B[gg]))").expect("a tree").tree;
        assert_eq!(moves(&tree, tree.root()), ["h8", "g7"]);
        let tree = read("(;B[hh];W[ii])").expect("a tree").tree;
        assert_eq!(moves(&tree, tree.root()), ["h8"]);
        let tree = read("(;SZ[9];B[];W[ii])").expect("a tree").tree;
        assert_eq!(moves(&tree, tree.root()), ["pass"]);
    }

    #[test]
    fn line_ends_of_all_kinds_come_back() {
        let tree = read("(;GM[4]SZ[15]C[a\r\nb\rc\r\r\nd])")
            .expect("a tree")
            .tree;
        assert_eq!(tree.node(tree.root()).comment, "a\nb\nc\n\nd");
        assert_eq!(read(&write(&tree, &[])).expect("a tree").tree, tree);
    }

    #[test]
    fn what_makes_no_sense_is_refused() {
        for text in [
            "",
            "(",
            "(;",
            "(;B[hh]",
            "(;B[h])",
            "(;B[h",
            "(;SZ[99])",
            "(;GM[1]SZ[19])",
            "(;AB[hh])",
            "(;B)",
            "(;[hh])",
            "()",
        ] {
            assert!(read(text).is_err(), "{text}");
        }
    }

    #[test]
    fn endless_brackets_and_lines_need_no_stack() {
        let text = format!(
            "(;SZ[15]{}{})",
            "(;B[hh]".repeat(100_000),
            ")".repeat(100_000)
        );
        assert_eq!(read(&text).expect("a tree").tree.len(), 100_001);
        assert!(read(&"(".repeat(1_000_000)).is_err());
    }

    proptest! {
        #[test]
        fn any_text_is_a_tree_or_an_error(text in "[(;)BWC\\[\\]ahz:\\\\ 0-9]{0,80}") {
            if let Ok(sgf) = read(&text) {
                let again = read(&write(&sgf.tree, &[])).expect("our own text");
                prop_assert_eq!(again.tree, sgf.tree);
            }
        }
    }
}

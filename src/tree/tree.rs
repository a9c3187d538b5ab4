//! The tree itself. It may be as deep as a board has cells, and deeper in a
//! hostile file: nothing here calls itself.

use super::error::TreeError;
use crate::board::Board;
use crate::types::{BoardSize, Point};

/// The most nodes of a tree, so that no file fills the memory: they take about half a gigabyte.
const MOST_NODES: usize = 5_000_000;

/// A node of a tree, by its place.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct NodeId(usize);

/// A position of a game and what is written about it.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Node {
    /// The move that led here; none at the root and where somebody passed.
    pub point: Option<Point>,
    /// What is written about the position.
    pub comment: String,
    /// Short texts on cells.
    pub labels: Vec<(Point, String)>,
    /// Whether the move is marked.
    pub is_marked: bool,
    children: Vec<NodeId>,
}

impl Node {
    /// A position behind a move, or a pass, with what is written about both.
    pub const fn new(point: Option<Point>, comment: String, is_marked: bool) -> Self {
        Self {
            point,
            comment,
            labels: Vec::new(),
            is_marked,
            children: Vec::new(),
        }
    }

    /// A position behind a move.
    pub const fn of_move(point: Point) -> Self {
        Self::new(Some(point), String::new(), false)
    }

    /// The positions that follow, the first choice first.
    pub fn children(&self) -> &[NodeId] {
        &self.children
    }
}

/// A game with variations.
#[derive(Clone, Debug)]
pub struct GameTree {
    size: BoardSize,
    nodes: Vec<Node>,
}

impl GameTree {
    /// The empty board alone.
    pub fn new(size: BoardSize) -> Self {
        Self {
            size,
            nodes: vec![Node::default()],
        }
    }

    /// The board.
    pub const fn size(&self) -> BoardSize {
        self.size
    }

    /// The empty board.
    pub const fn root(&self) -> NodeId {
        NodeId(0)
    }

    /// How many positions there are.
    pub const fn len(&self) -> usize {
        self.nodes.len()
    }

    /// Whether there is nothing but the empty board.
    pub const fn is_empty(&self) -> bool {
        self.nodes.len() <= 1
    }

    /// A node; the root for one of another tree.
    pub fn node(&self, id: NodeId) -> &Node {
        static BLANK: Node = Node::new(None, String::new(), false);
        self.nodes.get(id.0).unwrap_or(&BLANK)
    }

    /// A node to be written on.
    pub fn node_mut(&mut self, id: NodeId) -> Option<&mut Node> {
        self.nodes.get_mut(id.0)
    }

    /// Adds a position behind another.
    pub fn add(&mut self, parent: NodeId, node: Node) -> Result<NodeId, TreeError> {
        if self.nodes.len() >= MOST_NODES {
            return Err(TreeError::TooLarge);
        }
        let id = NodeId(self.nodes.len());
        let parent = self.nodes.get_mut(parent.0).ok_or(TreeError::TooLarge)?;
        parent.children.push(id);
        self.nodes.push(Node {
            children: Vec::new(),
            ..node
        });
        Ok(id)
    }

    /// Goes through the tree, first choices first. The visitor gets every node
    /// with its position and, but for the root, the position before; positions
    /// behind moves that cannot be played are left out. How many those were.
    pub fn visit<E>(
        &self,
        mut visit: impl FnMut(NodeId, &Board) -> Result<(), E>,
    ) -> Result<usize, E> {
        let mut board = Board::new(self.size);
        let mut left_out = 0;
        let mut steps = vec![Step::Enter(self.root())];
        while let Some(step) = steps.pop() {
            match step {
                Step::Enter(id) => {
                    let node = self.node(id);
                    match node.point {
                        Some(point) if !self.can_play(&board, point) => {
                            left_out += 1;
                            continue;
                        }
                        Some(point) => {
                            board.play(point);
                            steps.push(Step::TakeBack);
                        }
                        None if id != self.root() => {
                            board.pass();
                            steps.push(Step::PassBack);
                        }
                        None => {}
                    }
                    visit(id, &board)?;
                    let children = node.children.iter().rev();
                    steps.extend(children.map(|&child| Step::Enter(child)));
                }
                Step::TakeBack => board.undo(),
                Step::PassBack => board.pass(),
            }
        }
        Ok(left_out)
    }

    fn can_play(&self, board: &Board, point: Point) -> bool {
        self.size.contains(point) && board.is_empty(point)
    }
}

/// What is still to be done on the way through a tree.
enum Step {
    Enter(NodeId),
    TakeBack,
    PassBack,
}

/// Trees are equal if their boards are and, node by node, all that is written.
impl PartialEq for GameTree {
    fn eq(&self, other: &Self) -> bool {
        let mut pairs = vec![(self.root(), other.root())];
        while let Some((one, two)) = pairs.pop() {
            let (one, two) = (self.node(one), other.node(two));
            let is_alike = one.point == two.point
                && one.comment == two.comment
                && one.labels == two.labels
                && one.is_marked == two.is_marked
                && one.children.len() == two.children.len();
            if !is_alike {
                return false;
            }
            pairs.extend(
                one.children
                    .iter()
                    .copied()
                    .zip(two.children.iter().copied()),
            );
        }
        self.size == other.size
    }
}

#[cfg(test)]
pub(super) mod samples {
    use super::*;

    /// A small tree with everything in it.
    pub fn tree() -> GameTree {
        let mut tree = GameTree::new(BoardSize::square(15).expect("a valid size"));
        let point = |name: &str| name.parse::<Point>().expect("a point");
        let first = tree
            .add(tree.root(), Node::of_move(point("h8")))
            .expect("room");
        let second = tree.add(first, Node::of_move(point("i9"))).expect("room");
        let other = tree.add(first, Node::of_move(point("h9"))).expect("room");
        let third = tree.add(second, Node::of_move(point("o15"))).expect("room");
        tree.add(third, Node::of_move(point("a1"))).expect("room");
        tree.add(other, Node::of_move(point("j7"))).expect("room");
        if let Some(node) = tree.node_mut(first) {
            node.comment = "indirect or direct?\nthat is it ]:\\".into();
            node.labels = vec![(point("h9"), "D".into()), (point("i9"), "I".into())];
            node.labels.push((point("c3"), "no move".into()));
            node.labels.sort_unstable();
        }
        if let Some(node) = tree.node_mut(other) {
            node.is_marked = true;
            node.comment = "Zwölf é".into();
        }
        tree
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_position_is_visited_with_its_stones() {
        let tree = samples::tree();
        let mut seen = Vec::new();
        let left_out = tree.visit(|id, board| {
            let last = board.last_move().map(|point| point.to_string());
            seen.push((tree.node(id).point.map(|point| point.to_string()), last));
            Ok::<(), ()>(())
        });
        assert_eq!(left_out, Ok(0));
        assert_eq!(seen.len(), tree.len());
        assert!(seen.iter().all(|(node, last)| node == last));
        let names: Vec<&str> = seen
            .iter()
            .filter_map(|(name, _)| name.as_deref())
            .collect();
        assert_eq!(names, ["h8", "i9", "o15", "a1", "h9", "j7"]);
    }

    #[test]
    fn moves_that_cannot_be_played_are_left_out_with_all_behind_them() {
        let mut tree = GameTree::new(BoardSize::square(5).expect("a valid size"));
        let first = tree.add(tree.root(), Node::of_move(Point::new(2, 2)));
        let twice = tree.add(first.expect("room"), Node::of_move(Point::new(2, 2)));
        let behind = tree.add(twice.expect("room"), Node::of_move(Point::new(1, 1)));
        tree.add(behind.expect("room"), Node::default())
            .expect("room");
        tree.add(tree.root(), Node::of_move(Point::new(9, 9)))
            .expect("room");
        let mut count = 0;
        let left_out = tree.visit(|_, _| {
            count += 1;
            Ok::<(), ()>(())
        });
        assert_eq!((left_out, count), (Ok(2), 2));
    }

    #[test]
    fn trees_differ_by_anything_written() {
        let first = samples::tree();
        assert_eq!(first, samples::tree());
        let mut other = samples::tree();
        let last = other.node(other.root()).children()[0];
        other.node_mut(last).expect("a node").is_marked = true;
        assert_ne!(first, other);
        let mut longer = samples::tree();
        longer.add(longer.root(), Node::default()).expect("room");
        assert_ne!(first, longer);
    }
}

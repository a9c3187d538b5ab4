//! The files of `RenLib`, in which renju players keep their openings: a board of
//! 15x15, nodes one after the other in the order of a walk through the tree.
//!
//! A header of 20 bytes; then for every node a byte for the move (column from 1
//! in the low half, row from above in the high half, 0 for none) and one for
//! flags. Flags say whether a brother follows behind the node's children, that
//! it has no children, that it is marked, that it is no move but a place for a
//! text, and that texts follow: a comment, and a short text on the cell. Texts
//! end with a zero and fill pairs of bytes; a backspace in a comment stands
//! between its title and the rest.

use super::error::TreeError;
use super::tree::{GameTree, Node, NodeId};
use crate::types::{BoardSize, Point};

/// How a file begins; version 3.4 follows, then filling.
const MAGIC: &[u8; 8] = b"\xffRenLib\xff";
const HEADER_BYTES: usize = 20;
const VERSION: [u8; 2] = [3, 4];

/// The side of the board.
const SIDE: usize = 15;

/// Another node with the same parent follows behind this one's children.
const HAS_BROTHER: u8 = 0x80;
/// No child follows.
const HAS_NO_CHILD: u8 = 0x40;
/// A comment of old files follows, whose last byte has its highest bit set.
const HAS_OLD_COMMENT: u8 = 0x20;
const IS_MARKED: u8 = 0x10;
const HAS_COMMENT: u8 = 0x08;
/// The cell has a text and no move.
const IS_NO_MOVE: u8 = 0x02;
/// Two more bytes of flags follow.
const IS_EXTENDED: u8 = 0x01;
/// Of those, the low byte: a text on the cell follows.
const HAS_LABEL: u8 = 0x01;

/// Between the title and the rest of a comment.
const BACKSPACE: u8 = 0x08;

/// Whether bytes look like such a file.
pub fn is_such(bytes: &[u8]) -> bool {
    bytes.starts_with(MAGIC)
}

/// Reads a file.
pub fn read(bytes: &[u8]) -> Result<GameTree, TreeError> {
    if !is_such(bytes) {
        return Err(TreeError::Kind("RenLib"));
    }
    let mut rest = bytes.get(HEADER_BYTES..).ok_or(TreeError::Ends)?;
    let size = BoardSize::square(SIDE).ok_or(TreeError::Board)?;
    let mut tree = GameTree::new(size);
    // Parents of brothers that are still to come.
    let mut waiting = Vec::new();
    let mut parent = tree.root();
    let mut is_first = true;
    while !rest.is_empty() {
        let (node, flags) = read_node(&mut rest)?;
        // Newer files begin with a node for the empty board.
        let is_root = std::mem::take(&mut is_first) && node.node.point.is_none();
        let is_leaf = flags & HAS_NO_CHILD != 0;
        let point = node.node.point;
        if let (Some(point), Some(label)) = (point, node.label)
            && let Some(parent) = tree.node_mut(parent)
        {
            parent.labels.push((point, label));
            parent.labels.sort_unstable();
        }
        let id = if is_root {
            if let Some(root) = tree.node_mut(parent) {
                root.comment = node.node.comment;
            }
            parent
        } else if flags & IS_NO_MOVE != 0 && is_leaf && point.is_some() {
            parent
        } else {
            tree.add(parent, node.node)?
        };
        if flags & HAS_BROTHER != 0 && !is_root {
            waiting.push(parent);
        }
        if is_leaf {
            match waiting.pop() {
                Some(next) => parent = next,
                None => return Ok(tree),
            }
        } else {
            parent = id;
        }
    }
    Err(TreeError::Ends)
}

/// A node as it lies in the file.
struct FileNode {
    node: Node,
    label: Option<String>,
}

fn read_node(rest: &mut &[u8]) -> Result<(FileNode, u8), TreeError> {
    let [place, flags] = take_pair(rest)?;
    let (column, row) = (usize::from(place & 0x0f), usize::from(place >> 4));
    let point = match (place, column) {
        (0, _) => None,
        (_, 1..) if row < SIDE => Some(Point::new(column - 1, row)),
        _ => return Err(TreeError::Content(format!("move {place}"))),
    };
    let mut has_label = false;
    if flags & IS_EXTENDED != 0 {
        let [_, low] = take_pair(rest)?;
        has_label = low & HAS_LABEL != 0;
    }
    let comment = if flags & HAS_OLD_COMMENT != 0 {
        comment(take_old_text(rest)?)
    } else if flags & HAS_COMMENT != 0 {
        comment(take_text(rest)?)
    } else {
        String::new()
    };
    let label = has_label.then(|| take_text(rest)).transpose()?.map(text);
    let node = Node::new(point, comment, flags & IS_MARKED != 0);
    let label = label.filter(|label| !label.is_empty());
    Ok((FileNode { node, label }, flags))
}

fn take_pair(rest: &mut &[u8]) -> Result<[u8; 2], TreeError> {
    let (pair, after) = rest.split_first_chunk::<2>().ok_or(TreeError::Ends)?;
    *rest = after;
    Ok(*pair)
}

/// The bytes of a text up to its zero, in pairs.
fn take_text(rest: &mut &[u8]) -> Result<Vec<u8>, TreeError> {
    let mut bytes = Vec::new();
    loop {
        let pair = take_pair(rest)?;
        bytes.extend(pair.iter().copied().take_while(|&byte| byte != 0));
        if pair.contains(&0) {
            return Ok(bytes);
        }
    }
}

/// The bytes of an old text up to one whose highest bit is set, in pairs.
fn take_old_text(rest: &mut &[u8]) -> Result<Vec<u8>, TreeError> {
    let mut bytes = Vec::new();
    loop {
        for byte in take_pair(rest)? {
            bytes.push(byte & 0x7f);
            if byte & 0x80 != 0 {
                return Ok(bytes);
            }
        }
    }
}

/// A comment: its title, if it has one, is the first line.
fn comment(mut bytes: Vec<u8>) -> String {
    match bytes.iter().position(|&byte| byte == BACKSPACE) {
        Some(0) => drop(bytes.remove(0)),
        Some(at) => {
            if let Some(byte) = bytes.get_mut(at) {
                *byte = b'\n';
            }
        }
        None => {}
    }
    text(bytes)
}

/// `RenLib` writes no encoding; what is no UTF-8 is taken for Latin.
fn text(bytes: Vec<u8>) -> String {
    let text = String::from_utf8(bytes).unwrap_or_else(|error| {
        let bytes = error.as_bytes().iter();
        bytes.map(|&byte| char::from(byte)).collect()
    });
    text.replace("\r\n", "\n")
}

/// Writes a file.
pub fn write(tree: &GameTree) -> Result<Vec<u8>, TreeError> {
    if tree.size().width() > SIDE || tree.size().height() > SIDE {
        return Err(TreeError::Board);
    }
    let mut bytes = MAGIC.to_vec();
    bytes.extend(VERSION);
    bytes.resize(HEADER_BYTES, 0xff);
    let root = tree.node(tree.root());
    let mut steps = children(tree, tree.root());
    write_node(&mut bytes, root, None, leaf_flag(&steps));
    while let Some(step) = steps.pop() {
        let brother = if step.has_brother { HAS_BROTHER } else { 0 };
        match step.item {
            Item::Node(id) => {
                let below = children(tree, id);
                let flags = brother | leaf_flag(&below);
                write_node(&mut bytes, tree.node(id), step.label, flags);
                steps.extend(below);
            }
            Item::Label(point) => {
                let flags = brother | HAS_NO_CHILD | IS_NO_MOVE;
                write_node(&mut bytes, &Node::of_move(point), step.label, flags);
            }
        }
    }
    Ok(bytes)
}

/// Something still to be written.
struct Step<'t> {
    item: Item,
    label: Option<&'t str>,
    has_brother: bool,
}

enum Item {
    Node(NodeId),
    /// A text on a cell without a move.
    Label(Point),
}

const fn leaf_flag(children: &[Step]) -> u8 {
    if children.is_empty() { HAS_NO_CHILD } else { 0 }
}

/// What lies below a node, last first: its children, and texts on cells where
/// no move goes.
fn children(tree: &GameTree, parent: NodeId) -> Vec<Step<'_>> {
    let node = tree.node(parent);
    let label_on = |point: Option<Point>| {
        let mut labels = node.labels.iter();
        let found = labels.find(|(other, _)| Some(*other) == point);
        found.map(|(_, label)| label.as_str())
    };
    let mut steps: Vec<Step> = Vec::new();
    for &id in node.children() {
        steps.push(Step {
            item: Item::Node(id),
            label: label_on(tree.node(id).point),
            has_brother: true,
        });
    }
    let has_move = |point: Point| {
        let mut children = node.children().iter();
        children.any(|&id| tree.node(id).point == Some(point))
    };
    for (point, label) in node.labels.iter().filter(|(point, _)| !has_move(*point)) {
        steps.push(Step {
            item: Item::Label(*point),
            label: Some(label),
            has_brother: true,
        });
    }
    if let Some(last) = steps.last_mut() {
        last.has_brother = false;
    }
    steps.reverse();
    steps
}

fn write_node(bytes: &mut Vec<u8>, node: &Node, label: Option<&str>, flags: u8) {
    let place = node
        .point
        .map_or(0, |point| (point.y() << 4 | (point.x() + 1)) as u8);
    let flag = |is_set: bool, flag: u8| if is_set { flag } else { 0 };
    let has_comment = !node.comment.is_empty();
    bytes.push(place);
    bytes.push(
        flags
            | flag(node.is_marked, IS_MARKED)
            | flag(has_comment, HAS_COMMENT)
            | flag(label.is_some(), IS_EXTENDED),
    );
    if label.is_some() {
        bytes.extend([0, HAS_LABEL]);
    }
    if has_comment {
        // The first line is the title.
        let comment = node.comment.replacen('\n', "\u{8}", 1);
        write_text(bytes, &comment.replace('\n', "\r\n"));
    }
    if let Some(label) = label {
        write_text(bytes, label);
    }
}

fn write_text(bytes: &mut Vec<u8>, text: &str) {
    let before = bytes.len();
    bytes.extend(text.bytes().filter(|&byte| byte != 0));
    bytes.push(0);
    if !(bytes.len() - before).is_multiple_of(2) {
        bytes.push(0);
    }
}

#[cfg(test)]
mod tests {
    use super::super::tree::samples;
    use super::*;
    use proptest::prelude::*;

    fn file(nodes: &[u8]) -> Vec<u8> {
        let mut bytes = MAGIC.to_vec();
        bytes.extend(VERSION);
        bytes.resize(HEADER_BYTES, 0xff);
        bytes.extend(nodes);
        bytes
    }

    #[test]
    fn what_is_written_is_read_again() {
        let tree = samples::tree();
        let bytes = write(&tree).expect("written");
        assert_eq!(read(&bytes), Ok(tree));
        assert_eq!(bytes.len() % 2, 0);
    }

    #[test]
    fn nodes_are_as_others_write_them() {
        // The centre, marked, with a comment; two replies, the second with a
        // text on its cell. Without a node for the empty board.
        let bytes = file(&[
            0x78, 0x18, b'a', b'b', b'c', 0, // h8
            0x69, 0xc0, // i7, a brother follows
            0x79, 0x41, 0, 1, b'X', 0, // i8
        ]);
        let tree = read(&bytes).expect("a tree");
        let first = tree.node(tree.root()).children()[0];
        let node = tree.node(first);
        assert_eq!(
            node.point.map(|point| point.to_string()).as_deref(),
            Some("h8")
        );
        assert_eq!((node.comment.as_str(), node.is_marked), ("abc", true));
        let replies: Vec<String> = node
            .children()
            .iter()
            .filter_map(|&id| Some(tree.node(id).point?.to_string()))
            .collect();
        assert_eq!(replies, ["i7", "i8"]);
        assert_eq!(
            node.labels,
            [("i8".parse().expect("a point"), "X".to_owned())]
        );
    }

    #[test]
    fn old_comments_titles_and_texts_without_moves_are_read() {
        let bytes = file(&[
            0x00,
            0x00, // the empty board
            0x78,
            0x28,
            b'a',
            b'b' | 0x80, // h8, an old comment
            0x11,
            0xc3,
            0,
            1,
            b'X',
            0, // a text on a2, and a brother
            0x69,
            0x48,
            b't',
            8,
            b'x',
            b'\r',
            b'\n',
            b'y',
            0,
            0, // i7 with a title
        ]);
        let tree = read(&bytes).expect("a tree");
        let first = tree.node(tree.root()).children()[0];
        let node = tree.node(first);
        assert_eq!(node.comment, "ab");
        assert_eq!(
            node.labels,
            [("a2".parse().expect("a point"), "X".to_owned())]
        );
        let [reply] = node.children() else {
            panic!("one move");
        };
        assert_eq!(tree.node(*reply).comment, "t\nx\ny");
        assert_eq!(read(&write(&tree).expect("written")), Ok(tree));
    }

    #[test]
    fn truncated_files_are_refused_and_rest_is_left() {
        let bytes = write(&samples::tree()).expect("written");
        for length in 0..bytes.len() {
            assert!(read(&bytes[..length]).is_err(), "{length} bytes");
        }
        let mut longer = bytes.clone();
        longer.extend([1, 2, 3]);
        assert_eq!(read(&longer), read(&bytes));
        assert_eq!(read(b"RenLib"), Err(TreeError::Kind("RenLib")));
    }

    #[test]
    fn boards_that_do_not_fit_are_refused() {
        let tree = GameTree::new(BoardSize::square(16).expect("a valid size"));
        assert_eq!(write(&tree), Err(TreeError::Board));
    }

    #[test]
    fn a_line_without_end_needs_no_stack() {
        let mut nodes = [0x78, 0x00].repeat(200_000);
        nodes.extend([0x11, 0x40]);
        let tree = read(&file(&nodes)).expect("a tree");
        assert_eq!(tree.len(), 200_002);
        assert_eq!(read(&write(&tree).expect("written")), Ok(tree));
    }

    proptest! {
        #[test]
        fn any_bytes_are_a_tree_or_an_error(nodes in proptest::collection::vec(any::<u8>(), 0..400)) {
            if let Ok(tree) = read(&file(&nodes)) {
                let again = read(&write(&tree).expect("written"));
                prop_assert!(again.is_ok());
                tree.visit(|_, _| Ok::<(), ()>(())).expect("visited");
            }
        }
    }
}

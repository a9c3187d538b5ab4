//! Tests of import and export: trees of other programs, in and out.

use super::*;
use crate::database::test_file::TestDatabase;
use crate::tree::{GameTree, Node, renlib, sgf};
use crate::types::score::win_in;

const RULE: Rule = Rule::Renju;

fn size() -> BoardSize {
    BoardSize::square(15).expect("a valid size")
}

fn point(name: &str) -> Point {
    name.parse().expect("a point")
}

/// All that is kept, as text.
fn content(database: &Database) -> Vec<String> {
    let mut bytes = Vec::new();
    export_text(database, None, &mut bytes).expect("written");
    let text = String::from_utf8(bytes).expect("text");
    text.lines().map(str::to_owned).collect()
}

/// An SGF tree with variations, comments, labels, marks, and a position that
/// two lines lead to.
const TREE: &str = "(;GM[4]SZ[15]C[start];B[hh]LB[hg:D][ig:I](;W[hg]C[direct];B[ii](;W[gg])(;W[ff]MA[ff]))\
                    (;W[ig];B[hg]C[late])(;W[ii]C[one];B[hg]))";

#[test]
fn a_tree_imported_exported_and_imported_again_is_the_same() {
    let tree = sgf::read(TREE).expect("a tree").tree;
    let first = TestDatabase::new();
    let (count, left_out) = import_tree(&first, RULE, &tree).expect("imported");
    assert_eq!((count as usize, left_out), (tree.len(), 0));
    let exported = export_tree(&first, RULE, size(), &[]).expect("exported");
    let through_sgf = sgf::read(&sgf::write(&exported, &[])).expect("a tree").tree;
    let through_lib = renlib::read(&renlib::write(&exported).expect("written")).expect("a tree");
    assert_eq!(through_sgf, exported);
    assert_eq!(through_lib, exported);
    for again in [exported, through_sgf, through_lib] {
        let second = TestDatabase::new();
        import_tree(&second, RULE, &again).expect("imported");
        assert_eq!(content(&second), content(&first));
    }
}

/// A tree of chance: moves in the middle, so that lines often meet again, with comments, texts
/// and marks.
fn random_tree(seed: u64) -> GameTree {
    let mut random = fastrand::Rng::with_seed(seed);
    let mut tree = GameTree::new(size());
    let mut nodes = vec![(tree.root(), Vec::new())];
    for number in 0..150 {
        let (parent, stones) = nodes[random.usize(..nodes.len())].clone();
        let at = Point::new(random.usize(5..10), random.usize(5..10));
        if stones.contains(&at) {
            continue;
        }
        let comment = if random.bool() { "" } else { "so [it] is\\ \n" };
        let comment = format!("{comment}{}", if random.bool() { number } else { 0 });
        let mut node = Node::new(Some(at), comment, random.bool());
        if random.u8(..) < 60 {
            node.labels = vec![(Point::new(random.usize(..15), 2), "A1".to_owned())];
        }
        let node = tree.add(parent, node).expect("room");
        let stones = stones.iter().copied().chain([at]).collect();
        nodes.push((node, stones));
    }
    tree
}

#[test]
fn trees_of_chance_come_back_through_every_format() {
    for seed in 0..6 {
        let first = TestDatabase::new();
        import_tree(&first, RULE, &random_tree(seed)).expect("imported");
        let exported = export_tree(&first, RULE, size(), &[]).expect("exported");
        let lib = renlib::write(&exported).expect("written");
        let through_lib = renlib::read(&lib).expect("a tree");
        let through_both = sgf::read(&sgf::write(&through_lib, &[])).expect("a tree");
        assert_eq!(through_lib, exported, "seed {seed}");
        assert_eq!(through_both.tree, exported, "seed {seed}");
        let second = TestDatabase::new();
        import_tree(&second, RULE, &through_both.tree).expect("imported");
        assert_eq!(content(&second), content(&first), "seed {seed}");
        let again = export_tree(&second, RULE, size(), &[]).expect("exported");
        assert_eq!(again, exported, "seed {seed}");
    }
}

#[test]
fn a_tree_can_begin_behind_a_line_of_play() {
    let database = TestDatabase::new();
    import_tree(&database, RULE, &sgf::read(TREE).expect("a tree").tree).expect("imported");
    let line = ["h8", "h7"].map(point);
    let tree = export_tree(&database, RULE, size(), &line).expect("exported");
    assert_eq!(tree.len(), 6, "three behind the line");
}

#[test]
fn texts_come_back_and_nonsense_is_counted() {
    let first = TestDatabase::new();
    import_tree(&first, RULE, &sgf::read(TREE).expect("a tree").tree).expect("imported");
    let text = content(&first).join("\n") + "\n\nnonsense\n# comment\n";
    let second = TestDatabase::new();
    let (count, left_out) = import_text(&second, text.as_bytes()).expect("imported");
    assert_eq!(left_out, 1);
    assert_eq!(count, first.len().expect("counted"));
    assert_eq!(content(&second), content(&first));
}

#[test]
fn databases_merge_and_learn_from_each_other() {
    let [first, second] = [(); 2].map(|()| TestDatabase::new());
    let mut board = Board::new(size());
    board.play(point("h8"));
    let learn = |database: &Database, board: &Board, record: Record| {
        let written = database.change(RULE, board, |kept| kept.learn(record));
        written.expect("written");
    };
    learn(&first, &board, Record::found(5, 10, None, false));
    learn(&second, &board, Record::found(win_in(9), 3, None, true));
    board.play(point("i9"));
    learn(&second, &board, Record::found(7, 3, None, false));
    assert_eq!(merge(&second, &first).expect("merged"), 2);
    assert_eq!(content(&first), content(&second));
    let part = TestDatabase::new();
    assert_eq!(split(&first, &part, RULE, &board).expect("split"), 1);
    // Whichever way the board lies.
    let mut turned = Board::new(size());
    turned.play(point("h8"));
    turned.play(point("g7"));
    let part = TestDatabase::new();
    assert_eq!(split(&first, &part, RULE, &turned).expect("split"), 1);
}

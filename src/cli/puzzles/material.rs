//! Where positions come from: games of every kind of record, files of
//! self-play, trees with variations, and memories of positions. Looks at none.

use crate::cli::records::paper::Rows;
use crate::cli::records::subject::cut_at_end;
use crate::cli::records::{self, PaperGame};
use crate::cli::selfplay::shard::{self, read_shard};
use crate::database::{Access, Database, Visit};
use crate::tree::{GameTree, renlib, sgf};
use crate::types::{Point, Rule};
use anyhow::{Context, Result, ensure};
use std::convert::Infallible;
use std::ffi::OsStr;
use std::fs::File;
use std::io::Read;
use std::path::{Path, PathBuf};

/// More games and positions than this do not fit into memory.
const MOST: usize = 500_000;
/// Files in a directory that may hold games.
const ENDINGS: [&str; 7] = ["psq", "sgf", "lib", "jsonl", "games", "qdb", "redb"];
/// The first bytes of a memory of positions.
const DATABASE_MAGIC: &[u8] = b"redb";
/// The first bytes that tell a file's kind.
const LONGEST_MAGIC: u64 = 16;

/// Games, or single positions.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Material {
    /// Where it comes from.
    pub name: String,
    /// The rule.
    pub rule: Rule,
    /// The game; one position alone is set up and has no moves.
    pub game: PaperGame,
}

/// All that is in these files and directories; `rule` is for games that do not tell theirs.
pub fn read(paths: &[PathBuf], rule: Rule) -> Result<Vec<Material>> {
    let mut all = Vec::new();
    for path in paths {
        for file in records::read::files(path, &ENDINGS)? {
            let before = all.len();
            read_file(&file, rule, &mut all)
                .with_context(|| format!("cannot read '{}'", file.display()))?;
            ensure!(
                all.len() <= MOST,
                "there are more than {MOST} games and positions"
            );
            log::info!("{}: {}", file.display(), all.len() - before);
        }
    }
    for material in &mut all {
        cut_at_end(&mut material.game, material.rule);
    }
    all.retain(|material| !material.game.moves.is_empty() || !material.game.setup.is_empty());
    ensure!(!all.is_empty(), "there is no game with moves in it");
    Ok(all)
}

fn read_file(file: &Path, rule: Rule, all: &mut Vec<Material>) -> Result<()> {
    let name = file.file_name().unwrap_or(OsStr::new("-"));
    let name = name.to_string_lossy().into_owned();
    let beginning = beginning(file)?;
    if beginning.starts_with(&shard::MAGIC) {
        return read_selfplay(file, &name, all);
    }
    if beginning.starts_with(DATABASE_MAGIC) {
        return read_database(file, &name, all);
    }
    if renlib::is_such(&beginning) {
        let tree = renlib::read(&std::fs::read(file)?)?;
        read_tree(&tree, rule, &name, all);
        return Ok(());
    }
    let games = records::read_file(file)?;
    if let [game] = &games[..]
        && beginning.starts_with(b"(")
        && let Some(tree) = variations(file, game)
    {
        read_tree(&tree, game.rule.unwrap_or(rule), &name, all);
        return Ok(());
    }
    let count = games.len();
    for (index, game) in games.into_iter().enumerate() {
        let name = if count > 1 {
            format!("{name}, game {}", index + 1)
        } else {
            name.clone()
        };
        let rule = game.rule.unwrap_or(rule);
        all.push(Material { name, rule, game });
    }
    Ok(())
}

/// The first bytes of a file; none of the standard input, which can be read once.
fn beginning(file: &Path) -> Result<Vec<u8>> {
    let mut bytes = Vec::new();
    if file != Path::new("-") {
        File::open(file)?
            .take(LONGEST_MAGIC)
            .read_to_end(&mut bytes)?;
    }
    Ok(bytes)
}

/// The tree of an SGF file whose only game has variations.
fn variations(file: &Path, game: &PaperGame) -> Option<GameTree> {
    let text = std::fs::read(file).ok()?;
    let tree = sgf::read(&String::from_utf8_lossy(&text)).ok()?.tree;
    (game.setup.is_empty() && tree.len() > game.moves.len() + 1).then_some(tree)
}

/// Every position of a tree is one of its own.
fn read_tree(tree: &GameTree, rule: Rule, name: &str, all: &mut Vec<Material>) {
    let visited = tree.visit(|_, board| {
        if board.stone_count() > 0 && all.len() <= MOST {
            all.push(Material {
                name: name.to_owned(),
                rule,
                game: PaperGame::from_board(board),
            });
        }
        Ok::<(), Infallible>(())
    });
    let Ok(_left_out) = visited;
}

fn read_database(file: &Path, name: &str, all: &mut Vec<Material>) -> Result<()> {
    let database = Database::open(file, Access::Read)?;
    database.visit(None, |entry| {
        all.push(Material {
            name: name.to_owned(),
            rule: entry.rule,
            game: PaperGame::from_board(&entry.board),
        });
        if all.len() > MOST {
            Visit::Stop
        } else {
            Visit::GoOn
        }
    })?;
    Ok(())
}

fn read_selfplay(file: &Path, name: &str, all: &mut Vec<Material>) -> Result<()> {
    let content = read_shard(file)?;
    if content.damaged_bytes > 0 {
        eprintln!(
            "{}: {} bytes at the end are no whole game",
            file.display(),
            content.damaged_bytes
        );
    }
    for (index, record) in content.games.into_iter().enumerate() {
        let moves = record.moves.iter().map(|played| played.point);
        let points: Vec<Point> = record.opening.iter().copied().chain(moves).collect();
        all.push(Material {
            name: format!("{name}, game {}", index + 1),
            rule: record.rule,
            game: PaperGame::from_points(Some(record.size), Rows::FromAbove, &points)?,
        });
        if all.len() > MOST {
            break;
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::text::parse_moves;
    use crate::database::Record;
    use crate::database::test_file::TestFile;
    use crate::types::BoardSize;

    /// A file of a test, which is gone when the test is over.
    struct Scratch(PathBuf);

    impl Scratch {
        fn new(name: &str, bytes: &[u8]) -> Self {
            let file = format!("quinte-material-{}-{name}", std::process::id());
            let path = std::env::temp_dir().join(file);
            std::fs::write(&path, bytes).expect("a file");
            Self(path)
        }

        fn read(&self) -> Vec<Material> {
            read(std::slice::from_ref(&self.0), Rule::Standard).expect("material")
        }
    }

    impl Drop for Scratch {
        fn drop(&mut self) {
            let _ = std::fs::remove_file(&self.0);
        }
    }

    #[test]
    fn games_are_cut_at_their_end_and_get_the_rule() {
        let file = Scratch::new("a.txt", b"h8a1i8a2j8a3k8a4l8a5\nh8i9");
        let games = file.read();
        assert_eq!(games.len(), 2);
        assert_eq!(games[0].game.moves.len(), 9, "nothing follows the five");
        assert_eq!(games[1].rule, Rule::Standard);
        assert!(
            games[1].name.ends_with("a.txt, game 2"),
            "{}",
            games[1].name
        );
    }

    #[test]
    fn trees_give_all_their_positions() {
        let text = "(;GM[4]SZ[15]RU[renju];B[hh];W[ii](;B[jj];W[gg])(;B[jh]))";
        let file = Scratch::new("b.sgf", text.as_bytes());
        let found = file.read();
        assert_eq!(found.len(), 5);
        assert!(found.iter().all(|one| one.rule == Rule::Renju));
        let tree = sgf::read(text).expect("a tree").tree;
        let library = renlib::write(&tree).expect("a library");
        assert_eq!(Scratch::new("b.lib", &library).read().len(), 5);
        let line = Scratch::new("c.sgf", b"(;GM[4]SZ[15];B[hh];W[ii])").read();
        assert_eq!((line.len(), line[0].game.moves.len()), (1, 2));
    }

    #[test]
    fn memories_give_all_their_positions() {
        let file = TestFile::new();
        let database = file.open();
        let size = BoardSize::square(15).expect("a size");
        for moves in ["h8", "h8i9", "h8i9j10"] {
            let board = parse_moves(size, moves).expect("moves");
            let known = Record::found(10, 5, None, false);
            let written = database.change(Rule::Caro, &board, |kept| kept.learn(known));
            written.expect("written");
        }
        drop(database);
        let found = read(std::slice::from_ref(&file.0), Rule::Standard).expect("positions");
        assert_eq!(found.len(), 3);
        assert!(found.iter().all(|one| one.rule == Rule::Caro));
    }

    #[test]
    fn what_holds_no_game_is_refused() {
        let nothing = Path::new("no-such-file").to_owned();
        assert!(read(&[nothing], Rule::Standard).is_err());
        let empty = Scratch::new("d.sgf", b"(;GM[4]SZ[15])");
        let error = read(std::slice::from_ref(&empty.0), Rule::Standard);
        assert!(error.is_err());
    }
}

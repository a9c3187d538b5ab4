//! `book`: the memory of positions as people work with it: files in and out,
//! what is known of a position, and positions explored for hours.
//! `docs/book.md` tells how to use it.

mod explore;
mod files;
mod query;

use crate::board::Board;
use crate::board::text::parse_points;
use crate::cli::fault::refuse;
use crate::cli::memory;
use crate::cli::units::{board_size, parse_rule, parse_size};
use crate::database::{Access, Database};
use crate::types::{BoardSize, Rule};
use anyhow::{Context, Result, ensure};
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::sync::Arc;

/// Work with a memory of positions.
///
/// The file is the one that `--database` of the bot, `analyze` and `review`
/// name. One process at a time may write to it; any number may read.
#[derive(clap::Args, Debug)]
pub struct Args {
    #[command(subcommand)]
    action: Action,
}

#[derive(clap::Subcommand, Debug)]
enum Action {
    /// Take positions over from `RenLib` files (.lib), SGF files with variations (.sgf) and texts (.txt)
    Import {
        /// The memory of positions; it is made if there is none
        database: PathBuf,
        /// Files to read, by their endings
        #[arg(required = true)]
        files: Vec<PathBuf>,
        /// The rule of games whose file does not name it
        #[arg(long, default_value = "freestyle", value_parser = parse_rule)]
        rule: Rule,
    },
    /// Write positions to a `RenLib` file (.lib), an SGF file (.sgf) or a text (.txt)
    Export {
        /// The memory of positions
        database: PathBuf,
        /// The file to write, by its ending
        file: PathBuf,
        #[command(flatten)]
        place: Place,
    },
    /// Tell how many positions there are, by rule and board
    Stats {
        /// The memory of positions
        database: PathBuf,
    },
    /// Tell what is known of a position and of its moves
    Query {
        /// The memory of positions
        database: PathBuf,
        #[command(flatten)]
        place: Place,
    },
    /// Take over all positions of other memories
    Merge {
        /// The memory of positions; it is made if there is none
        database: PathBuf,
        /// Memories to read
        #[arg(required = true)]
        others: Vec<PathBuf>,
    },
    /// Analyse the most promising positions that were not explored, one after the other
    Explore(explore::Args),
}

/// A position of a rule and board.
#[derive(clap::Args, Debug)]
struct Place {
    /// The moves that lead to the position, such as h8i9; a1 is the lower left corner
    /// [default: the empty board]
    moves: Vec<String>,
    /// The rule
    #[arg(long, default_value = "freestyle", value_parser = parse_rule)]
    rule: Rule,
    /// The board [default: 20 for freestyle, 15 for other rules]
    #[arg(long, value_parser = parse_size)]
    size: Option<BoardSize>,
}

impl Place {
    /// The position. People count rows from below, boards from above.
    fn board(&self) -> Result<Board> {
        self.typed_board().map_err(refuse)
    }

    fn typed_board(&self) -> Result<Board> {
        let size = board_size(self.rule, self.size)?;
        let moves = self.moves.join("");
        let mut board = Board::new(size);
        for typed in parse_points(&moves).with_context(|| format!("'{moves}'"))? {
            ensure!(
                size.contains(typed),
                "'{moves}': {typed} lies outside a {size} board"
            );
            let point = size.flip_rows(typed);
            ensure!(board.is_empty(point), "'{moves}': {typed} is played twice");
            board.play(point);
        }
        Ok(board)
    }
}

/// Runs the sub-command.
pub fn run(args: &Args) -> Result<ExitCode> {
    match &args.action {
        Action::Import {
            database,
            files,
            rule,
        } => files::import(&*open(database)?, files, *rule)?,
        Action::Export {
            database,
            file,
            place,
        } => files::export(&read(database)?, file, place.rule, &place.board()?)?,
        Action::Stats { database } => query::stats(&read(database)?)?,
        Action::Query { database, place } => {
            query::query(&read(database)?, place.rule, &place.board()?)?;
        }
        Action::Merge { database, others } => files::merge(&*open(database)?, others)?,
        Action::Explore(args) => return explore::run(args),
    }
    Ok(ExitCode::SUCCESS)
}

/// Opens a memory of positions, or makes it.
fn open(path: &Path) -> Result<Arc<Database>> {
    memory::open(path).map_err(refuse)
}

/// Opens a memory of positions that must be there.
fn read(path: &Path) -> Result<Database> {
    let database = Database::open(path, Access::Read);
    let named = || format!("cannot read {}", path.display());
    database.with_context(named).map_err(refuse)
}

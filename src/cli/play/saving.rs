//! Writes a game to a PSQ or SGF file. Knows nothing of sessions.

use crate::board::Board;
use crate::cli::destination;
use crate::cli::records::{GameRecord, Reason, Winner, psq, sgf};
use crate::types::Rule;
use anyhow::ensure;
use std::path::Path;
use std::time::{Duration, SystemTime, UNIX_EPOCH};

/// A game to be saved.
pub struct Saved<'a> {
    /// All its stones, in the order of play.
    pub board: &'a Board,
    /// The rule.
    pub rule: Rule,
    /// The names of black and white.
    pub names: [String; 2],
    /// Stones of the opening.
    pub opening: usize,
    /// The time of each stone after the opening.
    pub times: &'a [Duration],
    /// Who won and why.
    pub ending: (Winner, Reason),
}

/// Whether the name of a file tells a format that games are written in.
pub fn is_known(path: &Path) -> bool {
    let ending = path.extension().and_then(|ending| ending.to_str());
    ending.is_some_and(|ending| {
        ["psq", "sgf"]
            .iter()
            .any(|known| ending.eq_ignore_ascii_case(known))
    })
}

/// Writes the game in the format that the name's ending asks for. A file that
/// exists is lost only if `overwrite` says so.
pub fn save(path: &Path, game: &Saved<'_>, overwrite: bool) -> anyhow::Result<()> {
    let record = record(game);
    let is_sgf = path
        .extension()
        .is_some_and(|ending| ending.eq_ignore_ascii_case("sgf"));
    let text = if is_sgf {
        sgf::write(&record)?
    } else {
        psq::write(&record)?
    };
    ensure!(
        overwrite || !path.exists(),
        "'{}' exists already",
        path.display()
    );
    destination::write(path, text.as_bytes())
}

fn record(game: &Saved<'_>) -> GameRecord {
    let [black, white] = game.names.clone();
    let (winner, reason) = game.ending;
    GameRecord {
        game: 0,
        round: 1,
        black,
        white,
        winner,
        reason,
        detail: None,
        rule: game.rule.to_string(),
        size: game.board.size().to_string(),
        opening: game.opening,
        moves: GameRecord::write_moves(game.board.history()),
        times: game
            .times
            .iter()
            .map(|time| time.as_millis() as u64)
            .collect(),
        ended: SystemTime::now()
            .duration_since(UNIX_EPOCH)
            .map_or(0, |time| time.as_secs()),
    }
}

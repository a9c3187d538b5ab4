//! Writes a game to a PSQ or SGF file. Knows nothing of sessions.

use crate::cli::destination;
use crate::cli::records::{GameRecord, PlayedGame, psq, sgf};
use anyhow::ensure;
use std::path::Path;

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
pub fn save(path: &Path, game: PlayedGame<'_>, overwrite: bool) -> anyhow::Result<()> {
    let record = GameRecord::new(0, 1, game);
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

//! The page to solve puzzles on: the frame, and all puzzles as data. The board
//! is the one of all pages (`src/web/shared`).

use super::puzzle::Puzzle;
use crate::cli::page::{Module, Page};
use anyhow::Result;
use serde::Serialize;

/// The modules, each behind those that it imports.
const MODULES: [Module; 10] = [
    ("dom", include_str!("../../web/shared/dom.js")),
    ("words", include_str!("../../web/shared/words.js")),
    ("words_en", include_str!("../../web/shared/words_en.js")),
    ("game", include_str!("../../web/shared/game.js")),
    ("board_view", include_str!("../../web/shared/board_view.js")),
    ("placing", include_str!("../../web/app/placing.js")),
    ("words_puzzles", include_str!("words_puzzles.js")),
    ("attempt", include_str!("attempt.js")),
    ("memory", include_str!("memory.js")),
    ("page", include_str!("page.js")),
];

const STYLES: [&str; 4] = [
    include_str!("../../web/shared/theme.css"),
    include_str!("../../web/shared/board.css"),
    include_str!("../../web/shared/panels.css"),
    include_str!("page.css"),
];

/// All that the script needs.
#[derive(Serialize)]
struct PageData<'a> {
    engine: String,
    puzzles: &'a [Puzzle],
}

/// The whole page.
pub fn page(puzzles: &[Puzzle]) -> Result<String> {
    let data = PageData {
        engine: format!("Quinte {}", env!("CARGO_PKG_VERSION")),
        puzzles,
    };
    let page = Page {
        title: "Puzzles – Quinte",
        subject: "puzzles",
        tools: include_str!("tools.html"),
        body: include_str!("page.html"),
        styles: &STYLES,
        modules: &MODULES,
    };
    page.with(&data)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cli::page::{check_closed, check_order};

    #[test]
    fn every_module_stands_behind_those_that_it_imports() {
        check_order(&MODULES);
    }

    #[test]
    fn the_page_needs_nothing_from_outside() {
        let page = page(&[]).expect("a page");
        check_closed(&page);
        assert_eq!(page.matches("</script>").count(), 2);
    }
}

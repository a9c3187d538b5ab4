//! The script and the style of the page: its own, and those that it shares with
//! the page for browsers (`src/web/shared`).

use crate::cli::page::Module;

/// The modules, each behind those that it imports.
pub const MODULES: [Module; 11] = [
    ("dom", include_str!("../../web/shared/dom.js")),
    ("words", include_str!("../../web/shared/words.js")),
    ("words_en", include_str!("../../web/shared/words_en.js")),
    ("game", include_str!("../../web/shared/game.js")),
    ("board_view", include_str!("../../web/shared/board_view.js")),
    ("game_view", include_str!("../../web/shared/game_view.js")),
    ("kinds", include_str!("../../web/shared/kinds.js")),
    ("charts", include_str!("../../web/shared/charts.js")),
    ("line_rows", include_str!("../../web/shared/line_rows.js")),
    (
        "review_panels",
        include_str!("../../web/shared/review_panels.js"),
    ),
    ("page", include_str!("page.js")),
];

/// The style sheets.
pub const STYLES: [&str; 4] = [
    include_str!("../../web/shared/theme.css"),
    include_str!("../../web/shared/board.css"),
    include_str!("../../web/shared/panels.css"),
    include_str!("page.css"),
];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_module_stands_behind_those_that_it_imports() {
        crate::cli::page::check_order(&MODULES);
    }
}

//! The script and the style of the page: its own, and those that it shares with
//! the page for browsers (`src/web/shared`). A page in one file cannot load
//! modules, so each becomes a function whose value is what it exports; the same
//! is done by `scripts/package-web`.

use std::fmt::Write;

/// The modules, each behind those that it imports.
const MODULES: [(&str, &str); 11] = [
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

const STYLES: [&str; 4] = [
    include_str!("../../web/shared/theme.css"),
    include_str!("../../web/shared/board.css"),
    include_str!("../../web/shared/panels.css"),
    include_str!("page.css"),
];

/// The whole style sheet.
pub fn style() -> String {
    STYLES.concat()
}

/// The whole script.
pub fn script() -> String {
    MODULES
        .iter()
        .map(|(name, source)| function_of(name, source))
        .collect()
}

/// A module as a function that is called at once.
fn function_of(name: &str, source: &str) -> String {
    let mut body = String::new();
    let mut exported = Vec::new();
    for line in source.lines() {
        let line = import_of(line).unwrap_or_else(|| match line.strip_prefix("export ") {
            Some(rest) => {
                exported.extend(name_of(rest));
                rest.to_owned()
            }
            None => line.to_owned(),
        });
        body.push_str(&line);
        body.push('\n');
    }
    let mut function = String::new();
    let exported = exported.join(", ");
    // Writing to a String cannot fail.
    let _ = writeln!(
        function,
        "const module_{name} = (() => {{\n{body}return {{ {exported} }};\n}})();"
    );
    function
}

/// `import { a } from "./b.js";` as an assignment from that module's function.
fn import_of(line: &str) -> Option<String> {
    let (names, path) = line.strip_prefix("import ")?.split_once(" from \"")?;
    let file = path.trim_end_matches("\";").rsplit('/').next()?;
    let module = file.trim_end_matches(".js");
    Some(format!("const {names} = module_{module};"))
}

/// The name that an exported function, class or constant has.
fn name_of(declaration: &str) -> Option<&str> {
    let words = declaration.split(|sign: char| !sign.is_alphanumeric() && sign != '_');
    words
        .filter(|word| !word.is_empty())
        .find(|word| !["async", "function", "class", "const"].contains(word))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_module_becomes_a_function_with_its_exports() {
        let source = "import { a, b } from \"../x/dom.js\";\nexport const one = a;\nexport class Two {}\nexport async function three() {}\nconst own = b;";
        assert_eq!(
            function_of("some", source),
            "const module_some = (() => {\nconst { a, b } = module_dom;\nconst one = a;\nclass Two {}\n\
             async function three() {}\nconst own = b;\nreturn { one, Two, three };\n})();\n"
        );
    }

    #[test]
    fn every_module_stands_behind_those_that_it_imports() {
        for (index, (name, source)) in MODULES.iter().enumerate() {
            for line in source.lines().filter(|line| line.starts_with("import ")) {
                let text = import_of(line).expect(line);
                let known = MODULES[..index]
                    .iter()
                    .any(|(other, _)| text.ends_with(&format!("= module_{other};")));
                assert!(known, "{name}: {line}");
            }
        }
    }
}

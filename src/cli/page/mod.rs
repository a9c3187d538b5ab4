//! Pages in one file: a frame, styles, a script and data, put together so that
//! nothing has to be loaded. Nothing gets in as anything but data or escaped
//! text. A page in one file cannot load modules, so each becomes a function
//! whose value is what it exports; `scripts/package-web` does the same.

use crate::cli::picture::escape;
use anyhow::Result;
use serde::Serialize;
use std::fmt::Write;

/// A module of a script: its name and its text.
pub type Module = (&'static str, &'static str);

/// What all pages have: the head, the name, and where everything else goes.
const FRAME: &str = include_str!("frame.html");

/// What one kind of page has.
pub struct Page<'a> {
    /// What the window is called; any text.
    pub title: &'a str,
    /// What it is about, beside the program's name.
    pub subject: &'a str,
    /// What stands on the right of the header, as HTML.
    pub tools: &'a str,
    /// What stands below it, as HTML.
    pub body: &'a str,
    /// The style sheets.
    pub styles: &'a [&'a str],
    /// The modules, each behind those that it imports.
    pub modules: &'a [Module],
}

impl Page<'_> {
    /// The whole page with these data.
    pub fn with(&self, data: &impl Serialize) -> Result<String> {
        let parts = [
            ("{{title}}", escape(self.title)),
            ("{{style}}", self.styles.concat()),
            ("{{subject}}", escape(self.subject)),
            ("{{tools}}", self.tools.to_owned()),
            ("{{body}}", self.body.to_owned()),
            ("{{data}}", json(data)?),
            ("{{script}}", script(self.modules)),
        ];
        Ok(fill(FRAME, &parts))
    }
}

/// The whole script of modules, each of which stands behind those that it imports.
fn script(modules: &[Module]) -> String {
    modules
        .iter()
        .map(|(name, source)| function_of(name, source))
        .collect()
}

/// Data for a script element: only "<" can end it, and in JSON that stands in strings only.
fn json(value: &impl Serialize) -> Result<String> {
    Ok(serde_json::to_string(value)?.replace('<', "\\u003c"))
}

/// Puts the parts into the frame in one pass, so that no part can pose as another.
fn fill(frame: &str, parts: &[(&str, String)]) -> String {
    let mut page = String::new();
    let mut rest = frame;
    while let Some(at) = rest.find("{{") {
        page.push_str(&rest[..at]);
        rest = &rest[at..];
        let part = parts.iter().find(|(name, _)| rest.starts_with(name));
        let (length, text) = part.map_or((2, "{{"), |(name, text)| (name.len(), text.as_str()));
        page.push_str(text);
        rest = &rest[length..];
    }
    page.push_str(rest);
    page
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

/// Fails where a page needs anything from outside.
#[cfg(test)]
pub fn check_closed(page: &str) {
    // A name of a language and names within the page are no addresses.
    let code = page
        .replace("http://www.w3.org/2000/svg", "")
        .replace("url(#", "");
    for part in [
        "http:", "https:", "src=", "@import", "url(", "fetch(", "<link",
    ] {
        assert!(!code.contains(part), "{part}");
    }
    assert!(page.contains("default-src 'none'"));
}

/// Fails where a module does not stand behind those that it imports.
#[cfg(test)]
pub fn check_order(modules: &[Module]) {
    for (index, (name, source)) in modules.iter().enumerate() {
        for line in source.lines().filter(|line| line.starts_with("import ")) {
            let text = import_of(line).expect(line);
            let known = modules[..index]
                .iter()
                .any(|(other, _)| text.ends_with(&format!("= module_{other};")));
            assert!(known, "{name}: {line}");
        }
    }
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
    fn parts_of_the_frame_are_filled_once() {
        let parts = [("{{a}}", "{{b}}".to_owned()), ("{{b}}", "B".to_owned())];
        assert_eq!(fill("x{{a}}y{{b}}{{c}}", &parts), "x{{b}}yB{{c}}");
    }
}

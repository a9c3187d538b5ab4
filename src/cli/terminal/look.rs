//! How to write for a terminal: in colour or plain, and how wide. Asks the
//! terminal about itself and prints nothing.

use console::Term;
use std::fmt::Write;

/// The width of a terminal that does not tell its own.
const USUAL_WIDTH: usize = 80;

/// When to use colours.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, clap::ValueEnum)]
enum ColorChoice {
    /// On a terminal, unless `NO_COLOR` is set or it is a dumb one.
    #[default]
    Auto,
    /// Always.
    Always,
    /// Never, and only plain letters.
    Never,
}

/// The options by which people choose a look.
#[derive(clap::Args, Clone, Copy, Debug)]
pub struct LookArgs {
    /// Plain letters without colour; the same as --color never
    #[arg(long)]
    plain: bool,
    /// When to use colours
    #[arg(
        long = "color",
        value_enum,
        default_value_t,
        value_name = "WHEN",
        conflicts_with = "plain"
    )]
    color_choice: ColorChoice,
}

impl LookArgs {
    /// The look that the standard output can show and the user wants.
    pub fn look(self) -> Look {
        Look::of_standard_output(if self.plain {
            ColorChoice::Never
        } else {
            self.color_choice
        })
    }
}

/// What a piece of text stands for; a coloured look shows it by a colour.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Paint {
    /// A headline, or what matters most.
    Strong,
    /// Labels and remarks.
    Faint,
    /// Something good for the side to move.
    Good,
    /// Something bad for the side to move.
    Bad,
    /// A point or a command to look at.
    Point,
}

impl Paint {
    const fn code(self) -> &'static str {
        match self {
            Self::Strong => "1",
            Self::Faint => "2",
            Self::Good => "1;32",
            Self::Bad => "1;31",
            Self::Point => "1;36",
        }
    }
}

/// How to write.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Look {
    /// Whether colours and box-drawing signs may be used.
    pub color: bool,
    /// Whether what was written can be written over.
    pub live: bool,
    /// The width of a line.
    pub width: usize,
    /// How many lines can be seen at once, where somebody looks.
    pub height: Option<usize>,
}

impl Look {
    /// For files, pipes and tests.
    pub const PLAIN: Self = Self {
        color: false,
        live: false,
        width: USUAL_WIDTH,
        height: None,
    };

    /// The look that the standard output can show and the user wants.
    fn of_standard_output(choice: ColorChoice) -> Self {
        let terminal = Term::stdout();
        let features = terminal.features();
        let live = features.is_attended() && !console_is_dumb();
        let color = match choice {
            ColorChoice::Auto => live && features.colors_supported(),
            ColorChoice::Always => true,
            ColorChoice::Never => false,
        };
        let size = terminal.size_checked();
        Self {
            color,
            live,
            width: size.map_or(USUAL_WIDTH, |(_, columns)| usize::from(columns)),
            height: size.map(|(rows, _)| usize::from(rows)).filter(|_| live),
        }
    }

    /// The text in the colour of what it stands for.
    pub fn paint(self, paint: Paint, text: &str) -> String {
        self.styled(paint.code(), text)
    }

    /// The text in a style given by its code, and nothing of it behind.
    pub(super) fn styled(self, code: &str, text: &str) -> String {
        if self.color {
            format!("\x1b[{code}m{text}\x1b[0m")
        } else {
            text.to_owned()
        }
    }
}

fn console_is_dumb() -> bool {
    std::env::var("TERM").is_ok_and(|kind| kind == "dumb")
}

/// What a terminal shows of a text: its signs without the codes of colour.
pub fn visible_width(text: &str) -> usize {
    let mut inside_code = false;
    let mut width = 0;
    for c in text.chars() {
        match c {
            '\x1b' => inside_code = true,
            'm' if inside_code => inside_code = false,
            _ if inside_code => {}
            _ => width += 1,
        }
    }
    width
}

/// Puts the lines of two blocks beside each other, `gap` columns apart.
pub fn beside(left: &[String], right: &[String], gap: usize) -> Vec<String> {
    let width = left.iter().map(|line| visible_width(line)).max();
    let width = width.unwrap_or(0) + gap;
    (0..left.len().max(right.len()))
        .map(|row| {
            let mut line = left.get(row).cloned().unwrap_or_default();
            if let Some(right) = right.get(row).filter(|text| !text.is_empty()) {
                let blanks = width.saturating_sub(visible_width(&line));
                // Writing to a String cannot fail.
                let _ = write!(line, "{:blanks$}{right}", "");
            }
            line
        })
        .collect()
}

/// Breaks words into lines of at most `width` columns; the lines after the
/// first begin with `indent` blanks. A word that is too long stays whole.
pub fn wrap(words: &[String], width: usize, indent: usize) -> Vec<String> {
    let mut lines: Vec<String> = Vec::new();
    let mut line = String::new();
    for word in words {
        let is_empty = line.trim().is_empty();
        if !is_empty && visible_width(&line) + 1 + visible_width(word) > width {
            lines.push(std::mem::take(&mut line));
            line.push_str(&" ".repeat(indent));
        } else if !is_empty {
            line.push(' ');
        }
        line.push_str(word);
    }
    if !line.trim().is_empty() {
        lines.push(line);
    }
    lines
}

#[cfg(test)]
mod tests {
    use super::*;

    const COLORED: Look = Look {
        color: true,
        live: true,
        width: USUAL_WIDTH,
        height: None,
    };

    #[test]
    fn a_plain_look_writes_no_codes_and_a_coloured_one_ends_them() {
        assert_eq!(Look::PLAIN.paint(Paint::Good, "won"), "won");
        let colored = COLORED.paint(Paint::Good, "won");
        assert!(colored.starts_with('\x1b') && colored.ends_with("\x1b[0m"));
        assert_eq!(visible_width(&colored), 3);
    }

    #[test]
    fn blocks_stand_beside_each_other_whatever_their_colours() {
        let left = [COLORED.paint(Paint::Bad, "ab"), "c".to_owned()];
        let right = ["1".to_owned(), "2".to_owned(), "3".to_owned()];
        let joined = beside(&left, &right, 2);
        let widths: Vec<usize> = joined.iter().map(|line| visible_width(line)).collect();
        assert_eq!(widths, [5, 5, 5]);
        assert_eq!(joined[1], "c   2");
        assert_eq!(joined[2], "    3");
    }

    #[test]
    fn wrapped_lines_keep_within_their_width_and_lose_no_word() {
        let words: Vec<String> = (1..=40).map(|number| format!("w{number}")).collect();
        let lines = wrap(&words, 20, 3);
        assert!(lines.iter().all(|line| line.len() <= 20), "{lines:?}");
        assert!(lines[1..].iter().all(|line| line.starts_with("   w")));
        let back: Vec<&str> = lines
            .iter()
            .flat_map(|line| line.split_whitespace())
            .collect();
        assert_eq!(back, words);
        assert_eq!(wrap(&[], 20, 3), Vec::<String>::new());
        assert_eq!(wrap(&["x".repeat(30)], 20, 3).len(), 1);
    }
}

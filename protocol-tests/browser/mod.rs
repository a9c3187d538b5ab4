//! What tests in a real browser share. They have a `main` of their own, since
//! the usual harness would hide why one was skipped.

pub mod driver;

/// Whether the names on the command line, if there are any, choose the test of this name.
pub fn is_asked_for(name: &str) -> bool {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let mut parts = arguments
        .iter()
        .filter(|text| !text.starts_with('-'))
        .peekable();
    let is_listed = arguments.iter().any(|text| text == "--list");
    !is_listed && (parts.peek().is_none() || parts.any(|part| name.contains(part.as_str())))
}

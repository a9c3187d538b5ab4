//! The program's second name, completions for shells, and manual pages.

use crate::{fail, quinte, refuse, succeed};
use std::process::Command;

/// The commands that people are told about.
fn commands() -> Vec<String> {
    let help = succeed(&mut quinte(&["--help"]), "");
    let listed = help.lines().skip_while(|line| *line != "Commands:").skip(1);
    let names = listed
        .take_while(|line| !line.is_empty())
        .filter_map(|line| line.split_whitespace().next());
    let names: Vec<String> = names
        .filter(|name| *name != "help")
        .map(str::to_owned)
        .collect();
    assert!(names.len() >= 12, "{names:?}");
    names
}

fn by_second_name(arguments: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_quinte"));
    command.args(arguments);
    command
}

#[test]
fn both_names_are_the_same_program() {
    let dialogue = "START 15\nABOUT\nEND\n";
    let [first, second] = [quinte(&["--level", "1"]), by_second_name(&["--level", "1"])]
        .map(|mut command| succeed(&mut command, dialogue));
    assert_eq!(first, second);
    assert!(first.contains("Quinte"), "{first}");
    let help = succeed(&mut by_second_name(&["analyze", "--help"]), "");
    assert!(help.contains("Usage: quinte analyze"), "{help}");
}

#[test]
fn shells_complete_every_command_under_the_name_that_was_asked() {
    for shell in ["bash", "zsh", "fish", "powershell", "elvish"] {
        let script = succeed(&mut by_second_name(&["completions", shell]), "");
        for command in commands() {
            assert!(script.contains(&command), "{shell} does not know {command}");
        }
        assert!(script.contains("quinte") && !script.contains("pbrain-quinte completions"));
        let other = succeed(&mut quinte(&["completions", shell]), "");
        assert!(other.contains("pbrain-quinte"), "{shell}");
        assert_ne!(script, other, "{shell}");
    }
    assert!(refuse(&mut quinte(&["completions", "no-shell"])).contains("bash"));
}

#[test]
fn every_command_has_a_manual_page() {
    let directory = std::env::temp_dir().join(format!("quinte-manual-{}", std::process::id()));
    std::fs::create_dir_all(&directory).expect("a directory");
    let place = directory.to_str().expect("a plain name");
    succeed(&mut by_second_name(&["manual", place]), "");
    let page = |name: &str| std::fs::read_to_string(directory.join(name));
    let first = page("quinte.1").expect("a page for the whole");
    for command in commands() {
        let name = format!("quinte-{command}.1");
        let text = page(&name).unwrap_or_else(|error| panic!("{name}: {error}"));
        assert!(text.contains(".SH OPTIONS"), "{text}");
        assert!(first.contains(&format!("quinte\\-{command}(1)")), "{first}");
    }
    std::fs::remove_dir_all(&directory).expect("the directory goes");
    assert!(refuse(&mut quinte(&["manual", place])).contains(place));
    assert!(!fail(&mut quinte(&["manual"])).is_empty());
}

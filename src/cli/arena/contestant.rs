//! An engine of the match as the user describes it: a name, a command, its
//! limits. Does not start it.

use super::limits::Limits;
use super::process::EngineCommand;
use anyhow::Context;

/// The names before `=` that do not stand for a limit.
const OWN_KEYS: [&str; 2] = ["name", "cmd"];

/// One engine that takes part.
#[derive(Clone, Debug, PartialEq)]
pub struct Contestant {
    /// The name in tables; empty until the engine has been asked for it.
    pub name: String,
    /// The command line as it was typed.
    pub command_line: String,
    /// How to start it.
    pub command: EngineCommand,
    /// What it may use.
    pub limits: Limits,
}

impl Contestant {
    /// Reads a description: either a bare command (`./pbrain-a --flag`) or a list such as
    /// `name=new,cmd=./pbrain-a --flag,turn=2`. What is not named comes from `defaults`.
    pub fn parse(text: &str, defaults: &Limits) -> anyhow::Result<Self> {
        let mut name = String::new();
        let mut command_line = String::new();
        let mut limits = defaults.clone();
        for (key, value) in settings(text) {
            match key.as_str() {
                "name" => name = value,
                "cmd" => command_line = value,
                _ => {
                    limits.set(&key, &value)?;
                }
            }
        }
        anyhow::ensure!(!command_line.trim().is_empty(), "'{text}' names no command");
        Ok(Self {
            name,
            command: EngineCommand::parse(&command_line)?,
            command_line,
            limits,
        })
    }

    /// This very program as an engine, with these arguments.
    pub fn this_program(arguments: &[&str], limits: &Limits) -> anyhow::Result<Self> {
        let program = std::env::current_exe().context("cannot find this program's own path")?;
        let command = EngineCommand::program(program).arguments(arguments.iter().copied());
        Ok(Self {
            name: String::new(),
            command_line: command.to_string(),
            command,
            limits: limits.clone(),
        })
    }
}

/// Splits `name=a,cmd=b c,d,turn=1` into names and values. A comma that is not
/// followed by a known name belongs to the value before it.
fn settings(text: &str) -> Vec<(String, String)> {
    let mut found: Vec<(String, String)> = Vec::new();
    for piece in text.split(',') {
        let named = piece
            .split_once('=')
            .map(|(key, value)| (key.trim(), value))
            .filter(|(key, _)| is_key(key));
        match (named, found.last_mut()) {
            (Some((key, value)), _) => found.push((key.to_owned(), value.to_owned())),
            (None, Some((_, value))) => {
                value.push(',');
                value.push_str(piece);
            }
            (None, None) => found.push(("cmd".to_owned(), piece.to_owned())),
        }
    }
    found
}

fn is_key(key: &str) -> bool {
    // A value that every limit can read tells names from non-names.
    OWN_KEYS.contains(&key) || matches!(Limits::default().set(key, "1"), Ok(true))
}

/// Gives every engine a name of its own: equal names get a number.
pub fn make_names_unique(contestants: &mut [Contestant]) {
    let names: Vec<String> = contestants.iter().map(|one| one.name.clone()).collect();
    for (index, contestant) in contestants.iter_mut().enumerate() {
        let same = |other: &&String| **other == names[index];
        if names.iter().filter(same).count() > 1 {
            let number = names[..=index].iter().filter(same).count();
            contestant.name = format!("{}-{number}", names[index]);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::time::Duration;

    fn parse(text: &str) -> Contestant {
        Contestant::parse(text, &Limits::default()).expect(text)
    }

    fn command(program: &str, arguments: &[&str]) -> EngineCommand {
        EngineCommand::program(program).arguments(arguments.iter().copied())
    }

    #[test]
    fn a_bare_command_is_enough() {
        let contestant = parse("pbrain-a --level 3");
        assert_eq!(contestant.command, command("pbrain-a", &["--level", "3"]));
        assert_eq!(contestant.command_line, "pbrain-a --level 3");
        assert_eq!(contestant.name, "");
    }

    #[test]
    fn settings_go_with_the_command_and_keep_its_commas() {
        let text = "name=the new one,cmd=pbrain-a 'b c' d,e=f,turn=2,nodes=5k,info.x=y";
        let contestant = parse(text);
        assert_eq!(contestant.name, "the new one");
        assert_eq!(contestant.command, command("pbrain-a", &["b c", "d,e=f"]));
        assert_eq!(contestant.limits.turn, Some(Duration::from_secs(2)));
        assert_eq!(contestant.limits.nodes, Some(5000));
        assert_eq!(contestant.limits.info, [("x".to_owned(), "y".to_owned())]);
        assert_eq!(
            parse("pbrain-a,turn=3").limits.turn,
            Some(Duration::from_secs(3))
        );
    }

    #[test]
    fn descriptions_without_a_command_are_refused() {
        for text in ["", "name=a", "cmd=", "cmd='open", "cmd=a,turn=x"] {
            assert!(
                Contestant::parse(text, &Limits::default()).is_err(),
                "{text}"
            );
        }
    }

    #[test]
    fn equal_names_are_numbered() {
        let mut three = [parse("a"), parse("b"), parse("c")];
        for (contestant, name) in three.iter_mut().zip(["same", "other", "same"]) {
            contestant.name = name.to_owned();
        }
        make_names_unique(&mut three);
        let names: Vec<&str> = three.iter().map(|one| one.name.as_str()).collect();
        assert_eq!(names, ["same-1", "other", "same-2"]);
    }
}

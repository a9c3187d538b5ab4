//! Networks from files in the place of those built in, for the commands that think themselves.
//! One that no game of the command would use is an error, not a silent nothing.

use crate::eval::Network;
use crate::types::Rule;
use anyhow::{Context, ensure};
use std::path::PathBuf;

/// The option that names them.
#[derive(clap::Args, Clone, Debug, Default, PartialEq, Eq)]
pub struct Networks {
    /// Use the network in this file, as `tune` writes it, instead of the one built in for its
    /// rule; may be given for each rule
    #[arg(long = "network", value_name = "FILE")]
    pub files: Vec<PathBuf>,
}

impl Networks {
    /// Puts them in their places; `rules` are all that will be played.
    pub fn install(&self, rules: impl IntoIterator<Item = Rule>) -> anyhow::Result<()> {
        if self.files.is_empty() {
            return Ok(());
        }
        let rules: Vec<Rule> = rules.into_iter().collect();
        for file in &self.files {
            let install = || anyhow::Ok(Network::install(&std::fs::read(file)?)?);
            let rule = install().with_context(|| format!("cannot use '{}'", file.display()))?;
            ensure!(
                rules.contains(&rule),
                "'{}' is a network for {rule}, which is not what is asked for",
                file.display()
            );
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn files_that_are_no_networks_are_named() {
        let networks = Networks {
            files: vec!["no-such-file".into()],
        };
        let error = networks.install(Rule::ALL).expect_err("no file");
        assert!(error.to_string().contains("no-such-file"), "{error}");
        assert!(Networks::default().install([]).is_ok(), "nothing is asked");
    }
}

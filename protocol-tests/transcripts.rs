//! Replays every transcript against the engine, in both modes. A test stands
//! for a topic; a transcript that fails is named with its dialogue.

use crate::harness;
use quinte::cli::check::library;
use quinte::cli::check::play_all;
use quinte::cli::check::report;
use quinte::cli::check::runner::{Mode, Options, Outcome, Report};
use quinte::cli::check::transcript::Transcript;
use std::collections::BTreeSet;
use std::sync::OnceLock;

type Results = Vec<(Transcript, Report)>;

/// Engine processes at a time. Most of a transcript is waiting.
const PROCESSES: usize = 6;

/// Everything is played once a mode; the tests look at their part of it.
fn results(mode: Mode) -> &'static Results {
    static NORMAL: OnceLock<Results> = OnceLock::new();
    static PIPELINED: OnceLock<Results> = OnceLock::new();
    let results = match mode {
        Mode::Normal => &NORMAL,
        Mode::Pipelined => &PIPELINED,
    };
    results.get_or_init(|| {
        let _turn = harness::turn();
        let transcripts = library::embedded().expect("every transcript is well-formed");
        let options = Options {
            mode,
            time_scale: harness::time_scale(),
        };
        let mut results = Vec::new();
        play_all(
            &transcripts,
            &harness::engine(),
            &options,
            PROCESSES,
            |transcript, report| {
                results.push((transcript.clone(), report.clone()));
                Ok(())
            },
        )
        .expect("collecting results cannot fail");
        results
    })
}

/// Our engine offers everything, so that declining is a failure too.
fn check(topic: &str, mode: Mode) {
    let of_topic: Vec<_> = results(mode)
        .iter()
        .filter(|(transcript, _)| transcript.topic() == topic)
        .collect();
    assert!(!of_topic.is_empty(), "there are transcripts of {topic}");
    let failures: Vec<String> = of_topic
        .iter()
        .filter(|(_, report)| !matches!(report.outcome, Outcome::Passed | Outcome::Skipped))
        .map(|(transcript, report)| {
            format!(
                "{}\n{}",
                report::row(transcript, report, transcript.name.len(), None),
                report::details(report)
            )
        })
        .collect();
    assert!(
        failures.is_empty(),
        "{} of {} {mode} transcripts of '{topic}' do not hold:\n{}",
        failures.len(),
        of_topic.len(),
        failures.join("\n")
    );
}

macro_rules! topics {
    ($($topic:ident)*) => {
        const TOPICS: &[&str] = &[$(stringify!($topic)),*];

        mod normal {
            $(#[test]
            fn $topic() {
                super::check(stringify!($topic), super::Mode::Normal);
            })*
        }

        mod pipelined {
            $(#[test]
            fn $topic() {
                super::check(stringify!($topic), super::Mode::Pipelined);
            })*
        }
    };
}

topics! {
    about analysis board end eof info manager output play restart rules start stream swap2 tactics takeback
    thinking turn unknown yixin
}

#[test]
fn every_topic_has_its_test() {
    let transcripts = library::embedded().expect("every transcript is well-formed");
    let present: BTreeSet<&str> = transcripts.iter().map(Transcript::topic).collect();
    assert_eq!(present, TOPICS.iter().copied().collect());
}

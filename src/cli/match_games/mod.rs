//! `pbrain-quinte match`: plays engines against each other under a referee of
//! its own and says who is stronger. Also merges the logs of several matches.

pub mod args;
mod ratings;
mod save;
mod sequential;
pub mod setup;
mod standings;
mod table;

use crate::cli::arena::game::Played;
use crate::cli::arena::runner::{self, Plan};
use crate::cli::arena::schedule::Fixture;
use crate::cli::fault::refuse;
use crate::cli::interrupt::{INTERRUPTED, Stop};
use crate::cli::records::log;
use crate::cli::records::swap2::Swap2Step;
use crate::cli::records::{GameRecord, PlayedGame, Reason};
use crate::cli::terminal::Progress;
use args::{MergeArgs, PlayArgs};
use save::Saver;
use sequential::{Decision, SequentialTest};
use setup::Setup;
use standings::Standings;
use std::collections::HashSet;
use std::ops::ControlFlow;
use std::process::ExitCode;

/// Play engines against each other and measure their strength.
#[derive(clap::Args, Clone, Debug)]
#[command(
    args_conflicts_with_subcommands = true,
    args_override_self = true,
    after_help = args::EXAMPLES
)]
pub struct Args {
    #[command(subcommand)]
    command: Option<Command>,
    #[command(flatten)]
    play: PlayArgs,
}

/// What else `match` can do.
#[derive(clap::Subcommand, Clone, Debug)]
enum Command {
    /// Make one table of the logs of several matches
    Merge(MergeArgs),
}

/// Runs the sub-command.
pub fn run(args: &Args) -> anyhow::Result<ExitCode> {
    match &args.command {
        Some(Command::Merge(merge_args)) => merge(merge_args),
        None => play(&args.play),
    }
}

/// Plays a match from the first game to the table.
fn play(args: &PlayArgs) -> anyhow::Result<ExitCode> {
    let stop = Stop::at_interruption()?;
    let mut setup = setup::prepare(args, &stop).map_err(refuse)?;
    let names = setup.plan.contestants.iter().map(|one| one.name.clone());
    let mut standings = Standings::new(names);
    let mut saver = Saver::new(&args.records, !setup.earlier.is_empty()).map_err(refuse)?;
    for game in &setup.earlier {
        standings.add(&setup.heading.run, game);
        saver.save(game)?;
    }
    let decided = play_games(&mut setup, &mut standings, &mut saver, &stop)?;
    print!("{}", table::report(&standings, setup.test.as_ref()));
    if stop.is_set() && !decided {
        eprintln!("interrupted: with --log, --resume goes on from here");
        return Ok(ExitCode::from(INTERRUPTED));
    }
    Ok(ExitCode::SUCCESS)
}

/// Plays the games that are left; says whether the sequential test is decided.
fn play_games(
    setup: &mut Setup,
    standings: &mut Standings,
    saver: &mut Saver,
    stop: &Stop,
) -> anyhow::Result<bool> {
    let Setup {
        plan,
        heading,
        log,
        test,
        total,
        ..
    } = setup;
    let mut decided = is_decided(test.as_ref(), standings);
    if decided {
        return Ok(true);
    }
    let mut done = *total - plan.games.len();
    let mut progress = Progress::new(done, *total, "games").with_summary();
    runner::run(plan, stop, |fixture, played| {
        let record = record_of(plan, fixture, played);
        if let Some(log) = log {
            log.add(&record)?;
        }
        saver.save(&record)?;
        standings.add(&heading.run, &record);
        done += 1;
        if let Some(note) = note(&record) {
            progress.note(&note);
        }
        progress.show(done, &table::summary(standings, test.as_ref()));
        decided = is_decided(test.as_ref(), standings);
        Ok(if decided {
            // A game that ends after the decision has no part in it.
            ControlFlow::Break(())
        } else {
            ControlFlow::Continue(())
        })
    })?;
    progress.finish();
    Ok(decided)
}

fn is_decided(test: Option<&SequentialTest>, standings: &Standings) -> bool {
    let pairs = &standings.between(0, 1).pairs;
    test.is_some_and(|test| test.decide(pairs) != Decision::Open)
}

/// The record of a game that has just ended.
fn record_of(plan: &Plan, fixture: &Fixture, played: Played) -> GameRecord {
    let names = fixture
        .players
        .map(|number| plan.contestants[number].name.clone());
    let steps = played.swap2.iter().map(|step| Swap2Step {
        engine: names[step.player].clone(),
        choice: step.choice,
        time: step.time.as_millis() as u64,
    });
    let swap2 = steps.collect();
    let game = PlayedGame {
        names: played.by_color(names),
        rule: plan.terms.rule,
        size: plan.terms.size,
        moves: &played.moves,
        opening: played.opening,
        times: &played.times,
        ending: played.ending,
    };
    GameRecord {
        swap2,
        ..GameRecord::new(fixture.number, fixture.round + 1, game)
    }
}

/// A line about a game that ended as no game should.
fn note(record: &GameRecord) -> Option<String> {
    let is_fault = standings::FAULTS
        .iter()
        .any(|&(reason, _)| reason == record.reason && reason != Reason::Foul);
    is_fault.then(|| {
        format!(
            "game {}: {} (black) - {} (white): {:?} wins by {}{}",
            record.game + 1,
            record.black,
            record.white,
            record.winner,
            record.reason,
            record
                .detail
                .as_ref()
                .map_or_else(String::new, |detail| format!(" ({detail})"))
        )
    })
}

/// Makes one table of several logs. Copies of the same match count once.
fn merge(args: &MergeArgs) -> anyhow::Result<ExitCode> {
    let logs = args
        .logs
        .iter()
        .map(|path| log::read(path))
        .collect::<anyhow::Result<Vec<_>>>()
        .map_err(refuse)?;
    check_alike(&logs, args).map_err(refuse)?;
    let mut standings = Standings::default();
    let mut saver = Saver::new(&args.records, false).map_err(refuse)?;
    let mut seen = HashSet::new();
    for log in &logs {
        for game in &log.games {
            if seen.insert((&log.heading.run, game.game)) {
                standings.add(&log.heading.run, game);
                saver.save(game)?;
            }
        }
    }
    print!("{}", table::report(&standings, None));
    Ok(ExitCode::SUCCESS)
}

/// Refuses logs of matches that one table cannot hold.
fn check_alike(logs: &[log::Log], args: &MergeArgs) -> anyhow::Result<()> {
    let Some(first) = logs.first().map(|log| &log.heading) else {
        return Ok(());
    };
    for (log, path) in logs.iter().zip(&args.logs) {
        anyhow::ensure!(
            log.heading.rule == first.rule && log.heading.size == first.size,
            "'{}' is {} on {}, but '{}' is {} on {}: one table cannot hold both",
            path.display(),
            log.heading.rule,
            log.heading.size,
            args.logs[0].display(),
            first.rule,
            first.size
        );
    }
    Ok(())
}

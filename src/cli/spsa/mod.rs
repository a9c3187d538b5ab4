//! `spsa`: tunes the numbers of the search by games. Each iteration two bots,
//! whose numbers lie on opposite sides of the present ones, play some pairs of
//! games, and the numbers move towards the winner's. `docs/tuning.md` tells how
//! to use it.

pub mod climb;
pub mod state;

use crate::cli::arena::duel::Duel;
use crate::cli::arena::openings::{self, shipped};
use crate::cli::destination;
use crate::cli::fault::refuse;
use crate::cli::interrupt::{INTERRUPTED, Stop};
use crate::cli::units::{board_size, parse_count, parse_memory, parse_rule, parse_size};
use crate::search::{Param, Params};
use crate::types::{BoardSize, Rule};
use anyhow::{Context, Result, ensure};
use climb::{Climb, Number};
use indicatif::{ProgressBar, ProgressStyle};
use state::{State, Terms};
use std::path::PathBuf;
use std::process::ExitCode;

/// Tune the numbers of the search by games of slightly different bots.
///
/// The file tells after every iteration where the run is; a killed run goes on
/// from it with --resume.
#[derive(clap::Args, Debug)]
#[command(args_override_self = true)]
pub struct Args {
    /// The numbers to tune (src/search/params.rs), with another start if need be: NAME or
    /// NAME=START [default: all]
    #[arg(value_name = "NUMBER")]
    numbers: Vec<String>,
    /// The file that tells where the run is
    #[arg(long, value_name = "FILE")]
    out: PathBuf,
    /// Go on with the run in the file
    #[arg(long)]
    resume: bool,
    /// The bots' program [default: this one]
    #[arg(long, value_name = "PROGRAM")]
    engine: Option<PathBuf>,
    /// The rule
    #[arg(long, default_value = "freestyle", value_parser = parse_rule)]
    rule: Rule,
    /// The board [default: 20 for freestyle, 15 for other rules]
    #[arg(long, value_parser = parse_size)]
    size: Option<BoardSize>,
    /// A file of openings or a name, as for `match`
    /// [default: those that come with the program for the rule and board]
    #[arg(long, value_name = "FILE|NAME")]
    openings: Option<PathBuf>,
    /// Nodes for each move
    #[arg(long, value_name = "COUNT", default_value = "5k", value_parser = parse_count)]
    nodes: u64,
    /// Memory of each bot
    #[arg(long, value_name = "BYTES", default_value = "64M", value_parser = parse_memory)]
    memory: u64,
    /// How often the numbers are moved
    #[arg(long, value_name = "COUNT", default_value_t = 2000)]
    iterations: u64,
    /// Pairs of games for each move
    #[arg(long, value_name = "COUNT", default_value_t = 4)]
    pairs: usize,
    /// By which share of its step a number moves at the end for one game more won than lost
    #[arg(long, default_value_t = 0.01)]
    rate: f64,
    /// What the directions depend on
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// Games played at the same time
    #[arg(short = 'j', long, value_name = "COUNT", default_value_t = 1)]
    concurrency: usize,
}

/// Runs the sub-command.
pub fn run(args: &Args) -> Result<ExitCode> {
    let (duel, mut state) = prepare(args).map_err(refuse)?;
    let stop = Stop::at_interruption()?;
    let bar = progress_bar(&state)?;
    while !state.climb.is_over() {
        if !iterate(&mut state, &duel, args.pairs, &stop)? {
            break;
        }
        state.write(&args.out)?;
        bar.set_position(state.climb.done);
    }
    bar.finish();
    print!("{}", report(&state));
    Ok(if state.climb.is_over() {
        ExitCode::SUCCESS
    } else {
        ExitCode::from(INTERRUPTED)
    })
}

/// What is to be played, and where the run is.
fn prepare(args: &Args) -> Result<(Duel, State)> {
    ensure!(args.pairs > 0, "an iteration needs at least one pair");
    ensure!(args.iterations > 0, "at least one iteration is needed");
    ensure!(args.concurrency > 0, "-j must be at least 1");
    ensure!(
        args.rate.is_finite() && args.rate > 0.0,
        "the rate must be above 0"
    );
    let duel = duel(args)?;
    let asked = first_state(args, &duel)?;
    destination::check(&args.out)?;
    let state = if args.resume && args.out.exists() {
        State::read(&args.out)?.go_on(&asked)?
    } else {
        ensure!(
            !args.out.exists(),
            "'{}' exists: --resume goes on with it",
            args.out.display()
        );
        asked
    };
    Ok((duel, state))
}

/// Plays one comparison and moves the numbers; `false` if it was stopped.
fn iterate(state: &mut State, duel: &Duel, pairs: usize, stop: &Stop) -> Result<bool> {
    let comparison = state.climb.comparison();
    let arguments = [0, 1].map(|side: usize| {
        let values = state.climb.numbers.iter().zip(&comparison.points[side]);
        let setting = |(number, value): (&Number, &i32)| format!("--set={}={value}", number.name);
        values.map(setting).collect::<Vec<String>>()
    });
    let first = state.climb.done as usize * pairs;
    let Some(tally) = duel.play(arguments, first..first + pairs, stop)? else {
        return Ok(false);
    };
    let surplus = tally.wins as f64 - tally.losses as f64;
    state.climb.advance(&comparison, surplus);
    state.decided += tally.wins + tally.losses;
    state.drawn += tally.draws;
    Ok(true)
}

/// What the games are like.
fn duel(args: &Args) -> Result<Duel> {
    let size = board_size(args.rule, args.size)?;
    let program = match &args.engine {
        Some(program) => std::path::absolute(program)?,
        None => std::env::current_exe().context("this program cannot be found")?,
    };
    let openings = shipped::choose(args.openings.as_deref(), args.rule, size)?;
    Ok(Duel {
        program,
        rule: args.rule,
        size,
        nodes: args.nodes,
        memory: args.memory,
        openings,
        concurrency: args.concurrency,
    })
}

fn first_state(args: &Args, duel: &Duel) -> Result<State> {
    Ok(State {
        terms: Terms {
            rule: duel.rule.to_string(),
            size: duel.size.to_string(),
            nodes: duel.nodes,
            pairs: args.pairs,
            openings: format!("{:016x}", openings::fingerprint(&duel.openings)),
        },
        climb: Climb {
            seed: args.seed,
            iterations: args.iterations,
            rate: args.rate,
            done: 0,
            numbers: numbers(&args.numbers)?,
        },
        decided: 0,
        drawn: 0,
    })
}

/// The numbers named, or all.
fn numbers(named: &[String]) -> Result<Vec<Number>> {
    let number = |param: &Param, start: i32| Number {
        name: param.name.to_owned(),
        start,
        low: param.low,
        high: param.high,
        step: param.step,
        value: f64::from(start),
    };
    if named.is_empty() {
        let all = Params::ALL.iter();
        return Ok(all.map(|param| number(param, param.value)).collect());
    }
    let mut numbers: Vec<Number> = Vec::new();
    for text in named {
        let (name, start) = text
            .split_once('=')
            .map_or((text.as_str(), None), |(name, start)| (name, Some(start)));
        let param = Params::ALL
            .iter()
            .find(|param| param.name == name)
            .with_context(|| format!("unknown search parameter '{name}'"))?;
        let start = match start {
            None => param.value,
            Some(start) => {
                // Says what is wrong with a value, and where its range is.
                Params::default().set(text)?;
                start.parse()?
            }
        };
        ensure!(
            numbers.iter().all(|number| number.name != name),
            "'{name}' is named twice"
        );
        numbers.push(number(param, start));
    }
    Ok(numbers)
}

fn progress_bar(state: &State) -> Result<ProgressBar> {
    let bar = ProgressBar::new(state.climb.iterations);
    let style =
        ProgressStyle::with_template("[{elapsed}] {wide_bar} {pos}/{len} iterations, left {eta}")?;
    bar.set_position(state.climb.done);
    bar.reset_eta();
    Ok(bar.with_style(style))
}

/// The numbers as a table, and as arguments of a bot.
fn report(state: &State) -> String {
    let climb = &state.climb;
    let head = format!(
        "{} of {} iterations, {} games, {} of them drawn\n\
         number                   start    now  in steps   range\n",
        climb.done,
        climb.iterations,
        state.decided + state.drawn,
        state.drawn
    );
    let row = |number: &Number| {
        let steps = (number.value - f64::from(number.start)) / f64::from(number.step);
        format!(
            "{:<22} {:>7} {:>6} {steps:>+9.2}   {} to {}\n",
            number.name,
            number.start,
            number.rounded(),
            number.low,
            number.high
        )
    };
    let rows: String = climb.numbers.iter().map(row).collect();
    let changed = climb.numbers.iter();
    let settings: Vec<String> = changed
        .filter(|number| number.rounded() != number.start)
        .map(|number| format!("--set {}={}", number.name, number.rounded()))
        .collect();
    head + &rows + &settings.join(" ") + "\n"
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn all_numbers_are_tuned_unless_some_are_named() {
        assert_eq!(numbers(&[]).expect("all").len(), Params::ALL.len());
        let named = ["razor_margin", "futility_margin=70"].map(str::to_owned);
        let some = numbers(&named).expect("two numbers");
        assert_eq!(some.len(), 2);
        assert_eq!((some[1].start, some[1].rounded()), (70, 70));
        for bad in [
            &["no_such_number"][..],
            &["razor_margin=x"],
            &["razor_margin=99999"],
            &["razor_margin", "razor_margin=90"],
        ] {
            let bad: Vec<String> = bad.iter().map(|text| (*text).to_owned()).collect();
            assert!(numbers(&bad).is_err(), "{bad:?}");
        }
    }

    #[test]
    fn the_report_names_what_has_moved() {
        let named = [&Params::ALL[0], &Params::ALL[1]].map(|param| param.name.to_owned());
        let mut moved = numbers(&named).expect("two numbers");
        moved[0].value += 1.2;
        let state = State {
            terms: Terms {
                rule: String::new(),
                size: String::new(),
                nodes: 1,
                pairs: 1,
                openings: String::new(),
            },
            climb: Climb {
                seed: 1,
                iterations: 9,
                rate: 0.1,
                done: 3,
                numbers: moved.clone(),
            },
            decided: 5,
            drawn: 1,
        };
        let text = report(&state);
        assert!(
            text.contains("3 of 9 iterations, 6 games, 1 of them drawn"),
            "{text}"
        );
        let setting = format!("--set {}={}\n", moved[0].name, moved[0].start + 1);
        assert!(text.ends_with(&setting), "{text}");
    }
}

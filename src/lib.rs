//! Quinte, a gomoku engine: every rule, every board from 5x5 to 32x32.
//!
//! The best move of a position, found within a second:
//!
//! ```
//! use quinte::board::text::parse_moves;
//! use quinte::search::{Control, Limits, Question, Searcher, Silent};
//! use quinte::types::{BoardSize, Rule};
//! use std::time::Duration;
//!
//! let size = BoardSize::square(15).expect("from 5 to 32");
//! // White has an open three: h8, i8 and j8.
//! let board = parse_moves(size, "a1h8o1i8a15j8").expect("moves on the board");
//! let question = Question::new(board, Rule::Freestyle, Limits::depth(8));
//! let control = Control::within(Duration::from_secs(1));
//! let outcome = Searcher::new(16 << 20).think(&question, &control, &mut Silent);
//! let answer = outcome.best_move().expect("an empty cell").to_string();
//! assert!(["f8", "g8", "k8", "l8"].contains(&answer.as_str()));
//! ```
//!
//! A session of the Gomocup protocol, driven by lines of text on one thread and
//! without a process, in slices, so that the caller can stop it:
//!
//! ```
//! use quinte::protocol::{Step, Stepper};
//! use quinte::search::SystemClock;
//! use std::{sync::Arc, time::Duration};
//!
//! let mut session = Stepper::new(Arc::new(SystemClock::start()));
//! session.line("START 15\nINFO timeout_turn 60000\nBEGIN");
//! let mut slices = 0;
//! while session.step(Duration::from_millis(20)) == Step::Busy {
//!     slices += 1;
//!     if slices == 5 {
//!         session.line("STOP");
//!     }
//! }
//! let answers: Vec<String> = session.answers().collect();
//! assert_eq!(answers.first().map(String::as_str), Some("OK"));
//! assert_eq!(answers.last().map(String::as_str), Some("7,7"));
//! ```
//!
//! | what | where |
//! | --- | --- |
//! | points, colours, rules, scores | [`types`] |
//! | stones on a board, diagrams, lists of moves | [`board`] |
//! | who has won, what is forbidden | [`rules`] |
//! | thinking about one position | [`search`] |
//! | a player with settings, levels, openings, pondering | [`engine`], for a [`game`] |
//! | the Gomocup protocol and its extensions | [`protocol`] |
//!
//! The feature `cli`, on unless it is switched off, is the program
//! `pbrain-quinte` with all its tools. Without it nothing but the engine is
//! built, also for targets without threads, processes or a system clock, such
//! as `wasm32-unknown-unknown`: there the caller gives the
//! [`Clock`](search::Clock), and a [`Stepper`](protocol::Stepper) does the rest.
//!
//! Layers import downward only; `scripts/check-layers` enforces it and
//! `docs/architecture.md` explains it:
//!
//! ```text
//! main > cli, web > protocol > engine > database, game, levels, search > eval > position > rules > pattern, tree >
//! board > types
//! ```

pub mod board;
#[cfg(feature = "cli")]
#[doc(hidden)]
pub mod cli;
pub mod database;
pub mod engine;
#[doc(hidden)]
pub mod eval;
pub mod game;
mod levels;
mod pattern;
mod position;
pub mod protocol;
pub mod rules;
pub mod search;
pub mod tree;
pub mod types;
#[cfg(any(target_family = "wasm", test))]
mod web;

#[doc(inline)]
pub use eval::network::{Network, NetworkError};

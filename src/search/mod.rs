//! Thinking: from a board, a rule and limits to a move. Knows nothing of the
//! protocol, of games as a whole, or of text.

mod alpha_beta;
#[cfg(any(feature = "cli", target_family = "wasm"))]
pub(crate) mod bench;
mod clock;
mod control;
mod history;
mod late_moves;
mod limits;
mod movegen;
mod node;
mod ordering;
mod parallel;
mod params;
mod paused;
mod picker;
mod proof_table;
mod question;
mod report;
mod root;
mod searcher;
mod singular;
#[cfg(test)]
mod soundness;
mod steering;
pub(crate) mod threads;
#[cfg(feature = "cli")]
pub(crate) mod threats;
pub(crate) mod time;
mod transposition;
pub(crate) mod urgency;
pub(crate) mod vcf;
mod vct;
mod worker;

pub use clock::{Clock, ManualClock, SystemClock};
pub use control::Control;
pub(crate) use control::SharedBudget;
pub use limits::{Limits, RootMoves, Slice, TimeBudget};
#[doc(hidden)]
pub use params::{Param, Params};
pub use paused::{Course, Paused};
pub use question::Question;
pub use report::{Line, Observer, Outcome, Progress, RootMoveEvent, Silent};
pub use searcher::Searcher;
pub(crate) use time::TimeFacts;

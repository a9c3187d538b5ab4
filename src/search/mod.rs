//! Thinking: from a board, a rule and limits to a move. Knows nothing of the
//! protocol, of games as a whole, or of text.

pub mod alpha_beta;
pub mod bench;
pub mod clock;
pub mod control;
pub mod history;
pub mod limits;
pub mod movegen;
pub mod ordering;
pub mod parallel;
pub mod params;
mod paused;
mod picker;
pub mod proof_table;
pub mod question;
pub mod report;
pub mod root;
pub mod searcher;
#[cfg(test)]
mod soundness;
mod steering;
pub(crate) mod threads;
pub mod time;
pub mod transposition;
pub mod urgency;
pub mod vcf;
pub mod vct;
pub mod worker;

pub use clock::{Clock, ManualClock, SystemClock};
pub use control::Control;
pub use limits::{FirstMoves, Limits, Slice, TimeBudget};
pub use params::{Param, Params};
pub use paused::{Course, Paused};
pub use question::Question;
pub use report::{FirstMove, Line, Observer, Outcome, Progress, Silent};
pub use searcher::Searcher;
pub use time::TimeFacts;

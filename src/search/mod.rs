//! Thinking: from a board, a rule and limits to a move. Knows nothing of the
//! protocol, of games as a whole, or of text.

pub mod clock;
pub mod control;
pub mod limits;
pub mod report;
pub mod searcher;
pub mod time;

pub use clock::{Clock, ManualClock, SystemClock};
pub use control::Control;
pub use limits::{Limits, TimeBudget};
pub use report::{Line, Observer, Outcome, Progress, Silent};
pub use searcher::Searcher;
pub use time::TimeFacts;

//! Short searches that several commands make: a score for few nodes, a decided
//! game played out, the lines of two searches joined, many positions on several
//! threads. Shows nothing and knows no command.

pub mod crew;
pub mod forced;
pub mod good_lines;
pub mod looks;
pub mod quiet;

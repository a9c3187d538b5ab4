//! What a stone on an empty cell would make: in one line ([`LinePattern`]) and
//! in all four together ([`Threat`]). Tables are computed from definitions,
//! once per rule; nothing here sees a board.

pub mod arm;
pub mod line;
pub mod rule_tables;
pub mod table;
pub mod threat;

pub use line::LinePattern;
pub use rule_tables::RuleTables;
pub use threat::Threat;

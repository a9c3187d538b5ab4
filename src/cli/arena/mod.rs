//! Where engines play: their processes, what is said to them and understood
//! from them, games under a referee, the openings they start from and who has
//! won how often. Commands use it; it knows no command and prints nothing.

pub mod brain;
pub mod contestant;
pub mod dialog;
pub mod duel;
pub mod game;
pub mod limits;
pub mod openings;
pub mod process;
pub mod runner;
pub mod schedule;
pub mod swap2;
pub mod tally;

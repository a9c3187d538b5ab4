//! The sub-commands of the program, one file or directory each.

pub mod check;

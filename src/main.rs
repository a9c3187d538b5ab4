//! Starts the command line and turns its result into an exit code.
use clap::Parser;
#[derive(Parser)]
enum A {
    Solve(quinte::cli::solve::Args),
}
fn main() {
    let A::Solve(a) = A::parse();
    quinte::cli::solve::run(&a).unwrap();
}

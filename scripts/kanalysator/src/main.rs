//! `cargo kanalysator`: the cost of each move of a finished race.

use std::process::ExitCode;

fn main() -> ExitCode {
    kanalysator::cli::run()
}

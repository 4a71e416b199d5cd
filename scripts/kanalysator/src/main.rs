//! `cargo kanalysator`: what each move of a finished race cost, and to whom.

use std::process::ExitCode;

fn main() -> ExitCode {
    kanalysator::cli::run()
}

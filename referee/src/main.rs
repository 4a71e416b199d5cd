//! Runs and measures contest bots under the rules of their contests.

use std::process::ExitCode;

fn main() -> ExitCode {
    referee::cli::run()
}

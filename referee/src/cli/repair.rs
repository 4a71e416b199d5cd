//! `referee repair`: a damaged log becomes a sound one.

use std::io::Write;
use std::path::PathBuf;

use clap::Args;

use super::failure::{Failure, log_failure};
use crate::arena::{Repaired, repair};
use crate::report::layout::counted;
use crate::terminal::{output, page};

/// Write a sound log in the place of a damaged one, which is kept beside it
///
/// Lines that are damaged are left out and named, and so are games that were played again. What is
/// whole stays as it is. Nothing is written if nothing is wrong.
///
/// Exit code: 0 the log is sound now; 2 called wrongly, or its first line is damaged.
#[derive(Args)]
pub(super) struct RepairArgs {
    /// The log
    log: PathBuf,
}

impl RepairArgs {
    pub(super) fn run(self) -> Result<(), Failure> {
        let repaired = repair(&self.log).map_err(log_failure)?;
        Ok(write!(output(), "{}", page(lines(&repaired)))?)
    }
}

/// What was done, as lines.
fn lines(repaired: &Repaired) -> Vec<String> {
    let games = counted(repaired.games as u64, "game");
    let Some(kept) = &repaired.kept else { return vec![format!("the log is sound: {games}")] };
    let mut lines: Vec<String> = Vec::new();
    for damaged in &repaired.damage {
        let what = if damaged.is_partly_used { "all but its whole end is" } else { "it is" };
        lines.push(format!("line {} {}; {what} left out", damaged.line, damaged.reason));
    }
    if repaired.obsolete > 0 {
        let obsolete = counted(repaired.obsolete as u64, "line");
        lines.push(format!("{obsolete} of games that were played again: left out"));
    }
    if repaired.is_torn {
        lines.push("the last line was cut off: left out".to_owned());
    }
    lines.push(format!("the log is sound now: {games}; as it was it lies in {}", kept.display()));
    lines
}

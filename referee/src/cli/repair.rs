//! `referee repair`: replaces a damaged log with a sound one.

use std::io::Write;
use std::path::PathBuf;

use clap::Args;

use super::failure::{Failure, log_failure};
use super::log_key::LogKeyArgs;
use crate::arena::{Repaired, repair};
use crate::report::layout::counted;
use crate::terminal::{output, page};

/// Replace a damaged log with a sound one and keep the original beside it
///
/// Damaged lines, and lines that were changed, inserted or moved after they were written, are listed and skipped. A part
/// of another log at the end of the file looks like the lines behind a gap, so only its first line is skipped. Results
/// that were replaced by a later game are removed. All other lines keep their content, and the new log is chained
/// anew. Nothing is written if the log is not damaged. What was removed cannot be restored; the same run plays it again.
///
/// Exit code: 0 the log is sound; 2 wrong usage, or its first line is damaged or was changed.
#[derive(Args)]
pub(super) struct RepairArgs {
    /// The log
    log: PathBuf,
    #[command(flatten)]
    log_key: LogKeyArgs,
}

impl RepairArgs {
    pub(super) fn run(self) -> Result<(), Failure> {
        let repaired = repair(&self.log, self.log_key.read()?.as_ref()).map_err(log_failure)?;
        Ok(write!(output(), "{}", page(lines(&repaired)))?)
    }
}

/// The lines to print.
fn lines(repaired: &Repaired) -> Vec<String> {
    let games = counted(repaired.games as u64, "game");
    let Some(kept) = &repaired.kept else {
        return vec![format!("the log is not damaged: {games}")];
    };
    let mut lines: Vec<String> = Vec::new();
    // A line that cannot be read is not the one that was chained, either.
    for same in repaired.damage.chunk_by(|one, next| one.line == next.line) {
        let is_partly_used = same.iter().any(|damaged| damaged.is_partly_used);
        let what = if is_partly_used { "only its intact end is kept" } else { "skipped" };
        lines.push(format!("line {} {}; {what}", same[0].line, same[0].reason));
    }
    if repaired.more_damage > 0 {
        lines.push(format!("{} more lines are damaged; skipped", repaired.more_damage));
    }
    if repaired.obsolete > 0 {
        let obsolete = counted(repaired.obsolete as u64, "line");
        lines.push(format!("{obsolete} of replayed games: removed"));
    }
    if repaired.is_torn {
        lines.push("the incomplete last line: removed".to_owned());
    }
    lines.push(format!("repaired: {games}; the original is kept as {}", kept.display()));
    lines
}

//! `referee merge`: logs of the same question become one.

use std::io::Write;
use std::path::PathBuf;

use clap::Args;

use super::failure::{Failure, log_failure};
use crate::arena::merge;
use crate::report::layout::counted;
use crate::terminal::{output, page};

/// Join logs of the same question, such as those of several machines, into a new one
///
/// The logs must be of the same game, options, bots and test; give each machine another --seed, so that
/// it plays other games. A game that several logs hold counts once, as in the first of them; one in
/// which the machine was overloaded gives way to one in which it was not. A run with the new log goes on
/// with the --seed of the first.
///
/// Exit code: 0 the new log is written; 2 called wrongly.
#[derive(Args)]
pub(super) struct MergeArgs {
    /// The logs
    #[arg(required = true, value_name = "LOG")]
    logs: Vec<PathBuf>,
    /// The new log; a file that exists is not touched
    #[arg(long, short, value_name = "LOG")]
    output: PathBuf,
}

impl MergeArgs {
    pub(super) fn run(self) -> Result<(), Failure> {
        let merged = merge(&self.logs, &self.output).map_err(log_failure)?;
        let (games, logs) = (counted(merged.games as u64, "game"), self.logs.len() as u64);
        let mut lines = vec![format!("{games} of {}", counted(logs, "log"))];
        if merged.duplicates > 0 {
            let duplicates = counted(merged.duplicates as u64, "duplicate");
            lines.push(format!("{duplicates} counted once"));
        }
        if merged.different > 0 {
            let different = counted(merged.different as u64, "game");
            lines.push(format!("{different} of them ended differently in another log"));
        }
        lines.push(format!("log {}", self.output.display()));
        Ok(write!(output(), "{}", page(lines))?)
    }
}

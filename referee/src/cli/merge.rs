//! `referee merge`: joins logs of the same duel or ladder.

use std::io::Write;
use std::path::PathBuf;

use anyhow::anyhow;
use clap::Args;

use super::failure::{Failure, log_failure, usage};
use super::log_key::LogKeyArgs;
use crate::arena::{LogError, merge};
use crate::report::layout::counted;
use crate::terminal::{output, page};

/// Join logs of the same duel or ladder, such as those of several machines, into a new log
///
/// The logs must have the same game, options, bots and test. Bots are the same if their files and arguments are; where
/// their interpreters differ, a note says so. Give each machine another --seed, so that
/// it plays other games. A game that is in several logs counts once, with its result in the first of them;
/// but if the machine was overloaded there, a result from a later log in which it was not overloaded is preferred. A run
/// that continues the new log uses the --seed of the first log.
///
/// The new log has a chain of its own, with the key if --log-key is given; then logs without a key, or without a chain, are
/// taken as they are. Its first line says how each log was chained and has its last hash.
///
/// Exit code: 0 the new log is written; 1 a log was changed after it was written; 2 wrong usage.
#[derive(Args)]
pub(super) struct MergeArgs {
    /// The logs to join
    #[arg(required = true, value_name = "LOG")]
    logs: Vec<PathBuf>,
    /// The new log; must not exist
    #[arg(long, short, value_name = "LOG")]
    output: PathBuf,
    /// Do not compare the files of the bot with this name: it is the same in all logs; may be repeated
    #[arg(long, value_name = "NAME")]
    as_same: Vec<String>,
    #[command(flatten)]
    log_key: LogKeyArgs,
}

impl MergeArgs {
    pub(super) fn run(self) -> Result<(), Failure> {
        let key = self.log_key.read()?;
        let merged = merge(&self.logs, &self.output, &self.as_same, key.as_ref());
        let merged = merged.map_err(|error| self.failure(error))?;
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
        lines.extend(merged.notes);
        lines.push(format!("log {}", self.output.display()));
        Ok(write!(output(), "{}", page(lines))?)
    }

    /// The failure of an error. A run with another condition is to be given another log; here the user chooses the logs.
    fn failure(&self, error: LogError) -> Failure {
        let first = self.logs[0].display();
        let differ = match error {
            LogError::Other { path, theirs, ours } => {
                format!("{} holds games with {theirs}, not {ours} as in {first}", path.display())
            }
            LogError::OtherRules(path) => {
                format!("{} holds games of other rules than {first}", path.display())
            }
            error => return log_failure(error),
        };
        usage(anyhow!("{differ}; join logs of the same game, options, bots and test"))
    }
}

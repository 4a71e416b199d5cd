//! The options for the chain of a log.

use std::path::PathBuf;

use anyhow::anyhow;
use clap::Args;

use super::failure::{Failure, usage};
use crate::arena::LogKey;
use crate::plain_words::system_error;

/// The key of a log's chain.
#[derive(Args)]
pub(super) struct LogKeyArgs {
    /// A file with a key for the hashes of the log's lines: only somebody who can read the file can write valid
    /// lines. Keep it where no bot can read it
    #[arg(long, value_name = "FILE")]
    log_key: Option<PathBuf>,
}

impl LogKeyArgs {
    /// Reads the key, if one is given.
    pub fn read(&self) -> Result<Option<LogKey>, Failure> {
        let Some(path) = &self.log_key else { return Ok(None) };
        let key = LogKey::read(path);
        let key = key.map_err(|error| {
            anyhow!("cannot use --log-key {}: {}", path.display(), system_error(&error))
        });
        Ok(Some(key.map_err(usage)?))
    }
}

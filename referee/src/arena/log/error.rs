//! Why a log cannot be used: sentences for the user.

use std::io;
use std::path::{Path, PathBuf};

/// Why a log cannot be used.
#[derive(Debug, thiserror::Error)]
pub enum LogError {
    /// The operating system refuses.
    #[error("cannot use the log {path}: {error}{}", advice(error))]
    Io {
        /// The log.
        path: PathBuf,
        /// What the system says.
        error: io::Error,
    },
    /// Another process is writing.
    #[error("another process is using the log {0}; wait for it, or give another --log")]
    Locked(PathBuf),
    /// It is not a log, or damaged.
    #[error("{path}, line {line}: {reason}")]
    Line {
        /// The log.
        path: PathBuf,
        /// Line of the file, from 1.
        line: usize,
        /// What is wrong.
        reason: String,
    },
    /// It is not as this process left it.
    #[error("the log {path} {what} while this run was writing it: {saved}")]
    Tampered {
        /// The log.
        path: PathBuf,
        /// What has become of it.
        what: String,
        /// Where the results are.
        saved: String,
    },
    /// It holds games under other conditions.
    #[error("the log {path} holds games with {theirs}, not {ours}; give another --log")]
    Other {
        /// The log.
        path: PathBuf,
        /// What it holds.
        theirs: String,
        /// What was asked for.
        ours: String,
    },
    /// A bot is no longer what it was.
    #[error(
        "'{bot}' has changed since the games in {path} were played ({was}); give another --log, or \
         another name: {bot}-2={command}"
    )]
    Changed {
        /// The log.
        path: PathBuf,
        /// The bot's name.
        bot: String,
        /// What has changed.
        was: String,
        /// What stands for it now.
        command: String,
    },
}

impl LogError {
    /// Whether the disk is to blame, and not what was asked for.
    pub fn is_for_want_of_room(&self) -> bool {
        matches!(self, LogError::Io { error, .. } if has_no_room(error))
    }

    /// The system's own error on a log.
    pub(super) fn io(path: &Path, error: io::Error) -> Self {
        LogError::Io { path: path.to_owned(), error }
    }

    /// What is wrong with a line of a log.
    pub(super) fn line(path: &Path, line: usize, reason: impl Into<String>) -> Self {
        LogError::Line { path: path.to_owned(), line, reason: reason.into() }
    }
}

/// Whether an error says that a file cannot become longer.
fn has_no_room(error: &io::Error) -> bool {
    use io::ErrorKind::{FileTooLarge, QuotaExceeded, StorageFull};
    matches!(error.kind(), StorageFull | QuotaExceeded | FileTooLarge)
}

/// What to do about an error of the system.
fn advice(error: &io::Error) -> &'static str {
    if has_no_room(error) {
        "; make room there and give the same command again: what is in the log counts"
    } else {
        ""
    }
}

//! The ways in which a command fails.

use crate::arena::LogError;

/// A reason for an exit code other than 0.
pub(super) enum Failure {
    /// Wrong usage.
    Usage(anyhow::Error),
    /// The command failed.
    Failed(anyhow::Error),
    /// The command found a difference and has printed it.
    Found,
    /// The command finished with an exit code of its own.
    Verdict(u8),
}

impl<E: Into<anyhow::Error>> From<E> for Failure {
    fn from(error: E) -> Self {
        Failure::Failed(error.into())
    }
}

/// Turns an error into a usage error.
pub(super) fn usage(error: impl Into<anyhow::Error>) -> Failure {
    Failure::Usage(error.into())
}

/// Turns an error of a log into a usage error, unless the disk is full or the log was changed.
pub(super) fn log_failure(error: LogError) -> Failure {
    let is_failure = error.is_for_want_of_room() || error.is_about_changes();
    if is_failure { Failure::Failed(error.into()) } else { usage(error) }
}

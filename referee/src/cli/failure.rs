//! The ways in which a command fails.

use crate::arena::LogError;

/// A reason for an exit code other than 0.
pub(super) enum Failure {
    /// It was called wrongly.
    Usage(anyhow::Error),
    /// It failed.
    Failed(anyhow::Error),
    /// It found a difference and has printed it.
    Found,
    /// It came to a verdict with an exit code of its own.
    Verdict(u8),
}

impl<E: Into<anyhow::Error>> From<E> for Failure {
    fn from(error: E) -> Self {
        Failure::Failed(error.into())
    }
}

/// Turns an error into one of usage.
pub(super) fn usage(error: impl Into<anyhow::Error>) -> Failure {
    Failure::Usage(error.into())
}

/// Turns an error of a log into one of usage, unless the disk is full.
pub(super) fn log_failure(error: LogError) -> Failure {
    if error.is_for_want_of_room() { Failure::Failed(error.into()) } else { usage(error) }
}

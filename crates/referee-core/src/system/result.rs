//! What all rooms have in common.

use std::time::{Duration, Instant};

/// The result of a read that does not wait.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ReadResult {
    /// This many bytes were read.
    Bytes(usize),
    /// Nothing can be read now.
    Nothing,
    /// The end of the stream.
    End,
}

/// The time until then; none is for ever.
pub(super) fn rest_until(until: Option<Instant>) -> Option<Duration> {
    until.map(|until| until.saturating_duration_since(Instant::now()))
}

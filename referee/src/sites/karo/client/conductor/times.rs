//! Times of the site, and how they are scaled to the clock.

/// Time since the start, in microseconds on the clock.
pub type Micros = u64;

/// A second in microseconds.
pub(super) const SECOND: f64 = 1e6;

/// The least time between two requests, in seconds of the site.
pub const GAP: f64 = 0.75;

/// Seconds until a login that the site has refused is tried again.
pub(super) const LOGIN_AGAIN: f64 = 60.0;
/// Seconds between two requests for the list of turns while the event connection works.
pub(super) const POLL: f64 = 60.0;
/// The same while it does not.
pub(super) const POLL_WITHOUT_EVENTS: f64 = 15.0;
/// Seconds to wait after the first failure in a row. Each further failure doubles them.
pub(super) const AFTER_FAILURE: f64 = 1.0;
/// The most seconds to wait after a failure.
const LONGEST_WAIT: f64 = 30.0;
/// Seconds after which a game without news is looked at: it may be over.
pub(super) const REST: f64 = 1_800.0;

/// Seconds to wait after a failure that follows this number of others.
pub(super) fn after_failures(failures: u32) -> f64 {
    (AFTER_FAILURE * f64::from(1 << failures.min(8))).min(LONGEST_WAIT)
}

/// Seconds until the list of turns counts for a game that was over after it had been over this number of times.
pub(super) fn after_ends(times: u32) -> f64 {
    POLL * f64::from(1 << times.min(6))
}

/// A time of the site, in seconds, as time on the clock, which runs `speed` times faster.
pub(super) fn scaled(seconds: f64, speed: f64) -> Micros {
    (seconds * SECOND / speed) as Micros
}

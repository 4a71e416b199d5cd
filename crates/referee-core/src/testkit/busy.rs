//! Tests that can fail while the machine is busy.

use std::thread;
use std::time::{Duration, Instant};

use crate::system::is_alone;
use crate::testkit::needs::Need;

/// The most tries.
const TRIES: usize = 30;
/// More failures than this on a quiet machine fail the test.
const MOST_WHILE_QUIET: usize = 5;
/// A sleep that ends later than this shows that the machine is busy.
const LATE: Duration = Duration::from_millis(2);
/// The least length of a look whether the machine is quiet.
const SHORT: Duration = Duration::from_millis(30);

/// Tries `holds` until it succeeds, because it can fail while the machine is busy. If the machine is busy during all
/// tries, the test is skipped.
///
/// # Panics
/// If it fails repeatedly while the machine is quiet.
pub fn holds_at_last(mut holds: impl FnMut() -> Result<(), String>) {
    all_hold_at_last(&[()], |()| holds());
}

/// The same for several cases, which have the tries in common: on a busy machine they take no longer than one case.
///
/// # Panics
/// If a case fails repeatedly while the machine is quiet.
pub fn all_hold_at_last<T: Copy>(cases: &[T], mut holds: impl FnMut(T) -> Result<(), String>) {
    let mut failures = 0;
    for &case in cases {
        let mut quiet_failures = 0;
        loop {
            let was_quiet = is_quiet(SHORT);
            let start = Instant::now();
            let Err(what) = holds(case) else { break };
            // Load that comes in bursts spares a short look, so the look after a failure is as long as the try.
            quiet_failures += usize::from(was_quiet && is_quiet(start.elapsed().max(SHORT)));
            assert!(quiet_failures <= MOST_WHILE_QUIET, "on a quiet machine: {what}");
            failures += 1;
            if failures == TRIES {
                return Need::QuietMachine.skip(what);
            }
        }
    }
}

/// Whether this thread is woken in time and no other thread runs, for the given length of time.
fn is_quiet(length: Duration) -> bool {
    const SLEEP: Duration = Duration::from_millis(1);
    let end = Instant::now() + length;
    while Instant::now() < end {
        let start = Instant::now();
        thread::sleep(SLEEP);
        if start.elapsed() >= SLEEP + LATE || !is_alone() {
            return false;
        }
    }
    true
}

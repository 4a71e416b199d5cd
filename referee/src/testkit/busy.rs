//! Tests that a busy machine can spoil for a while.

use std::fs;
use std::thread;
use std::time::{Duration, Instant};

use crate::testkit::needs::Need;

/// How often it is tried.
const TRIES: usize = 30;
/// So many failures on a machine that is not busy are no accident.
const MOST_WHILE_QUIET: usize = 5;
/// A sleep that ends later than that finds the machine busy.
const LATE: Duration = Duration::from_millis(2);

/// Tries until something holds: a machine may be too busy for a while, and then it does not. If it is busy
/// all the time nothing is shown, and that is said.
///
/// # Panics
/// It fails again and again while the machine is quiet.
pub fn holds_at_last(mut holds: impl FnMut() -> Result<(), String>) {
    let (mut quiet_failures, mut last) = (0, String::new());
    for _ in 0..TRIES {
        let was_quiet = is_quiet();
        match holds() {
            Ok(()) => return,
            Err(what) => last = what,
        }
        quiet_failures += usize::from(was_quiet);
        assert!(quiet_failures <= MOST_WHILE_QUIET, "on a quiet machine: {last}");
    }
    Need::QuietMachine.skip(last);
}

/// Whether this thread is woken in time, and nobody else runs, for a while.
fn is_quiet() -> bool {
    const SLEEP: Duration = Duration::from_millis(1);
    (0..30).all(|_| {
        let start = Instant::now();
        thread::sleep(SLEEP);
        start.elapsed() < SLEEP + LATE && is_alone()
    })
}

/// Whether no other thread of the machine runs or is ready to.
fn is_alone() -> bool {
    let load = fs::read_to_string("/proc/loadavg").unwrap_or_default();
    load.split(' ').nth(3).is_some_and(|threads| threads.starts_with("1/"))
}

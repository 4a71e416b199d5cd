//! Reports the bundler's steps on stderr, so that a long silence does not look like a hang.

use std::cell::Cell;
use std::time::{Duration, Instant};

/// A step that takes longer than this reports its progress, and again after the same time.
const QUIET: Duration = Duration::from_secs(5);

/// The search for code that a bundle does not need ends when the compiler has run so often. The bots here need 12 to 27
/// runs. Time is no measure: the same bot has the same bundle on a slow machine.
const MOST_CHECKS: u32 = 64;

/// The state of the reports.
pub struct Progress {
    start: Instant,
    last: Cell<Instant>,
    checks: Cell<u32>,
}

impl Progress {
    /// Begins.
    pub fn new() -> Self {
        let now = Instant::now();
        Self { start: now, last: Cell::new(now), checks: Cell::new(0) }
    }

    /// Reports the step that begins now.
    pub fn step(&self, text: &str) {
        self.last.set(Instant::now());
        eprintln!("bundle: {text}");
    }

    /// Counts a run of the compiler in the search for code that the bundle does not need.
    pub fn check(&self) {
        self.checks.set(self.checks.get() + 1);
    }

    /// Whether the search has to end.
    pub fn is_late(&self) -> bool {
        self.checks.get() >= MOST_CHECKS
    }

    /// Whether half of the search is over.
    pub fn is_half_over(&self) -> bool {
        self.checks.get() >= MOST_CHECKS / 2
    }

    /// Reports the progress of a step if nothing has been reported for a while.
    pub fn tick(&self, text: impl FnOnce() -> String) {
        if self.last.get().elapsed() >= QUIET {
            self.step(&format!("{}, {} s so far", text(), self.start.elapsed().as_secs()));
        }
    }
}

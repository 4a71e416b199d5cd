//! Reports the bundler's steps on stderr, so that a long silence does not look like a hang.

use std::cell::Cell;
use std::time::{Duration, Instant};

/// A step that takes longer than this reports its progress, and again after the same time.
const QUIET: Duration = Duration::from_secs(5);

/// The state of the reports.
pub struct Progress {
    start: Instant,
    last: Cell<Instant>,
}

impl Progress {
    /// Begins.
    pub fn new() -> Self {
        let now = Instant::now();
        Self { start: now, last: Cell::new(now) }
    }

    /// Reports the step that begins now.
    pub fn step(&self, text: &str) {
        self.last.set(Instant::now());
        eprintln!("bundle: {text}");
    }

    /// Reports the progress of a step if nothing has been reported for a while.
    pub fn tick(&self, text: impl FnOnce() -> String) {
        if self.last.get().elapsed() >= QUIET {
            self.step(&format!("{}, {} s so far", text(), self.start.elapsed().as_secs()));
        }
    }
}

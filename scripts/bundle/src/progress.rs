//! Says on stderr what the bundler does, so that a long silence does not look like a stop.

use std::cell::Cell;
use std::time::{Duration, Instant};

/// A step that takes longer than this says how far it is, and again after the same time.
const QUIET: Duration = Duration::from_secs(5);

/// What has been said.
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

    /// Says what begins now.
    pub fn step(&self, text: &str) {
        self.last.set(Instant::now());
        eprintln!("bundle: {text}");
    }

    /// Says how far a step is, if nothing has been said for a while.
    pub fn tick(&self, text: impl FnOnce() -> String) {
        if self.last.get().elapsed() >= QUIET {
            self.step(&format!("{}, {} s so far", text(), self.start.elapsed().as_secs()));
        }
    }
}

//! Reports the bundler's steps on stderr, so that a long silence does not look like a hang.

use std::cell::Cell;
use std::time::{Duration, Instant};

/// A step that takes longer than this reports its progress, and again after the same time.
const QUIET: Duration = Duration::from_secs(5);

/// The search for code that a bundle does not need ends after this time. The bots here need a third of it.
const LONGEST_SEARCH: Duration = Duration::from_secs(90);

/// The state of the reports.
pub struct Progress {
    start: Instant,
    last: Cell<Instant>,
    search: Cell<Instant>,
}

impl Progress {
    /// Begins.
    pub fn new() -> Self {
        let now = Instant::now();
        Self { start: now, last: Cell::new(now), search: Cell::new(now) }
    }

    /// Reports the step that begins now.
    pub fn step(&self, text: &str) {
        self.last.set(Instant::now());
        eprintln!("bundle: {text}");
    }

    /// Begins the search for code that the bundle does not need.
    pub fn search(&self) {
        self.search.set(Instant::now());
    }

    /// Whether the search has lasted so long that it has to end.
    pub fn is_late(&self) -> bool {
        self.search.get().elapsed() >= LONGEST_SEARCH
    }

    /// Whether the search has lasted half of that.
    pub fn is_half_over(&self) -> bool {
        self.search.get().elapsed() >= LONGEST_SEARCH / 2
    }

    /// Reports the progress of a step if nothing has been reported for a while.
    pub fn tick(&self, text: impl FnOnce() -> String) {
        if self.last.get().elapsed() >= QUIET {
            self.step(&format!("{}, {} s so far", text(), self.start.elapsed().as_secs()));
        }
    }
}

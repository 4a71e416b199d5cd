//! How far a search goes, and when it ends.

use gridkit::Deadline;

/// How far a search goes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Limits {
    /// Most moves of a way.
    pub moves: u16,
    /// Most crashes in a detour.
    pub crashes: u16,
    /// About the most bytes that results may take.
    pub memory: usize,
}

/// Why a search ended too early.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Stop {
    /// There was no more time.
    Time,
    /// It reached its limit of memory.
    Memory,
    /// Only ways with more crashes in a row, or with very many moves, are left.
    Length,
}

/// What a search may still use.
pub(super) struct Budget {
    pub limits: Limits,
    /// Ends the work for a single state, which can take long.
    deadline: Deadline,
    stop: Option<Stop>,
}

impl Budget {
    pub fn new(limits: Limits, deadline: &Deadline) -> Budget {
        Budget { limits, deadline: deadline.clone(), stop: None }
    }

    /// Why a result is missing.
    pub fn stop(&self) -> Option<Stop> {
        self.stop
    }

    /// Counts a node, and returns whether time or memory is used up.
    pub fn is_spent(&mut self, bytes: usize) -> bool {
        if bytes > self.limits.memory {
            self.stop = Some(Stop::Memory);
        } else if self.deadline.expired() {
            self.stop = Some(Stop::Time);
        }
        self.stop.is_some()
    }

    /// Lifts the limits of time and memory.
    pub fn lift(&mut self) {
        self.deadline = Deadline::after_nodes(u64::MAX);
        self.limits.memory = usize::MAX;
    }
}

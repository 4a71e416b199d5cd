//! Detecting that the game repeats itself: two chefs that make way for each other forever.

use crate::action::{Action, ActionSet};
use crate::state::State;

/// The last positions in which the bot decided, and what it did there.
#[derive(Clone, Debug)]
pub struct Repetition {
    recent: [(u64, Action); Repetition::TURNS],
    next: usize,
}

impl Repetition {
    const TURNS: usize = 8;

    pub fn new() -> Repetition {
        Repetition { recent: [(0, Action::WAIT); Repetition::TURNS], next: 0 }
    }

    /// The actions that were done in this position before. Waiting counts from the third time on,
    /// and never while the oven bakes.
    pub fn repeated(&self, state: &State) -> ActionSet {
        let mut repeated = ActionSet::EMPTY;
        let mut waits = 0;
        for (_, action) in self.recent.iter().filter(|(key, _)| *key == state.key) {
            repeated.insert(*action);
            waits += usize::from(*action == Action::WAIT);
        }
        if waits < 3 || !state.baking.is_none() {
            repeated.remove(Action::WAIT);
        }
        repeated
    }

    /// Remembers what is done in a position.
    pub fn remember(&mut self, state: &State, action: Action) {
        self.recent[self.next] = (state.key, action);
        self.next = (self.next + 1) % Repetition::TURNS;
    }
}

impl Default for Repetition {
    fn default() -> Self {
        Repetition::new()
    }
}

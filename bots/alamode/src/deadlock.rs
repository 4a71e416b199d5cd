//! Two polite chefs before one door: finding out that the same position comes again and again.

use crate::state::{Action, State};

/// The last positions in which the bot decided, and what it did.
#[derive(Clone, Debug)]
pub struct Deadlock {
    last: [(u64, Action); Deadlock::MEMORY],
    next: usize,
}

/// A set of actions: bit `a` for the action `a`.
pub type Actions = u128;

impl Deadlock {
    const MEMORY: usize = 8;

    /// With nothing in the memory.
    pub fn new() -> Deadlock {
        Deadlock { last: [(0, Action::WAIT); Deadlock::MEMORY], next: 0 }
    }

    /// What would only go round in a circle: what was done when things were as they are now.
    /// Waiting for the oven is no circle.
    pub fn circles(&self, state: &State) -> Actions {
        let known = self.last.iter().filter(|(key, _)| *key == state.key);
        let waits = known.clone().filter(|(_, action)| *action == Action::WAIT).count();
        let mut circles = known.fold(0, |set, (_, action)| set | 1 << action.0);
        if waits < 3 || !state.baking.is_none() {
            circles &= !1;
        }
        circles
    }

    /// Remembers what is done now.
    pub fn remember(&mut self, state: &State, action: Action) {
        self.last[self.next] = (state.key, action);
        self.next = (self.next + 1) % Deadlock::MEMORY;
    }
}

impl Default for Deadlock {
    fn default() -> Self {
        Deadlock::new()
    }
}

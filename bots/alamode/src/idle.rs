//! The turns that the bot lost.

use crate::chef::Chef;
use crate::item::Item;
use crate::kitchen::Floor;
use crate::state::State;

/// Counts the bot's own turns in a row that changed neither its cell nor what it holds.
#[derive(Clone, Copy, Debug, Default)]
pub struct Idle {
    /// Its cell and what it held in its last turn.
    last: Option<(Option<Floor>, Item)>,
    /// The number of its last turns in a row that changed neither.
    run: u32,
}

impl Idle {
    /// Counts the last turn, by what has become of it.
    pub fn see(&mut self, state: &State) {
        let now = Some((state.at[Chef::Own], state.hand[Chef::Own]));
        self.run = if self.last == now { self.run + 1 } else { 0 };
        self.last = now;
    }

    /// Whether the last turn changed nothing.
    pub fn is_idle(&self) -> bool {
        self.run > 0
    }
}

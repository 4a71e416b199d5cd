//! What a chef does in a turn.

use crate::kitchen::{Floor, Table, FLOORS};

/// The code of the last walk.
const WALKS: u8 = FLOORS as u8;

/// An action: 0 waits, 1 to 30 walk to a floor cell, 31 to 77 use a table.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Action(pub u8);

impl Action {
    pub const WAIT: Action = Action(0);

    /// Walks to a cell, which must be at most four steps away.
    #[inline]
    pub const fn walk_to(floor: Floor) -> Action {
        Action(floor.index() as u8 + 1)
    }

    /// Uses a table, which the chef must touch.
    #[inline]
    pub const fn use_table(table: Table) -> Action {
        Action(table.0 + 1 + WALKS)
    }

    /// The cell that a walk leads to; `None` if the action is not a walk.
    #[inline]
    pub const fn destination(self) -> Option<Floor> {
        match self.0 {
            1..=WALKS => Some(Floor::new(self.0 - 1)),
            _ => None,
        }
    }

    /// The table that is used; `None` if the action uses none.
    #[inline]
    pub const fn table(self) -> Option<Table> {
        match self.0 {
            0..=WALKS => None,
            code => Some(Table(code - 1 - WALKS)),
        }
    }
}

/// A set of actions.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct ActionSet(u128);

impl ActionSet {
    pub const EMPTY: ActionSet = ActionSet(0);

    #[inline]
    pub const fn contains(self, action: Action) -> bool {
        self.0 >> action.0 & 1 != 0
    }

    pub fn insert(&mut self, action: Action) {
        self.0 |= 1 << action.0;
    }

    pub fn remove(&mut self, action: Action) {
        self.0 &= !(1 << action.0);
    }
}

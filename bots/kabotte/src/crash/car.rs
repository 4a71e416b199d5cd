//! A car, as far as its next moves and crashes depend on it.

use crate::graph::Node;
use crate::set_back::Entry;
use crate::track::Cell;

/// Where a search begins.
#[derive(Clone, Debug)]
pub struct Beginning {
    /// The records of the car, the newest first; never empty.
    pub newest_first: Vec<Entry>,
    /// The moves that it can make first.
    pub first: Vec<Node>,
}

/// A car, without the cells of its trail.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) enum Car {
    /// It made a move, so its cell is the top of the trail.
    Driving(Node),
    /// It was set back.
    Resting(Rest),
    /// It is at a beginning, by its number. Its first moves are given; its cell is the top of its trail.
    Beginning(u16),
}

/// A car that was set back by a crash.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) struct Rest {
    pub at: Cell,
    /// The top of the trail.
    pub top: Cell,
    /// Crashes since the last move.
    pub in_a_row: u8,
}

impl Rest {
    /// A car after one crash.
    pub fn after_crash(at: Cell, top: Cell) -> Rest {
        Rest { at, top, in_a_row: 1 }
    }
}

/// Most crashes without a move between them.
pub(super) const MOST_IN_A_ROW: u8 = 4;

//! The states of a search with crashes, and the edges between them.

use std::hash::{Hash, Hasher};

use super::heads::HeadNumber;
use crate::rules::MoveNumber;
use crate::stops::Stops;

/// A car somewhere in a race: a head by its number, the open stops, and the number of the next move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct State(u64);

impl Hash for State {
    /// The hasher multiplies, so that low bits of a hash depend on no higher bits of the value; here the
    /// lowest bits are nearly always the same.
    fn hash<H: Hasher>(&self, hasher: &mut H) {
        let mixed = self.0.wrapping_mul(0x9e37_79b9_7f4a_7c15);
        hasher.write_u64(mixed ^ mixed >> 32);
    }
}

impl State {
    pub(super) fn new(head: HeadNumber, open: Stops, number: MoveNumber) -> State {
        State(u64::from(head.0) << 32 | u64::from(open.0) << 16 | u64::from(number.0))
    }

    pub(super) fn head(self) -> HeadNumber {
        HeadNumber((self.0 >> 32) as u32)
    }

    pub(super) fn open(self) -> Stops {
        Stops((self.0 >> 16) as u16)
    }

    pub(super) fn number(self) -> MoveNumber {
        MoveNumber(self.0 as u16)
    }
}

/// A move or a detour from a state to the next one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Edge {
    pub moves: u16,
    /// `None` after the finish.
    pub state: Option<State>,
    /// Number of ways from the one state to the other.
    pub ways: u64,
}

//! The states that a search has reached, in a hash table of its own.

use crate::graph::Node;
use crate::rules::MoveNumber;
use crate::stops::{Stops, MOST_STOPS};

/// Most nodes of a graph whose states fit into a key.
pub const MOST_NODES: usize = 1 << NODE_BITS;

/// Highest number of a move that is told apart: a search for more moves has long given up.
const MOST_NUMBER: u16 = (1 << (48 - NODE_BITS - STOP_BITS)) - 1;

/// A state of a search: a motion, the stops that are open after it, and the number of its move where
/// a rule looks at that (else 0).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Key(u64);

const STOP_BITS: u32 = MOST_STOPS as u32;
const NODE_BITS: u32 = 24;

impl Key {
    #[inline]
    pub fn new(node: Node, open: Stops, number: MoveNumber) -> Key {
        let number = u64::from(number.0 & MOST_NUMBER) << (NODE_BITS + STOP_BITS);
        Key(number | u64::from(node.0) << STOP_BITS | u64::from(open.0))
    }

    #[inline]
    pub fn node(self) -> Node {
        Node((self.0 >> STOP_BITS & ((1 << NODE_BITS) - 1)) as u32)
    }

    #[inline]
    pub fn open(self) -> Stops {
        Stops((self.0 & ((1 << STOP_BITS) - 1)) as u16)
    }

    #[inline]
    pub fn number(self) -> MoveNumber {
        MoveNumber((self.0 >> (NODE_BITS + STOP_BITS)) as u16)
    }
}

/// Fewest moves by state: open addressing with linear probing, at most half full.
pub struct Reached {
    /// A key and its moves, or [`EMPTY`].
    slots: Vec<Slot>,
    len: usize,
}

/// A key in the upper bits, its moves in the lower 16.
type Slot = u64;

const EMPTY: Slot = u64::MAX;

/// No moves: the state has not been reached.
pub const NEVER: u16 = u16::MAX;

impl Default for Reached {
    fn default() -> Self {
        Reached { slots: vec![EMPTY; 1 << 12], len: 0 }
    }
}

impl Reached {
    /// Number of states.
    pub fn len(&self) -> usize {
        self.len
    }

    /// Whether no state has been reached.
    pub fn is_empty(&self) -> bool {
        self.len == 0
    }

    /// The slot of a key, or the empty one where it would be. Eight neighbouring nodes with the same
    /// open stops share a line of the cache: successors of a motion are looked up together.
    #[inline]
    fn place(&self, key: Key) -> usize {
        let mask = self.slots.len() - 1;
        let node = key.node().0;
        let block = key.0 & !(7 << STOP_BITS);
        // Fibonacci hashing: the high bits of the product are well mixed.
        let hash = block.wrapping_mul(0x9e37_79b9_7f4a_7c15) >> 32;
        let mut place = ((hash << 3) as usize | (node & 7) as usize) & mask;
        while self.slots[place] != EMPTY && self.slots[place] >> 16 != key.0 {
            place = (place + 1) & mask;
        }
        place
    }

    /// The fewest moves in which a state was reached; [`NEVER`] if it was not.
    #[inline]
    pub fn moves(&self, key: Key) -> u16 {
        // That of an empty slot is NEVER.
        self.slots[self.place(key)] as u16
    }

    /// Reaches a state in so many moves.
    #[inline]
    pub fn insert(&mut self, key: Key, moves: u16) {
        let place = self.place(key);
        let new = self.slots[place] == EMPTY;
        self.slots[place] = key.0 << 16 | u64::from(moves);
        if new {
            self.len += 1;
            if self.len * 2 > self.slots.len() {
                self.grow();
            }
        }
    }

    #[cold]
    fn grow(&mut self) {
        let more = vec![EMPTY; self.slots.len() * 2];
        for slot in std::mem::replace(&mut self.slots, more) {
            if slot != EMPTY {
                let place = self.place(Key(slot >> 16));
                self.slots[place] = slot;
            }
        }
    }
}

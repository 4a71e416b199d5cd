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
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
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

/// Nodes that follow each other, as a power of two: their states with the same stops open stand side
/// by side, because the successors of a motion are looked up together. The moves of a block are
/// a line of the cache.
const BLOCK_BITS: u32 = 5;
const BLOCK: usize = 1 << BLOCK_BITS;

/// Fewest moves by state: blocks of states, and a hash table of the blocks (open addressing with
/// linear probing, at most half full).
pub struct Reached {
    /// The keys of the blocks, without the numbers of states in them; or [`EMPTY`]. With each the
    /// number of the block.
    slots: Vec<(u64, u32)>,
    blocks: Vec<[u16; BLOCK]>,
    /// The block that was looked up last.
    last: (u64, u32),
    len: usize,
}

const EMPTY: u64 = u64::MAX;

/// No moves: the state has not been reached.
pub const NEVER: u16 = u16::MAX;

impl Default for Reached {
    fn default() -> Self {
        let slots = 1 << 10;
        Reached { slots: vec![(EMPTY, 0); slots], blocks: Vec::new(), last: (EMPTY, 0), len: 0 }
    }
}

/// The key of the block of a state, and its place in it.
#[inline]
fn split(key: Key) -> (u64, usize) {
    let place = (BLOCK as u64 - 1) << STOP_BITS;
    (key.0 & !place, (key.0 >> STOP_BITS) as usize & (BLOCK - 1))
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

    /// The slot of a block, or the empty one where it would be.
    #[inline]
    fn slot(&self, block: u64) -> usize {
        let mask = self.slots.len() - 1;
        // Fibonacci hashing: the high bits of the product are well mixed.
        let mut slot = (block.wrapping_mul(0x9e37_79b9_7f4a_7c15) >> 32) as usize & mask;
        while self.slots[slot].0 != EMPTY && self.slots[slot].0 != block {
            slot = (slot + 1) & mask;
        }
        slot
    }

    /// The fewest moves in which a state was reached; [`NEVER`] if it was not.
    #[inline]
    pub fn moves(&self, key: Key) -> u16 {
        let (block, place) = split(key);
        match self.slots[self.slot(block)] {
            (EMPTY, _) => NEVER,
            (_, number) => self.blocks[number as usize][place],
        }
    }

    /// Reaches a state in so many moves. Returns whether it had not been reached in as few before.
    #[inline]
    pub fn improve(&mut self, key: Key, moves: u16) -> bool {
        let (block, place) = split(key);
        if self.last.0 != block {
            self.last = (block, self.block(block));
        }
        let known = &mut self.blocks[self.last.1 as usize][place];
        let is_better = moves < *known;
        if is_better {
            self.len += usize::from(*known == NEVER);
            *known = moves;
        }
        is_better
    }

    /// The number of a block, which is made if it is not there.
    #[inline]
    fn block(&mut self, block: u64) -> u32 {
        let slot = self.slot(block);
        match self.slots[slot] {
            (EMPTY, _) => self.add(block, slot),
            (_, number) => number,
        }
    }

    fn add(&mut self, block: u64, slot: usize) -> u32 {
        let number = self.blocks.len() as u32;
        self.blocks.push([NEVER; BLOCK]);
        self.slots[slot] = (block, number);
        if self.blocks.len() * 2 > self.slots.len() {
            self.grow();
        }
        number
    }

    #[cold]
    fn grow(&mut self) {
        let empty = vec![(EMPTY, 0); self.slots.len() * 2];
        let slots = std::mem::replace(&mut self.slots, empty);
        for (key, number) in slots.into_iter().filter(|it| it.0 != EMPTY) {
            let slot = self.slot(key);
            self.slots[slot] = (key, number);
        }
    }
}

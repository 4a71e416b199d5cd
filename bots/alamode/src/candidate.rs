//! A position that was found and is not made yet.

use crate::moves::Move;

/// No index.
pub const NONE: u32 = u32::MAX;

/// A position that was found: its score, how it comes about, and what the search keeps of it.
#[derive(Clone, Copy, Debug)]
pub struct Candidate {
    /// The score in points: [`Node::score`](crate::node::Node::score).
    pub score: i32,
    /// The index of the node before it in the layer before.
    pub parent: u32,
    /// The index of its own node; [`NONE`] if it was not expanded.
    pub node: u32,
    /// What leads from the parent to here.
    pub last: Move,
    /// [`State::stock`](crate::state::State::stock).
    pub stock: u64,
    /// [`State::key`](crate::state::State::key); the last bit differs if the chef's next action must be
    /// a use.
    pub key: u64,
    /// [`Node::worth`](crate::node::Node::worth).
    pub worth: i32,
    /// [`Node::ready`](crate::node::Node::ready) of the chef that acted.
    pub ready: i16,
    /// [`Node::sum`](crate::node::Node::sum).
    pub sum: i32,
}

impl Candidate {
    /// Whether it has a node.
    #[inline]
    pub fn is_expanded(&self) -> bool {
        self.node != NONE
    }
}

/// Score and index in one number. The greater number has the higher score, or else the lower index.
#[inline]
pub fn pack(score: i32, index: usize) -> u64 {
    u64::from((score ^ i32::MIN) as u32) << 32 | u64::from(!(index as u32))
}

/// The index in a number that [`pack`] made.
#[inline]
pub fn unpack(packed: u64) -> usize {
    !(packed as u32) as usize
}

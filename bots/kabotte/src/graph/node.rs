//! The numbers of motions.

/// A motion, by its number in a graph.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Node(pub u32);

impl Node {
    /// As an index into lists of all nodes.
    #[inline]
    pub fn index(self) -> usize {
        self.0 as usize
    }
}

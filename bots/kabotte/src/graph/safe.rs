//! The motions that a car can keep to under `REmulAde`.

use super::node::Node;

/// For each motion whether it is safe: whether a car that may have to repeat its vector once gets on after it
/// without a crash.
pub struct Safe {
    /// For a car that has stops left.
    pub(super) racing: Vec<bool>,
    /// For a car that finishes by the next crossing.
    pub(super) going_home: Vec<bool>,
}

impl Safe {
    #[inline]
    pub fn is_safe(&self, node: Node, goes_home: bool) -> bool {
        if goes_home {
            self.going_home[node.index()]
        } else {
            self.racing[node.index()]
        }
    }
}

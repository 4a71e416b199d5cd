//! The motions of a track, with what is looked up for each.

use super::mark::Mark;
use super::node::Node;
use super::safe::Safe;
use super::terms::Terms;
use crate::motion::Motion;
use crate::numbering::{Numbering, Run};
use crate::rules::MoveNumber;

/// Every motion that can be reached, as a graph.
///
/// Whether a motion is legal and what it counts as depend on the motion alone, so they are found
/// once, when it is met first. Nodes are numbered by the cell where they *begin*, so that the
/// successors of a node are up to three runs of nodes, near each other in memory. Predecessors are
/// such runs in a second numbering, by the cell where motions *end*.
///
/// Special rules that look at the vector before leave a part of the runs, which is a mask of each
/// node. Where a rule tells odd moves from even ones, each motion is two nodes.
pub struct Graph {
    pub(super) width: usize,
    pub(super) terms: Terms,
    pub(super) is_cut: bool,
    /// Number of different motions: half of the nodes if odd and even moves are told apart.
    pub(super) count: usize,
    /// By node, a bit for each change of the vector that the rules leave; empty if they leave all.
    pub(super) permitted: Vec<u16>,
    pub(super) safe: Option<Safe>,
    /// Number among the cells of road, by cell of the map.
    pub(super) road: Vec<u16>,
    pub(super) by_source: Numbering,
    pub(super) by_end: Numbering,
    /// The node of each number by end.
    pub(super) node_by_end: Vec<Node>,
    pub(super) successors: Vec<[Run; 3]>,
    /// The predecessors of each node, indexed by the number by end of the node.
    pub(super) predecessors: Vec<[Run; 3]>,
    pub(super) marks: Vec<Mark>,
    pub(super) motions: Vec<Motion>,
}

impl Graph {
    /// Whether the number of a node's move is odd, where that is told apart; else the number 1
    /// stands for all.
    pub(super) fn number(&self, node: Node) -> MoveNumber {
        MoveNumber(1 + u16::from(node.index() >= self.count))
    }

    /// What decides which moves are legal.
    pub fn terms(&self) -> Terms {
        self.terms
    }

    /// Whether motions were left out, as there are too many.
    pub fn is_cut(&self) -> bool {
        self.is_cut
    }

    /// Number of motions.
    pub fn len(&self) -> usize {
        self.marks.len()
    }

    /// Whether a car cannot move at all.
    pub fn is_empty(&self) -> bool {
        self.marks.is_empty()
    }

    /// All nodes.
    pub fn nodes(&self) -> impl Iterator<Item = Node> {
        (0..self.len() as u32).map(Node)
    }

    /// What a motion counts as.
    #[inline]
    pub fn mark(&self, node: Node) -> Mark {
        self.marks[node.index()]
    }

    /// The motion of a node.
    #[inline]
    pub fn motion(&self, node: Node) -> Motion {
        self.motions[node.index()]
    }

    /// The motions after which a car can obey `REmulAde`, where that is in force.
    pub fn safe(&self) -> Option<&Safe> {
        self.safe.as_ref()
    }
}

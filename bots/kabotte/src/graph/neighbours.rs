//! Which motions can follow a motion, and which can have come before it.

use super::motions::Graph;
use super::node::Node;
use crate::motion::{Motion, Vector};
use crate::numbering::{row, Run};

impl Graph {
    /// The legal motions that can follow, without those that the rules take away.
    #[inline]
    pub fn successors(&self, node: Node) -> impl Iterator<Item = Node> + '_ {
        let next = self.successors[node.index()].iter().flat_map(|run| run.numbers().map(Node));
        next.filter(move |next| self.permits(node, *next))
    }

    /// Whether the rules leave one legal motion after another.
    #[inline]
    fn permits(&self, node: Node, next: Node) -> bool {
        self.permitted.is_empty()
            || self.permitted[node.index()]
                & change(self.motion(node).vector, self.motion(next).vector)
                != 0
    }

    /// Whether rules that look back leave a part of the runs alone.
    pub fn is_restricted(&self) -> bool {
        !self.permitted.is_empty()
    }

    /// The legal motions that can follow, as up to three runs of nodes.
    #[inline]
    pub fn runs_after(&self, node: Node) -> &[Run; 3] {
        &self.successors[node.index()]
    }

    /// The numbers by end of the motions that can have come before one with a number by end, as up
    /// to three runs.
    #[inline]
    pub fn runs_before_end(&self, end: u32) -> &[Run; 3] {
        &self.predecessors[end as usize]
    }

    /// The motions that can have come before.
    #[inline]
    pub fn predecessors(&self, node: Node) -> impl Iterator<Item = Node> + '_ {
        self.predecessor_ends(node).map(move |number| self.node_of_end(number))
    }

    /// The motion that repeats the vector of another one, if it is legal; rules that look back take
    /// nothing away.
    pub fn repetition(&self, node: Node) -> Option<Node> {
        let vector = self.motion(node).vector;
        let next = self.successors[node.index()].iter().flat_map(|run| run.numbers().map(Node));
        next.clone().find(|next| self.motion(*next).vector == vector)
    }

    /// The node with a number by end.
    #[inline]
    pub fn node_of_end(&self, number: u32) -> Node {
        self.node_by_end[number as usize]
    }

    /// The number by end of a node.
    #[inline]
    fn end_of_node(&self, node: Node) -> usize {
        let Motion { at, vector } = self.motion(node);
        let road = self.road[at.y as usize * self.width + at.x as usize];
        let end = self.by_end.number(row(road, i32::from(vector.y)), i32::from(vector.x)) as usize;
        if node.index() < self.count {
            end
        } else {
            end + self.count
        }
    }

    /// The numbers by end of the motions that can have come before.
    #[inline]
    pub fn predecessor_ends(&self, node: Node) -> impl Iterator<Item = u32> + '_ {
        let end = self.end_of_node(node);
        let ends = self.predecessors[end].iter().flat_map(|run| run.numbers());
        ends.filter(move |end| {
            self.permitted.is_empty() || self.permits(self.node_of_end(*end), node)
        })
    }
}

/// The bit of a change of the vector by one at most along each axis.
#[inline]
pub(super) fn change(from: Vector, to: Vector) -> u16 {
    1 << ((to.y - from.y + 1) * 3 + (to.x - from.x + 1))
}

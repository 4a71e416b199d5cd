//! All quickest ways, as a search has found them.

use gridkit::FastMap;

use super::moves::moves_after;
use crate::graph::{Graph, Node};
use crate::motion::Motion;
use crate::reached::Key;
use crate::tour::Tour;

/// Every quickest way of a car to the finish.
pub struct Plan {
    pub(super) moves: u16,
    pub(super) expanded: u64,
    pub(super) states: usize,
    /// The states on quickest ways: how many moves lead there, and how many ways go on.
    pub(super) ways: FastMap<Key, (u16, u64)>,
    /// The quickest first moves: the state after each, if it does not finish, and in how many ways
    /// it goes on.
    pub(super) first: Vec<Step>,
}

/// A move on a quickest way.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Step {
    pub node: Node,
    /// The state after it; `None` after the finish.
    pub state: Option<Key>,
    /// Number of quickest ways that begin with it, at most `u64::MAX`.
    pub ways: u64,
}

impl Plan {
    /// The fewest moves to the finish.
    pub fn moves(&self) -> u16 {
        self.moves
    }

    /// States whose successors were looked at.
    pub fn expanded(&self) -> u64 {
        self.expanded
    }

    /// States met.
    pub fn states(&self) -> usize {
        self.states
    }

    /// The quickest first moves.
    pub fn first(&self) -> &[Step] {
        &self.first
    }

    /// The number of quickest ways.
    pub fn ways(&self) -> u64 {
        self.first.iter().fold(0, |sum: u64, step| sum.saturating_add(step.ways))
    }

    /// One quickest way: at each step the move with the most ways on, the first of equals.
    pub fn way(&self, graph: &Graph, tour: &Tour) -> Vec<Motion> {
        let mut way = Vec::new();
        let mut steps = self.first.clone();
        while let Some(step) = steps.iter().rev().max_by_key(|step| step.ways) {
            way.push(graph.motion(step.node));
            steps = step.state.map_or_else(Vec::new, |key| self.onward(graph, tour, key));
        }
        way
    }

    /// How many moves are left after a state, if it is on a quickest way.
    pub fn left(&self, key: Key) -> Option<u16> {
        self.ways.get(&key).map(|(moves, _)| self.moves - moves)
    }

    /// The quickest moves from a state on a quickest way; none from any other state.
    pub fn onward(&self, graph: &Graph, tour: &Tour, key: Key) -> Vec<Step> {
        let moves = match self.ways.get(&key) {
            Some((moves, _)) => moves + 1,
            None => return Vec::new(),
        };
        let ways = |state: Option<Key>| match state {
            None => u64::from(moves == self.moves),
            Some(key) => self.ways.get(&key).filter(|it| it.0 == moves).map_or(0, |it| it.1),
        };
        let onward = moves_after(graph, tour, key);
        let steps = onward.map(|(node, state)| Step { node, state, ways: ways(state) });
        steps.filter(|step| step.ways > 0).collect()
    }
}

//! All quickest ways, as a search has found them.

use gridkit::FastMap;

use super::moves::{most_length, moves_after, UNNUMBERED};
use super::{Origin, Search};
use crate::graph::{Graph, Node};
use crate::motion::Motion;
use crate::reached::Key;
use crate::rules::{length, MoveNumber};
use crate::tour::Tour;

/// Every quickest way of a car to the finish.
pub struct Plan {
    moves: u16,
    expanded: u64,
    states: usize,
    /// The states on quickest ways: how many moves lead there, and how many ways go on.
    ways: FastMap<Key, (u16, u64)>,
    /// The quickest first moves: the state after each, if it does not finish, and in how many ways
    /// it goes on.
    first: Vec<Step>,
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

impl Search<'_> {
    /// Counts the ways on from every state that is on a quickest way, from the end back to the
    /// beginning.
    pub(super) fn plan(self, origin: &Origin<'_>) -> Plan {
        let course = self.tour.course();
        let mut ways: FastMap<Key, (u16, u64)> = FastMap::default();
        let mut level: Vec<Key> = Vec::new();
        let mut add = |level: &mut Vec<Key>, key: Key, moves: u16, more: u64| {
            let entry = ways.entry(key).or_insert((moves, 0));
            if entry.1 == 0 {
                level.push(key);
            }
            entry.1 = entry.1.saturating_add(more);
            entry.1
        };
        for key in &self.last {
            add(&mut level, *key, self.best - 1, 1);
        }
        for moves in (1..self.best.saturating_sub(1)).rev() {
            let mut before = Vec::new();
            for key in std::mem::take(&mut level) {
                // Complete, because every state of a level is one move nearer than those before it.
                let here = add(&mut Vec::new(), key, moves + 1, 0);
                self.before(key, moves, |key| {
                    add(&mut before, key, moves, here);
                });
            }
            level = before;
        }
        let number = self.number(origin.number);
        let step = |node: &Node| match course.after(origin.open, self.graph.mark(*node)) {
            None => Step { node: *node, state: None, ways: u64::from(self.best == 1) },
            Some(open) => {
                let key = Key::new(*node, open, number);
                let ways = ways.get(&key).filter(|it| it.0 == 1).map_or(0, |it| it.1);
                Step { node: *node, state: Some(key), ways }
            }
        };
        let first = origin.first.iter().map(step).filter(|step| step.ways > 0).collect();
        let (moves, expanded, states) = (self.best, self.expanded, self.reached.len());
        Plan { moves, expanded, states, ways, first }
    }

    /// Visits the states that were reached in so many moves and from which one move leads to a state.
    fn before(&self, key: Key, moves: u16, mut visit: impl FnMut(Key)) {
        let mark = self.graph.mark(key.node());
        let number = if self.numbered { MoveNumber(key.number().0 - 1) } else { UNNUMBERED };
        let speed = length(self.graph.motion(key.node()).vector);
        for node in self.graph.predecessors(key.node()) {
            let most = most_length(self.graph, node, key.number());
            if most.map_or(false, |most| speed > most) {
                continue;
            }
            for open in self.tour.course().before(key.open(), mark) {
                let key = Key::new(node, open, number);
                if self.reached.moves(key) == moves {
                    visit(key);
                }
            }
        }
    }
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

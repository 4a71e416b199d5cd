//! The memory of the search: the trees of all opponents, in one list of nodes and one of choices.

use std::ops::Range;

use gridkit::FastMap;

use super::first_step::FirstStep;
use crate::board::Board;
use crate::heuristic::Heuristic;
use crate::piece::{Piece, MOST_PIECES};
use crate::state::State;

/// A game that is still open after this number of turns ends with its current result.
pub(super) const MOST_TURNS: usize = 150;

/// The most nodes of all trees together.
const MOST_NODES: usize = 1 << 18;

/// The most choices of all nodes together.
const MOST_EDGES: usize = 1 << 22;

/// One choice of one side in a node.
#[derive(Clone, Copy, Debug)]
pub(super) struct Edge {
    pub piece: u8,
    pub prior: f32,
    pub visits: u32,
    /// The sum of the results for side 0: 1 for a win, 0 for a loss, 0.5 for a draw.
    pub sum: f32,
}

/// A position in which one side or both choose a goal.
#[derive(Clone, Copy, Debug)]
struct Node {
    /// The index of the first choice of side 0; those of side 1 follow.
    edges: u32,
    /// The number of choices of each side; 0 if it does not choose here.
    counts: [u8; 2],
    visits: u32,
}

/// The memory of the trees. It is allocated once a game: a search allocates nothing.
#[derive(Clone, Debug)]
pub struct Trees {
    nodes: Vec<Node>,
    edges: Vec<Edge>,
    /// The child of a node, by the node and the choices made there.
    children: FastMap<u64, u32>,
    /// The first steps towards each goal of the root.
    pub(super) steps: Vec<[Option<FirstStep>; 2]>,
    /// The choices made in the current game.
    path: Vec<u32>,
    /// The nodes that the current game went through.
    passed: Vec<u32>,
}

impl Trees {
    pub fn new() -> Trees {
        let mut children = FastMap::default();
        children.reserve(MOST_NODES);
        Trees {
            nodes: Vec::with_capacity(MOST_NODES),
            edges: Vec::with_capacity(MOST_EDGES),
            children,
            steps: Vec::with_capacity(MOST_PIECES),
            path: Vec::with_capacity(2 * MOST_TURNS),
            passed: Vec::with_capacity(MOST_TURNS),
        }
    }

    pub(super) fn clear(&mut self) {
        self.nodes.clear();
        self.edges.clear();
        self.children.clear();
        self.steps.clear();
    }

    /// The number of games that went through a node.
    pub(super) fn visits(&self, node: u32) -> u32 {
        self.nodes[node as usize].visits
    }

    /// The choices of a side in a node; none if it does not choose there.
    pub(super) fn choices(&self, node: u32, side: usize) -> &[Edge] {
        &self.edges[self.range(node, side)]
    }

    /// The indices of the choices of a side in a node.
    fn range(&self, node: u32, side: usize) -> Range<usize> {
        let Node { edges, counts, .. } = self.nodes[node as usize];
        let from = edges as usize + if side == 0 { 0 } else { usize::from(counts[0]) };
        from..from + usize::from(counts[side])
    }

    /// A new node, in which the sides of `chooses` choose among the goals of the heuristic.
    pub(super) fn add_node(
        &mut self,
        board: &Board,
        heuristic: &Heuristic,
        state: &State,
        chooses: [bool; 2],
    ) -> u32 {
        let edges = self.edges.len();
        let mut counts = [0; 2];
        for side in 0..2 {
            if chooses[side] {
                let from = self.edges.len();
                let mut sum = 0.0;
                let list = &mut self.edges;
                heuristic.weigh(board, state, side, |piece, weight| {
                    sum += weight;
                    list.push(Edge { piece: piece as u8, prior: weight, visits: 0, sum: 0.0 });
                });
                for edge in &mut self.edges[from..] {
                    edge.prior /= sum;
                }
                counts[side] = (self.edges.len() - from) as u8;
            }
        }
        self.nodes.push(Node { edges: edges as u32, counts, visits: 0 });
        (self.nodes.len() - 1) as u32
    }

    /// The child that was reached by the choices of `key`.
    pub(super) fn child(&self, key: u64) -> Option<u32> {
        self.children.get(&key).copied()
    }

    pub(super) fn add_child(&mut self, key: u64, node: u32) {
        self.children.insert(key, node);
    }

    pub(super) fn has_room(&self) -> bool {
        self.nodes.len() < MOST_NODES && self.edges.len() + 2 * MOST_PIECES <= MOST_EDGES
    }

    /// Begins a game.
    pub(super) fn begin(&mut self) {
        self.path.clear();
        self.passed.clear();
    }

    /// The current game goes through a node.
    pub(super) fn pass(&mut self, node: u32) {
        self.passed.push(node);
    }

    /// The current game makes the choice of a side in a node: `first`, or that with the greatest bound.
    /// Gives the goal; `None` if the side does not choose there.
    pub(super) fn follow(
        &mut self,
        node: u32,
        side: usize,
        first: Option<usize>,
        explore: f32,
    ) -> Option<Piece> {
        let range = self.range(node, side);
        if range.is_empty() {
            return None;
        }
        let edge = match first {
            Some(first) => range.start + first,
            None => range.start + self.greatest_bound(node, side, explore),
        };
        self.path.push(edge as u32);
        Some(usize::from(self.edges[edge].piece))
    }

    /// The choice of a side in a node with the greatest upper confidence bound.
    fn greatest_bound(&self, node: u32, side: usize, explore: f32) -> usize {
        let root_of_visits = ((self.visits(node) + 1) as f32).sqrt();
        let mut best = (f32::NEG_INFINITY, 0);
        for (index, edge) in self.choices(node, side).iter().enumerate() {
            let mean = if edge.visits > 0 { edge.sum / edge.visits as f32 } else { 0.5 };
            let value = if side == 0 { mean } else { 1.0 - mean };
            let bonus = explore * edge.prior * root_of_visits / (1.0 + edge.visits as f32);
            if value + bonus > best.0 {
                best = (value + bonus, index);
            }
        }
        best.1
    }

    /// Adds the result of the current game to its nodes and choices.
    pub(super) fn count(&mut self, value: f32) {
        for edge in &self.path {
            let edge = &mut self.edges[*edge as usize];
            edge.visits += 1;
            edge.sum += value;
        }
        for node in &self.passed {
            self.nodes[*node as usize].visits += 1;
        }
    }
}

impl Default for Trees {
    fn default() -> Self {
        Trees::new()
    }
}

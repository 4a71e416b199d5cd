//! The positions of one turn in a search: scored when they are found, made when they are expanded.

use crate::action::Action;
use crate::candidate::{pack, Candidate, NONE};
use crate::moves::Move;
use crate::node::Node;
use crate::readiness;
use crate::seen::Seen;
use crate::world::World;
use crate::worth::Evaluator;

/// The positions of one turn, each once.
pub struct Layer {
    candidates: Vec<Candidate>,
    nodes: Vec<Node>,
    /// The candidate of each node.
    owners: Vec<u32>,
}

impl Layer {
    /// The most candidates of a layer.
    pub const MOST: usize = 60_000;

    /// The most nodes of a layer.
    const MOST_NODES: usize = 16_000;

    pub fn new() -> Layer {
        Layer {
            candidates: Vec::with_capacity(Layer::MOST),
            nodes: Vec::with_capacity(Layer::MOST_NODES),
            owners: Vec::with_capacity(Layer::MOST_NODES),
        }
    }

    #[inline]
    pub fn candidates(&self) -> &[Candidate] {
        &self.candidates
    }

    #[inline]
    pub fn node(&self, index: u32) -> &Node {
        &self.nodes[index as usize]
    }

    /// The number of nodes.
    pub fn nodes(&self) -> usize {
        self.nodes.len()
    }

    /// The candidate of a node.
    pub fn owner(&self, node: u32) -> usize {
        self.owners[node as usize] as usize
    }

    /// Whether it may have no room for the candidates that one node leads to.
    #[inline]
    pub fn is_full(&self) -> bool {
        self.candidates.len() + 64 > Layer::MOST
    }

    /// Whether it has no room for one more node.
    #[inline]
    pub fn has_all_nodes(&self) -> bool {
        self.nodes.len() == Layer::MOST_NODES
    }

    /// Forgets all positions.
    pub fn clear(&mut self) {
        self.candidates.clear();
        self.nodes.clear();
        self.owners.clear();
    }

    /// Makes a node the only position, the root of a search.
    pub fn set_root(&mut self, node: Node) {
        self.clear();
        self.candidates.push(Candidate {
            score: 0,
            parent: NONE,
            node: 0,
            last: Move::free(Action::WAIT),
            stock: node.state.stock,
            key: node.state.key,
            worth: node.worth,
            ready: 0,
            sum: node.sum,
        });
        self.nodes.push(node);
        self.owners.push(0);
    }

    /// Scores the position that an action leads to, and stores it unless the same position was found
    /// with a better score. `seen` has the candidates of this layer. Gives the candidate's index.
    #[inline]
    pub fn push(
        &mut self,
        seen: &mut Seen,
        world: &World,
        evaluator: &mut Evaluator,
        (parent, before): (u32, &Node),
        last: Move,
    ) -> usize {
        let mut node = *before;
        let chef = node.state.mover;
        node.play(world, last.action);
        let worth = evaluator.worth(world, &node.state);
        node.worth = worth.points;
        // The other chef's is that after its own last action: it hardly changes, and it takes time.
        node.ready[chef] = readiness::of_chef(world, &node.state, chef, &worth);
        node.sum += node.state.points + node.worth;
        let new = Candidate {
            score: node.score(world),
            parent,
            node: NONE,
            last,
            stock: node.state.stock,
            key: node.state.key ^ u64::from(last.must_use),
            worth: node.worth,
            ready: node.ready[chef],
            sum: node.sum,
        };
        let count = self.candidates.len();
        let index = usize::from(seen.find_or_set(new.key, count as u16));
        if index == count {
            self.candidates.push(new);
            if seen.is_crowded() {
                self.enter(seen, 2 * count);
            }
        } else {
            let old = &mut self.candidates[index];
            if old.score < new.score {
                *old = Candidate { node: old.node, ..new };
            }
        }
        index
    }

    /// The node of a candidate, made from the one before it unless it exists.
    #[inline]
    pub fn expand(&mut self, world: &World, index: usize, before: &Layer) -> u32 {
        let candidate = &mut self.candidates[index];
        if !candidate.is_expanded() {
            candidate.node = self.nodes.len() as u32;
            let mut node = *before.node(candidate.parent);
            let chef = node.state.mover;
            node.play(world, candidate.last.action);
            node.must_use[chef] = candidate.last.must_use;
            node.worth = candidate.worth;
            node.ready[chef] = candidate.ready;
            node.sum = candidate.sum;
            self.nodes.push(node);
            self.owners.push(index as u32);
        }
        candidate.node
    }

    /// The candidates of a position, as far as its key tells: those with and without a must.
    pub fn with_key(&self, key: u64) -> impl Iterator<Item = usize> + '_ {
        let all = self.candidates.iter().enumerate();
        all.filter(move |(_, candidate)| candidate.key | 1 == key | 1).map(|(index, _)| index)
    }

    /// The candidate with the best score, of equals the first.
    pub fn best(&self) -> Option<usize> {
        (0..self.candidates.len()).max_by_key(|&index| pack(self.candidates[index].score, index))
    }

    /// Keeps the positions whose parents are kept, and of those that were not expanded the best `most`.
    /// `moved` has the new index of each node of the layer before. Afterwards it has those of this
    /// layer's nodes.
    pub fn keep(&mut self, most: usize, moved: &mut Moved) {
        self.keep_children(moved);
        if moved.order.len() > most {
            let least = *moved.order.select_nth_unstable_by(most - 1, |a, b| b.cmp(a)).1;
            self.keep_best(least);
        }
        moved.owners.clear();
        moved.owners.resize(self.nodes.len(), NONE);
        for (index, candidate) in (0..).zip(&self.candidates) {
            if candidate.is_expanded() {
                moved.owners[candidate.node as usize] = index;
            }
        }
        self.keep_owned(moved);
    }

    /// Keeps the positions whose parents are kept. Puts those that were not expanded into `moved.order`.
    fn keep_children(&mut self, moved: &mut Moved) {
        moved.order.clear();
        let mut kept = 0;
        for index in 0..self.candidates.len() {
            let parent = moved.nodes[self.candidates[index].parent as usize];
            if parent == NONE {
                continue;
            }
            let candidate = Candidate { parent, ..self.candidates[index] };
            if !candidate.is_expanded() {
                moved.order.push(pack(candidate.score, kept));
            }
            self.candidates[kept] = candidate;
            kept += 1;
        }
        self.candidates.truncate(kept);
    }

    /// Keeps the positions that were expanded, and those for which [`pack`] makes `least` or more.
    fn keep_best(&mut self, least: u64) {
        let mut kept = 0;
        for index in 0..self.candidates.len() {
            let candidate = self.candidates[index];
            if candidate.is_expanded() || pack(candidate.score, index) >= least {
                self.candidates[kept] = candidate;
                kept += 1;
            }
        }
        self.candidates.truncate(kept);
    }

    /// Keeps the nodes that a candidate owns.
    fn keep_owned(&mut self, moved: &mut Moved) {
        moved.nodes.clear();
        moved.nodes.resize(self.nodes.len(), NONE);
        let mut kept = 0;
        for (node, &owner) in moved.owners.iter().enumerate().filter(|(_, owner)| **owner != NONE) {
            self.candidates[owner as usize].node = kept as u32;
            self.owners[kept] = owner;
            self.nodes[kept] = self.nodes[node];
            moved.nodes[node] = kept as u32;
            kept += 1;
        }
        self.nodes.truncate(kept);
        self.owners.truncate(kept);
    }

    /// Makes a table of all candidates. Afterwards it has room for this number of further ones.
    pub fn enter(&self, seen: &mut Seen, more: usize) {
        seen.clear(self.candidates.len() + more);
        for (index, candidate) in self.candidates.iter().enumerate() {
            seen.find_or_set(candidate.key, index as u16);
        }
    }
}

/// Where the nodes of a layer have gone when others were dropped.
pub struct Moved {
    /// The new index of each node; [`NONE`] if it was dropped.
    nodes: Vec<u32>,
    /// The candidate of each node; [`NONE`] if it was dropped.
    owners: Vec<u32>,
    order: Vec<u64>,
}

impl Moved {
    pub fn new() -> Moved {
        Moved {
            nodes: Vec::with_capacity(Layer::MOST_NODES),
            owners: Vec::with_capacity(Layer::MOST_NODES),
            order: Vec::with_capacity(Layer::MOST),
        }
    }

    /// Some nodes of a layer have become the root, and the others were dropped.
    pub fn to_root(&mut self, layer: &Layer, roots: &[u32]) {
        self.nodes.clear();
        self.nodes.resize(layer.nodes.len(), NONE);
        for &root in roots {
            self.nodes[root as usize] = 0;
        }
    }
}

impl Default for Moved {
    fn default() -> Self {
        Moved::new()
    }
}

impl Default for Layer {
    fn default() -> Self {
        Layer::new()
    }
}

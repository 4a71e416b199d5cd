//! What a search has found: the positions of each turn, from its root on.

use crate::action::Action;
use crate::layer::{Layer, Moved};
use crate::node::Node;
use crate::state::State;
use crate::world::World;

/// The most plies that a search looks ahead.
pub const MOST_PLIES: usize = 100;

/// The positions that were found from a root.
///
/// The root of the next search is a position one or two turns later. What was found from there stays,
/// so that the next search goes on where the last one ended.
pub struct Tree {
    /// The positions of each turn; that of the root comes first.
    layers: Vec<Layer>,
    /// The number of layers in which the positions that do not follow from the root were dropped.
    settled: usize,
    moved: Moved,
}

impl Tree {
    /// Allocates all memory that a search needs.
    pub fn new() -> Tree {
        let layers = (0..=MOST_PLIES).map(|_| Layer::new()).collect();
        Tree { layers, settled: MOST_PLIES + 1, moved: Moved::new() }
    }

    pub fn root(&self) -> &Node {
        self.layers[0].node(0)
    }

    /// The layer of a ply: the position after that number of turns.
    pub fn layer(&self, ply: usize) -> &Layer {
        &self.layers[ply]
    }

    /// The layers up to that of a ply, which is the last of them, and the layer after it.
    #[inline]
    pub fn around(&mut self, ply: usize) -> (&mut [Layer], &mut Layer) {
        let (before, after) = self.layers.split_at_mut(ply + 1);
        (before, &mut after[0])
    }

    /// Forgets everything and starts from a root.
    pub fn start(&mut self, root: Node) {
        for layer in &mut self.layers {
            layer.clear();
        }
        self.layers[0].set_root(root);
        self.settled = self.layers.len();
    }

    /// Makes a position of this turn or one of the next two the root. `false` if it was not found.
    pub fn go_on(&mut self, world: &World, root: &State) -> bool {
        if self.root().state.is_same(root) {
            return true;
        }
        match (1..=2).find_map(|ply| Some((ply, self.find(world, root, ply)?))) {
            Some((ply, found)) => self.set_root(ply, found),
            None => return false,
        }
        true
    }

    /// The nodes of a position in a layer: what the chefs must do next may differ.
    fn find(&mut self, world: &World, state: &State, ply: usize) -> Option<Found> {
        let (before, layer) = self.layers.split_at_mut(ply);
        let (before, layer) = (before.last()?, &mut layer[0]);
        let mut candidates = [None; 2];
        for (slot, index) in candidates.iter_mut().zip(layer.with_key(state.key)) {
            *slot = Some(index);
        }
        let mut found: Option<Found> = None;
        for &index in candidates.iter().flatten() {
            if layer.has_all_nodes() {
                return None;
            }
            let node = layer.expand(world, index, before);
            if layer.node(node).state.is_same(state) {
                found = Some([found.map_or(node, |[first, _]| first), node]);
            }
        }
        found
    }

    /// Makes nodes of a layer, which are the same position, the root.
    fn set_root(&mut self, ply: usize, found: Found) {
        let new = self.layers[ply].node(found[0]);
        let Node { worth, ready, sum, .. } = *new;
        let root = Node { worth, ready, sum, ..Node::root(new.state) };
        self.moved.to_root(&self.layers[ply], &found);
        self.layers[ply].set_root(root);
        self.layers.rotate_left(ply);
        let last = self.layers.len() - ply;
        self.layers[last..].iter_mut().for_each(Layer::clear);
        self.settled = 1;
    }

    /// Drops the positions up to a ply that do not follow from the root. Of those that were not expanded
    /// the best `most` of each layer stay.
    pub fn settle(&mut self, ply: usize, most: usize) {
        let end = self.layers.len().min(ply + 1);
        while self.settled < end {
            self.layers[self.settled].keep(most, &mut self.moved);
            self.settled += 1;
        }
    }

    /// The actions that lead from the root to a candidate of a ply.
    pub fn actions_to(&self, mut candidate: usize, ply: usize) -> Vec<Action> {
        let mut actions = vec![Action::WAIT; ply];
        for before in (0..ply).rev() {
            let found = &self.layers[before + 1].candidates()[candidate];
            actions[before] = found.last.action;
            candidate = self.layers[before].owner(found.parent);
        }
        actions
    }
}

/// One or two nodes of a layer.
type Found = [u32; 2];

impl Default for Tree {
    fn default() -> Self {
        Tree::new()
    }
}

//! The states that a search has reached, and in how many moves.

use crate::graph::Node;
use crate::rules::MoveNumber;
use crate::stops::{Stops, MOST_STOPS};

/// Most nodes of a graph whose states fit into a key.
pub const MOST_NODES: usize = 1 << NODE_BITS;

/// Highest number of a move that is told apart: a search for more moves has long given up.
const MOST_NUMBER: u16 = (1 << (48 - NODE_BITS - STOP_BITS)) - 1;

/// A state of a search: a motion, the stops that are open after it, and the number of its move where
/// a rule looks at that (else 0).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Key(u64);

const STOP_BITS: u32 = MOST_STOPS as u32;
const NODE_BITS: u32 = 24;

impl Key {
    #[inline]
    pub fn new(node: Node, open: Stops, number: MoveNumber) -> Key {
        let number = u64::from(number.0 & MOST_NUMBER) << (NODE_BITS + STOP_BITS);
        Key(number | u64::from(node.0) << STOP_BITS | u64::from(open.0))
    }

    #[inline]
    pub fn node(self) -> Node {
        Node((self.0 >> STOP_BITS & ((1 << NODE_BITS) - 1)) as u32)
    }

    #[inline]
    pub fn open(self) -> Stops {
        Stops((self.0 & ((1 << STOP_BITS) - 1)) as u16)
    }

    #[inline]
    pub fn number(self) -> MoveNumber {
        MoveNumber((self.0 >> (NODE_BITS + STOP_BITS)) as u16)
    }
}

/// A state that was looked up: the number of its block and its place in it. It stays valid.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Place(u32);

/// Nodes that follow each other, as a power of two: their states with the same stops open are side
/// by side, because the successors of a motion are looked up together. The moves of a block are
/// a line of the cache.
const BLOCK_BITS: u32 = 5;
const BLOCK: usize = 1 << BLOCK_BITS;

/// Blocks whose numbers are side by side, as a power of two.
const PAGE_BITS: u32 = 6;
const PAGE: usize = 1 << PAGE_BITS;

/// Fewest moves by state, in a tree of tables: a layer for all states with the same stops open (and
/// the same number of a move), pages of blocks for near nodes, and blocks of states. What has not
/// been reached is all in the first layer, page or block, which stays empty: so looking up never
/// asks whether there is something, and many states can be looked up without waiting for each other.
pub struct Reached {
    /// By the part of a key that is the same for a whole layer; 0 beyond the end.
    layers: Vec<u32>,
    /// Pages of a layer.
    width: usize,
    /// By layer and then by node: the numbers of pages.
    pages: Vec<u32>,
    /// By page: the numbers of blocks.
    blocks: Vec<[u32; PAGE]>,
    /// By block: the moves of the states.
    moves: Vec<[u16; BLOCK]>,
    /// By block: the key of its first state.
    keys: Vec<Key>,
    /// The block that was looked up last, and its number.
    last: (u64, u32),
    len: usize,
}

/// No moves: the state has not been reached.
pub const NEVER: u16 = u16::MAX;

/// The key of the block of a state, and its place in it.
#[inline]
fn split(key: Key) -> (u64, u32) {
    let place = (BLOCK as u64 - 1) << STOP_BITS;
    (key.0 & !place, (key.0 >> STOP_BITS) as u32 & (BLOCK as u32 - 1))
}

/// The layer of a key, by its number and its stops.
#[inline]
fn layer(key: Key) -> usize {
    usize::from(key.number().0) << STOP_BITS | usize::from(key.open().0)
}

impl Reached {
    /// No state is reached yet, in a graph with this number of nodes.
    pub fn new(nodes: usize) -> Reached {
        let width = (nodes >> (BLOCK_BITS + PAGE_BITS)) + 1;
        Reached {
            layers: Vec::new(),
            width,
            pages: vec![0; width],
            blocks: vec![[0; PAGE]],
            moves: vec![[NEVER; BLOCK]],
            keys: vec![Key::default()],
            last: (u64::MAX, 0),
            len: 0,
        }
    }

    /// Number of states.
    pub fn len(&self) -> usize {
        self.len
    }

    /// Whether no state has been reached.
    pub fn is_empty(&self) -> bool {
        self.len == 0
    }

    /// The places in the tables of pages and blocks that lead to a state.
    #[inline]
    fn path(&self, key: Key) -> (usize, usize) {
        let layer = self.layers.get(layer(key)).map_or(0, |layer| *layer as usize);
        let node = key.node().index();
        let page = layer * self.width + (node >> (BLOCK_BITS + PAGE_BITS));
        (page, node >> BLOCK_BITS & (PAGE - 1))
    }

    /// The fewest moves in which a state was reached; [`NEVER`] if it was not.
    #[inline]
    pub fn moves(&self, key: Key) -> u16 {
        let (page, block) = self.path(key);
        let block = self.blocks[self.pages[page] as usize][block];
        self.moves[block as usize][split(key).1 as usize]
    }

    /// The fewest moves to the state at a place.
    #[inline]
    pub fn moves_at(&self, place: Place) -> u16 {
        self.moves[(place.0 >> BLOCK_BITS) as usize][place.0 as usize % BLOCK]
    }

    /// The state at a place.
    #[inline]
    pub fn key(&self, place: Place) -> Key {
        let first = self.keys[(place.0 >> BLOCK_BITS) as usize];
        Key(first.0 | u64::from(place.0 % BLOCK as u32) << STOP_BITS)
    }

    /// The place of a state, which is made if it is not there.
    #[inline]
    pub fn place(&mut self, key: Key) -> Place {
        let (block, place) = split(key);
        if self.last.0 != block {
            let (page, place) = self.path(key);
            let number = self.blocks[self.pages[page] as usize][place];
            self.last = (block, if number == 0 { self.add(key) } else { number });
        }
        Place(self.last.1 << BLOCK_BITS | place)
    }

    /// Reaches a state in a number of moves. Returns whether it had not been reached in as few moves before.
    #[inline]
    pub fn improve(&mut self, place: Place, moves: u16) -> bool {
        let known = &mut self.moves[(place.0 >> BLOCK_BITS) as usize][place.0 as usize % BLOCK];
        let is_better = moves < *known;
        self.len += usize::from(*known == NEVER);
        *known = moves.min(*known);
        is_better
    }

    /// Makes the block of a state, and its layer and page if they are not there.
    #[cold]
    fn add(&mut self, key: Key) -> u32 {
        let layer = layer(key);
        if self.layers.len() <= layer {
            self.layers.resize(layer + 1, 0);
        }
        if self.layers[layer] == 0 {
            self.layers[layer] = (self.pages.len() / self.width) as u32;
            self.pages.resize(self.pages.len() + self.width, 0);
        }
        let (page, place) = self.path(key);
        if self.pages[page] == 0 {
            self.pages[page] = self.blocks.len() as u32;
            self.blocks.push([0; PAGE]);
        }
        let number = self.moves.len() as u32;
        self.blocks[self.pages[page] as usize][place] = number;
        self.moves.push([NEVER; BLOCK]);
        self.keys.push(Key(split(key).0));
        number
    }
}

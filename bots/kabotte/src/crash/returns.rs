//! In how many moves a car can come back to where it is, by crashes.

use std::collections::BTreeSet;

use gridkit::Deadline;

use super::near::first_moves;
use crate::graph::{Graph, Node};
use crate::track::{Cell, Track};

/// A bit for each number of moves.
pub type Moves = u128;

/// The greatest number of moves that is told apart.
pub const MOST: u16 = 127;

/// For each motion a bit for each number of moves after which a crash may take its cell off the trail or lead
/// to the one below: where a bit is not set, none does. (What is below a cell on which a car rests is
/// taken to be anything that can lie there.)
pub struct Returns {
    /// The cells that a crash takes off after it has led to one.
    off: u16,
    mask: Moves,
    moving: Vec<Moves>,
    /// By cell, of a car at rest on it: until the cell above is taken off.
    resting: Vec<Moves>,
    /// By cell, of a car at rest on it: until a crash leads to the cell again.
    again: Vec<Moves>,
    /// By cell: the cells that can lie above it.
    pub above: Vec<Vec<u32>>,
    /// By cell: the moves from rest.
    pub first: Vec<Vec<Node>>,
}

impl Returns {
    /// For a set-back of two or more, and ways of up to `most` moves; `None` if there is not enough time.
    pub fn new(
        graph: &Graph,
        track: &Track,
        (zzz, most): (u16, u16),
        deadline: &mut Deadline,
    ) -> Option<Returns> {
        let first = first_moves(graph, track);
        let cells = first.len();
        let mut returns = Returns {
            off: zzz - 1,
            mask: Moves::MAX >> (MOST - most.min(MOST)),
            moving: vec![0; graph.len()],
            resting: vec![0; cells],
            again: vec![0; cells],
            above: above(graph, track, &first),
            first,
        };
        let index = |cell: Cell| track.index(cell).unwrap_or(0);
        let mut is_changed = true;
        while is_changed {
            is_changed = false;
            for cell in 0..cells {
                let found = returns.at_rest(cell);
                is_changed |= found != returns.resting[cell];
                returns.resting[cell] = found;
            }
            // What one motion finds is used for the next.
            for node in graph.nodes().collect::<Vec<_>>().into_iter().rev() {
                let at = index(graph.motion(node).at);
                let mut found = 0;
                let mut is_dead = true;
                for next in graph.successors(node) {
                    is_dead = false;
                    found |= returns.by(next, returns.resting[at]);
                }
                let found = if is_dead { 1 } else { found & returns.mask };
                is_changed |= found != returns.moving[node.index()];
                returns.moving[node.index()] = found;
            }
            if deadline.is_over() {
                return None;
            }
        }
        Some(returns)
    }

    /// The numbers of moves after which a crash leads to the cell below.
    fn landings(&self, mut moves: Moves) -> Moves {
        let mut landings = 0;
        moves &= !1;
        while moves != 0 {
            let least = moves.trailing_zeros();
            moves &= moves - 1;
            if least % u32::from(self.off) == 0 {
                landings |= 1 << least;
            }
        }
        landings
    }

    /// With a move next: until the cell before it is taken off, or the one below that led to. After a crash to
    /// that cell the car goes on as `then` says.
    fn by(&self, next: Node, then: Moves) -> Moves {
        let moves = self.moving[next.index()];
        let landings = self.landings(moves);
        (moves & !landings) << 1 | shifted(landings, then) << 1
    }

    /// The same for a car at rest on a cell until the cell above is taken off.
    pub fn at_rest_on(&self, cell: usize) -> Moves {
        self.resting[cell]
    }

    fn at_rest(&mut self, cell: usize) -> Moves {
        let to_above =
            self.above[cell].iter().fold(0, |all, top| all | self.resting[*top as usize]);
        let once = self.first[cell].iter().fold(0, |all, next| all | self.by(*next, to_above));
        let landings = self.landings(once) & self.mask;
        self.again[cell] = landings;
        let mut all = once & !landings;
        // Each time that it is led back to the cell takes some moves.
        loop {
            let more = (all | shifted(landings, all)) & self.mask;
            if more == all {
                return all;
            }
            all = more;
        }
    }

    /// The numbers of moves after which a crash may take the cell of a motion off or lead to the one below.
    pub fn of(&self, node: Node) -> Moves {
        self.moving[node.index()]
    }

    /// The numbers of moves after which a car at rest on a cell may be set back to it once more. They are
    /// fewer than those of [`back`](Self::back): the cell above is on the trail already.
    pub fn again(&self, cell: usize) -> Moves {
        self.again[cell]
    }

    /// The numbers of moves after which a car may be set back to the newest cell of the trail, with the first of some moves.
    pub fn back(&self, nodes: impl Iterator<Item = Node>) -> Moves {
        let all = nodes.fold(0, |all, next| all | self.landings(self.moving[next.index()]));
        all << 1 & self.mask
    }
}

/// The sums of a number of each set.
fn shifted(mut moves: Moves, others: Moves) -> Moves {
    let mut sums = 0;
    while others != 0 && moves != 0 {
        sums |= others << moves.trailing_zeros();
        moves &= moves - 1;
    }
    sums
}

/// The cells that can lie above each cell of a trail: that to which a move led from it, or after a crash to the
/// cell below that, one to which a move from there leads.
fn above(graph: &Graph, track: &Track, first: &[Vec<Node>]) -> Vec<Vec<u32>> {
    let index = |cell: Cell| track.index(cell).unwrap_or(0) as u32;
    let mut pairs = BTreeSet::new();
    let mut new: Vec<(u32, u32)> = Vec::new();
    let moved = |node: Node| (index(graph.motion(node).source()), index(graph.motion(node).at));
    new.extend(graph.nodes().map(moved));
    let mut above = vec![Vec::new(); first.len()];
    while let Some((below, top)) = new.pop() {
        if pairs.insert((below, top)) {
            above[below as usize].push(top);
            new.extend(first[below as usize].iter().map(|node| (top, moved(*node).1)));
        }
    }
    above
}

//! Fewest moves between sets of motions, many sets at once.

use crate::graph::{Graph, Mark, Node};
use crate::stops::{Course, MOST_STOPS};

/// Room for every stop and the finish, as wide as a register.
pub const LANES: usize = 16;

/// Distances of one node, a lane for each set. A byte holds up to 254 moves: more count as 254,
/// which is still not too many.
pub type Row = [u8; LANES];

/// No way at all.
pub const NO_WAY: u8 = 255;

const _: () = assert!(MOST_STOPS < LANES);

/// Lanes of a course: its stops by their numbers, and then the finish.
#[derive(Clone, Copy, Debug)]
pub struct Lanes(pub Course);

impl Lanes {
    /// The lane of the finish.
    pub fn finish(self) -> usize {
        self.0.count()
    }

    /// A bit for each lane to which a motion counts.
    fn bits(self, mark: Mark) -> u16 {
        if mark == Mark::NONE {
            return 0;
        }
        if mark == Mark::FINISH {
            // The first crossing of the line is the same event as the last.
            let line = self.0.line(self.0.all()).map_or(0, |line| 1 << line);
            return line | 1 << self.finish();
        }
        1 << mark.0
    }
}

/// The fewest moves from each motion to one that counts as a stop or the finish: at least 1, since
/// the motion itself is over.
pub fn to_stops(graph: &Graph, lanes: Lanes) -> Vec<Row> {
    let mut rows = vec![[NO_WAY; LANES]; graph.len()];
    // By end: predecessors lie side by side in that numbering.
    spread(
        graph.len(),
        |end| lanes.bits(graph.mark(graph.node_of_end(end))),
        |end, next, bits| {
            let node = graph.node_of_end(end);
            if graph.is_restricted() {
                graph.predecessor_ends(node).for_each(|end| next[end as usize] |= bits);
            } else {
                graph.predecessor_runs(node).for_each(|run| add(&mut next[run], bits));
            }
        },
        |end, bits, moves| set(&mut rows[graph.node_of_end(end).index()], bits, moves),
    );
    rows
}

/// The fewest moves to each motion that counts as anything from one that counts as a stop: at least
/// 1. Rows of other motions stay empty.
pub fn from_stops(graph: &Graph, lanes: Lanes) -> Vec<Row> {
    let mut rows = vec![[NO_WAY; LANES]; graph.len()];
    spread(
        graph.len(),
        |node| lanes.bits(graph.mark(Node(node))),
        |node, next, bits| {
            if graph.is_restricted() {
                graph.successors(Node(node)).for_each(|it| next[it.index()] |= bits);
            } else {
                graph.successor_runs(Node(node)).for_each(|run| add(&mut next[run], bits));
            }
        },
        |node, bits, moves| {
            if graph.mark(Node(node)) != Mark::NONE {
                set(&mut rows[node as usize], bits, moves);
            }
        },
    );
    rows
}

#[inline]
fn add(run: &mut [u16], bits: u16) {
    for wave in run {
        *wave |= bits;
    }
}

#[inline]
fn set(row: &mut Row, bits: u16, moves: u8) {
    let mut rest = bits;
    while rest != 0 {
        row[rest.trailing_zeros() as usize] = moves;
        rest &= rest - 1;
    }
}

/// Breadth-first search from all sets at once: a bit for each set runs along, so that what is
/// common to several is visited once. (The idea is that of multi-source searches on social graphs,
/// MS-BFS.) A wave is not a list but a walk over all nodes in their order, so that neighbours, which
/// have near numbers, are still in the cache.
#[inline]
fn spread(
    count: usize,
    sets: impl Fn(u32) -> u16,
    mut pass_on: impl FnMut(u32, &mut [u16], u16),
    mut reach: impl FnMut(u32, u16, u8),
) {
    let mut wave: Vec<u16> = (0..count as u32).map(sets).collect();
    let mut seen = vec![0_u16; count];
    let mut next = vec![0_u16; count];
    let mut moves: u8 = 0;
    let mut going_on = true;
    while going_on {
        for (node, bits) in wave.iter_mut().enumerate().filter(|(_, bits)| **bits != 0) {
            let bits = std::mem::take(bits);
            pass_on(node as u32, &mut next, bits);
        }
        moves = (moves + 1).min(NO_WAY - 1);
        going_on = false;
        for (node, (bits, seen)) in next.iter_mut().zip(&mut seen).enumerate() {
            *bits &= !*seen;
            if *bits != 0 {
                *seen |= *bits;
                reach(node as u32, *bits, moves);
                going_on = true;
            }
        }
        std::mem::swap(&mut wave, &mut next);
    }
}

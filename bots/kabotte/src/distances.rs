//! Fewest moves between sets of motions, many sets at once.

use crate::graph::{Graph, Mark, Node};
use crate::numbering::Run;
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
        let finish = if mark.finishes() { 1 << self.finish() } else { 0 };
        self.0.passed(mark).0 | finish
    }

    /// The fewest moves of a motion to the stops and the finish, where those that it passes itself
    /// are there already.
    pub fn with_passed(self, mut row: Row, mark: Mark) -> Row {
        set(&mut row, self.bits(mark), 0);
        row
    }

    /// The fewest moves to the stops after a motion has counted as one: the others that it passes
    /// are there already, but nothing counts in the move that first crosses the line.
    pub fn after_stop(self, stop: usize, row: Row, mark: Mark) -> Row {
        if self.0.line(self.0.all()) == Some(stop) {
            row
        } else {
            self.with_passed(row, mark)
        }
    }
}

/// The fewest moves from each motion to one that counts as a stop or the finish: at least 1, since
/// the motion itself is over.
pub fn to_stops(graph: &Graph, lanes: Lanes) -> Vec<Row> {
    // By end: predecessors lie side by side in that numbering.
    let mut by_end = vec![[NO_WAY; LANES]; graph.len()];
    let sets = |end| lanes.bits(graph.mark(graph.node_of_end(end)));
    let reach = |end: usize, bits, moves| {
        set(&mut by_end[end], bits, moves);
        bits
    };
    if graph.is_restricted() {
        let pass_on = |end: u32, wave: &mut [u16], bits| {
            let before = graph.predecessor_ends(graph.node_of_end(end));
            before.for_each(|end| wave[end as usize] |= bits);
        };
        spread(graph.len(), sets, pass_on, reach);
    } else {
        let pass_on = |end, wave: &mut [u16], bits| add(wave, graph.runs_before_end(end), bits);
        spread(graph.len(), sets, pass_on, reach);
    }
    let mut rows = vec![[NO_WAY; LANES]; graph.len()];
    for (end, row) in (0..).zip(by_end) {
        rows[graph.node_of_end(end).index()] = row;
    }
    rows
}

/// How many moves between two lanes are of interest: 0 if none are, [`ANY`] if all.
pub type Limits = [Row; LANES];

/// Every number of moves.
pub const ANY: u8 = u8::MAX;

/// Visits every motion that counts as anything, with the lanes of the stops from which it is reached
/// first in some moves: none for those that it passes itself. Lanes are left out from which a way to
/// any other lane through the motion would take more moves than the limit.
pub fn from_stops(
    graph: &Graph,
    lanes: Lanes,
    to_stops: &[Row],
    limits: &Limits,
    mut visit: impl FnMut(Node, u16, u8),
) {
    for node in graph.nodes().filter(|node| graph.mark(*node) != Mark::NONE) {
        visit(node, lanes.bits(graph.mark(node)), 0);
    }
    let sets = |node| lanes.bits(graph.mark(Node(node)));
    let reach = |index: usize, bits, moves| {
        let node = Node(index as u32);
        let mark = graph.mark(node);
        if mark == Mark::NONE {
            return of_interest(bits, moves, &to_stops[index], limits);
        }
        let bits = of_interest(bits, moves, &lanes.with_passed(to_stops[index], mark), limits);
        visit(node, bits, moves);
        bits
    };
    if graph.is_restricted() {
        let pass_on = |node, wave: &mut [u16], bits| {
            graph.successors(Node(node)).for_each(|it| wave[it.index()] |= bits);
        };
        spread(graph.len(), sets, pass_on, reach);
    } else {
        let pass_on = |node, wave: &mut [u16], bits| {
            add(wave, graph.runs_after(Node(node)), bits);
        };
        spread(graph.len(), sets, pass_on, reach);
    }
}

/// The lanes from which a way through a motion is within some limit.
#[inline]
fn of_interest(bits: u16, moves: u8, to_stops: &Row, limits: &Limits) -> u16 {
    let (mut rest, mut left) = (bits, bits);
    while rest != 0 {
        let lane = rest.trailing_zeros();
        rest &= rest - 1;
        // Bytes that stop at their greatest: a register compares all lanes at once.
        let pairs = to_stops.iter().zip(&limits[lane as usize]);
        if pairs.fold(true, |none, (to, limit)| none & (to.saturating_add(moves) > *limit)) {
            left &= !(1 << lane);
        }
    }
    left
}

/// Adds bits to up to three runs, with no branch for their lengths.
#[inline]
fn add(wave: &mut [u16], runs: &[Run; 3], bits: u16) {
    /// By the length of a run: the lanes of its three places.
    const PARTS: [[u16; 3]; 4] = [[0, 0, 0], [!0, 0, 0], [!0, !0, 0], [!0, !0, !0]];
    for run in runs {
        let part = PARTS[run.len()];
        let first = run.first();
        for (wave, part) in wave[first..first + 3].iter_mut().zip(part) {
            *wave |= bits & part;
        }
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

/// Nodes that are passed over together where no wave has come.
const BLOCK: usize = 16;

/// Breadth-first search from all sets at once: a bit for each set runs along, so that what is
/// common to several is visited once. (The idea is that of multi-source searches on social graphs,
/// MS-BFS.) A wave is not a list but a walk over all nodes in their order, so that neighbours, which
/// have near numbers, are still in the cache. What `reach` returns of the bits of a node is passed on.
#[inline]
fn spread(
    count: usize,
    sets: impl Fn(u32) -> u16,
    mut pass_on: impl FnMut(u32, &mut [u16], u16),
    mut reach: impl FnMut(usize, u16, u8) -> u16,
) {
    // A run of none to three numbers is written as three.
    let room = (count + 3 + BLOCK - 1) / BLOCK * BLOCK;
    let (mut seen, mut wave, mut next) = (vec![0_u16; room], vec![0_u16; room], vec![0_u16; room]);
    for node in 0..count as u32 {
        let bits = sets(node);
        if bits != 0 {
            pass_on(node, &mut wave, bits);
        }
    }
    let mut moves: u8 = 1;
    let mut going_on = true;
    while going_on {
        going_on = false;
        for (block, (bits, seen)) in
            wave.chunks_exact_mut(BLOCK).zip(seen.chunks_exact_mut(BLOCK)).enumerate()
        {
            if bits.iter().fold(0, |all, bits| all | bits) == 0 {
                continue;
            }
            for (place, (bits, seen)) in bits.iter_mut().zip(seen).enumerate() {
                let new = std::mem::take(bits) & !*seen;
                if new != 0 {
                    let node = block * BLOCK + place;
                    *seen |= new;
                    let bits = reach(node, new, moves);
                    if bits != 0 {
                        pass_on(node as u32, &mut next, bits);
                        going_on = true;
                    }
                }
            }
        }
        std::mem::swap(&mut wave, &mut next);
        moves = (moves + 1).min(NO_WAY - 1);
    }
}

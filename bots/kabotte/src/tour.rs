//! How many moves a tour through the open stops takes at least.
//!
//! The bound looks at two legs at a time. A leg from stop to stop takes at least as many moves as the
//! quickest way between them; but the vector that ends one quick leg seldom begins the next, so that
//! two legs through a stop together take longer: their *mismatch* is found exactly, from the moves
//! before and after each motion that counts as the stop in the middle. A leg may be slower than its
//! quickest way by some *slack*, and the slacks of two legs that follow each other must add up to the
//! mismatch between them. The table holds the least sum of quickest legs and slacks over all orders,
//! by dynamic programming over sets of stops (Held and Karp), with the slack of the last leg.

use crate::distances::{from_stops, to_stops, Lanes, Limits, Row, ANY, LANES, NO_WAY};
use crate::graph::{Graph, Node};
use crate::stops::{Course, Stops};

/// More moves than any tour takes, and few enough to be added up.
pub const FAR: u16 = 8_192;

/// Slacks from 0 up to this number; a mismatch that is larger counts as the last one.
const SLACKS: usize = 12;

/// Bounds of the moves that are left, for every motion and every set of open stops.
pub struct Tour {
    course: Course,
    /// By node and lane: the fewest moves to the stop.
    to_stops: Vec<Row>,
    /// By set and lane: what a tour takes at least from that stop on, if it is the next of the set;
    /// [`FAR`] if it cannot be.
    rest: Vec<[i16; LANES]>,
}

impl Tour {
    /// Searches the graph and fills the table.
    pub fn new(graph: &Graph, course: Course) -> Tour {
        let lanes = Lanes(course);
        let to_stops = to_stops(graph, lanes);
        let legs = Legs::new(graph, lanes, &to_stops);
        let rest = Table::new(course, &legs).rest();
        Tour { course, to_stops, rest }
    }

    /// The course.
    pub fn course(&self) -> Course {
        self.course
    }

    /// A number of moves that is never more than what is needed from a motion on to pass the open
    /// stops and finish; [`FAR`] or more if that is impossible.
    #[inline]
    pub fn at_least(&self, node: Node, open: Stops) -> u16 {
        let to = &self.to_stops[node.index()];
        let rest = &self.rest[usize::from(open.0)];
        // Signed numbers of 16 bits are what every processor of the last twenty years takes the
        // least of eight at a time of.
        let mut least = i16::MAX;
        for lane in 0..LANES {
            let far = if to[lane] == NO_WAY { FAR as i16 } else { 0 };
            least = least.min(i16::from(to[lane]) + far + rest[lane]);
        }
        least as u16
    }
}

/// The fewest moves of legs, and of two legs through a stop.
struct Legs {
    finish: usize,
    /// From stop to stop or finish.
    leg: [[u16; LANES]; LANES],
    /// By stop before, stop in the middle, and stop after or finish.
    mismatch: Vec<[[u8; LANES]; LANES]>,
}

impl Legs {
    fn new(graph: &Graph, lanes: Lanes, to_stops: &[Row]) -> Legs {
        let (stops, finish) = (lanes.0.count(), lanes.finish());
        let leg = legs(graph, lanes, to_stops);
        let mut both = vec![[[FAR; LANES]; LANES]; LANES];
        from_stops(graph, lanes, to_stops, &limits(&leg), |node, bits, moves| {
            let mark = graph.mark(node);
            for middle in lanes.0.passed(mark).iter() {
                let to = lanes.after_stop(middle, to_stops[node.index()], mark);
                for before in (0..stops).filter(|before| bits >> before & 1 != 0) {
                    let both = &mut both[before][middle];
                    for (both, to) in both.iter_mut().zip(to).filter(|it| it.1 != NO_WAY) {
                        *both = (*both).min(u16::from(moves) + u16::from(to));
                    }
                }
            }
        });
        let mismatch = |before: usize, middle: usize, after: usize| -> u8 {
            let quickest = leg[before][middle] + leg[middle][after];
            both[before][middle][after].saturating_sub(quickest).min(SLACKS as u16 - 1) as u8
        };
        let mut mismatches = vec![[[0; LANES]; LANES]; LANES];
        for (before, table) in mismatches.iter_mut().enumerate().take(stops) {
            for (middle, row) in table.iter_mut().enumerate().take(stops) {
                for (after, cell) in row.iter_mut().enumerate().take(finish + 1) {
                    *cell = mismatch(before, middle, after);
                }
            }
        }
        Legs { finish, leg, mismatch: mismatches }
    }

    fn mismatch(&self, before: usize, middle: usize, after: usize) -> usize {
        usize::from(self.mismatch[before][middle][after])
    }
}

/// The fewest moves from each stop to each stop and the finish.
fn legs(graph: &Graph, lanes: Lanes, to_stops: &[Row]) -> [[u16; LANES]; LANES] {
    let mut legs = [[FAR; LANES]; LANES];
    for (node, to) in graph.nodes().zip(to_stops) {
        for stop in lanes.0.passed(graph.mark(node)).iter() {
            let to = lanes.after_stop(stop, *to, graph.mark(node));
            for (leg, to) in legs[stop].iter_mut().zip(to).filter(|it| it.1 != NO_WAY) {
                *leg = (*leg).min(u16::from(to));
            }
        }
    }
    legs
}

/// Legs that are slower than the quickest by more than this count for nothing: the mismatch of the
/// two legs at their stop would be more than the largest slack.
fn limits(legs: &[[u16; LANES]; LANES]) -> Limits {
    legs.map(|row| {
        row.map(|leg| match leg {
            FAR => 0,
            // Bytes cannot tell how many moves these are.
            leg if leg + SLACKS as u16 >= u16::from(NO_WAY) => ANY,
            leg => (leg + SLACKS as u16) as u8,
        })
    })
}

/// The table of the dynamic programme.
struct Table<'a> {
    course: Course,
    legs: &'a Legs,
    /// By last leg (from, to), checkpoints still open, and least slack of the last leg: the least
    /// slack of the last leg and all moves and slacks after it.
    onward: Vec<[u16; SLACKS]>,
}

impl<'a> Table<'a> {
    fn new(course: Course, legs: &'a Legs) -> Table<'a> {
        let sets = 1 << course.checkpoints();
        let onward = vec![[FAR; SLACKS]; course.count() * course.checkpoints() * sets];
        let mut table = Table { course, legs, onward };
        // A set is a greater number than each of its subsets.
        for open in (0..sets as u16).map(Stops) {
            for to in (0..course.checkpoints()).filter(|to| !open.has(*to)) {
                for from in (0..course.count()).filter(|from| *from != to && !open.has(*from)) {
                    let index = table.index(from, to, open);
                    table.onward[index] = table.onward_of(from, to, open);
                }
            }
        }
        table
    }

    fn index(&self, from: usize, to: usize, open: Stops) -> usize {
        ((from * self.course.checkpoints() + to) << self.course.checkpoints()) + usize::from(open.0)
    }

    fn onward_of(&self, from: usize, to: usize, open: Stops) -> [u16; SLACKS] {
        let mut onward = [FAR; SLACKS];
        let mut least = FAR;
        for slack in (0..SLACKS).rev() {
            let missing = |after| self.legs.mismatch(from, to, after).saturating_sub(slack);
            least = least.min(slack as u16 + self.least_from(to, open, missing));
            onward[slack] = least;
        }
        onward
    }

    /// The least number of moves from a stop on, if the next leg must have at least this slack.
    fn least_from(&self, stop: usize, open: Stops, slack: impl Fn(usize) -> usize) -> u16 {
        let leg = &self.legs.leg[stop];
        if open == Stops::NONE {
            let finish = self.legs.finish;
            return (leg[finish] + slack(finish) as u16).min(FAR);
        }
        let next = open.iter().map(|next| {
            leg[next] + self.onward[self.index(stop, next, open.without(next))][slack(next)]
        });
        next.min().unwrap_or(FAR).min(FAR)
    }

    fn rest(&self) -> Vec<[i16; LANES]> {
        let mut rest = vec![[FAR as i16; LANES]; 1 << self.course.count()];
        for (open, row) in rest.iter_mut().enumerate() {
            let open = Stops(open as u16);
            if let Some(line) = self.course.line(open) {
                row[line] = self.least_from(line, open.without(line), |_| 0) as i16;
            } else if open == Stops::NONE {
                row[self.legs.finish] = 0;
            } else {
                for stop in open.iter() {
                    row[stop] = self.least_from(stop, open.without(stop), |_| 0) as i16;
                }
            }
        }
        rest
    }
}

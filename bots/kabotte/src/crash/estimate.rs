//! How many moves are left at least, for every motion and every set of open stops.
//!
//! The ways of a car are relaxed: a detour passes what some tree of moves passes that is no longer, and ends as
//! soon after that as any detour of the motion may. What it does not keep is which dead end follows what
//! the detour passed, and what is on the trail.

use gridkit::Deadline;

use super::returns::Returns;
use crate::graph::{Graph, Mark, Node};
use crate::stops::{Course, Stops};
use crate::track::Track;

/// No way.
const NEVER: u8 = 255;

/// So many moves or more.
const MANY: u8 = 254;

/// Fewest moves by motion or cell, and set of stops.
struct Table {
    moving: Vec<u8>,
    resting: Vec<u8>,
}

impl Table {
    fn new(nodes: usize, cells: usize, sets: usize) -> Table {
        Table { moving: vec![NEVER; nodes * sets], resting: vec![NEVER; cells * sets] }
    }
}

/// The moves that are left at least.
pub struct Estimate {
    sets: usize,
    moving: Vec<u8>,
    resting: Vec<u8>,
}

/// What is looked up for all tables.
struct Ground<'a> {
    graph: &'a Graph,
    course: Course,
    returns: &'a Returns,
    /// By node: the cell where it ends.
    at: Vec<u32>,
    /// By node or cell, and set: the fewest moves of a detour that passes the set.
    by_moving: Vec<u8>,
    by_resting: Vec<u8>,
    /// By cell and set: the fewest moves after which a car at rest is set back to the cell again.
    again: Vec<u8>,
    sets: usize,
    most: u16,
}

impl Estimate {
    /// Bytes that an estimate takes while it is made.
    pub fn bytes(graph: &Graph, course: Course, track: &Track) -> usize {
        ((graph.len() + track.width() * track.height()) * 4) << course.count()
    }

    /// For ways of up to `most` moves; `None` if there is not enough time.
    pub fn new(
        graph: &Graph,
        course: Course,
        track: &Track,
        (returns, most): (&Returns, u16),
        deadline: &mut Deadline,
    ) -> Option<Estimate> {
        let sets = 1 << course.count();
        let cells = track.width() * track.height();
        let index = |node| track.index(graph.motion(node).at).unwrap_or(0) as u32;
        let mut ground = Ground {
            graph,
            course,
            returns,
            at: graph.nodes().map(index).collect(),
            by_moving: vec![NEVER; graph.len() * sets],
            by_resting: vec![NEVER; cells * sets],
            again: vec![NEVER; cells * sets],
            sets,
            most,
        };
        let mut closed = Table::new(graph.len(), cells, sets);
        for node in graph.nodes().filter(|node| graph.successors(*node).next().is_none()) {
            closed.moving[node.index() * sets] = 0;
        }
        while ground.settle(&mut closed, false, deadline)? | ground.find_detours(&closed) {}
        let mut open = Table::new(graph.len(), cells, sets);
        while ground.settle(&mut open, true, deadline)? {}
        Some(Estimate { sets, moving: open.moving, resting: open.resting })
    }

    /// `None` if there is no way.
    pub fn moving(&self, node: Node, open: Stops) -> Option<u16> {
        told(self.moving[node.index() * self.sets + usize::from(open.0)])
    }

    /// The same for a car at rest on a cell, by its number.
    pub fn resting(&self, cell: usize, open: Stops) -> Option<u16> {
        told(self.resting[cell * self.sets + usize::from(open.0)])
    }
}

fn told(moves: u8) -> Option<u16> {
    Some(u16::from(moves)).filter(|_| moves != NEVER)
}

fn sum(one: u8, other: u8) -> u8 {
    if one == NEVER || other == NEVER {
        NEVER
    } else {
        one.saturating_add(other).min(MANY)
    }
}

impl Ground<'_> {
    /// Lowers the numbers of one row by what another move leads to. Returns whether any was.
    fn lower_by(&self, row: &mut [u8], next: &[u8], mark: Mark, finishes: bool) {
        let passed = usize::from(self.course.passed(mark).0);
        if passed == 0 {
            // Without a branch: many at a time.
            for (moves, next) in row.iter_mut().zip(next) {
                let more = *next + u8::from(*next < MANY);
                *moves = (*moves).min(more);
            }
        } else {
            for (open, moves) in row.iter_mut().enumerate() {
                *moves = (*moves).min(sum(next[open & !passed], 1));
            }
        }
        if finishes && mark.finishes() {
            for (open, moves) in row.iter_mut().enumerate() {
                if open & !passed == 0 {
                    *moves = 1;
                }
            }
        }
    }

    /// Lowers the numbers of one row by detours and what follows them.
    fn lower_by_detours(row: &mut [u8], detours: &[u8], then: &[u8]) {
        for (passed, detour) in detours.iter().enumerate() {
            // A set of which no more is passed than of a larger one in as many moves is of no use.
            let is_of_use = (0..detours.len().trailing_zeros())
                .all(|stop| passed >> stop & 1 == 1 || detours[passed | 1 << stop] != *detour);
            if *detour == NEVER || !is_of_use {
                continue;
            }
            for (open, moves) in row.iter_mut().enumerate() {
                *moves = (*moves).min(sum(*detour, then[open & !passed]));
            }
        }
    }

    /// Lowers all numbers of a table as far as they go for the detours that are known. Returns whether any was;
    /// `None` if there is not enough time.
    fn settle(&self, table: &mut Table, finishes: bool, deadline: &mut Deadline) -> Option<bool> {
        let (sets, graph) = (self.sets, self.graph);
        let mut is_any = false;
        let mut is_backward = true;
        loop {
            let mut is_changed = false;
            let mut row = vec![NEVER; sets];
            let mut then = vec![NEVER; sets];
            let count = graph.len() as u32;
            for number in 0..count {
                // What one motion finds is used for the next, and it is found at either end.
                let node = Node(if is_backward { count - 1 - number } else { number });
                let place = node.index() * sets;
                let at = self.at[node.index()] as usize * sets;
                row.copy_from_slice(&table.moving[place..place + sets]);
                for next in graph.successors(node) {
                    let after = &table.moving[next.index() * sets..][..sets];
                    self.lower_by(&mut row, after, graph.mark(next), finishes);
                }
                let detours = &self.by_moving[place..place + sets];
                Ground::lower_by_detours(&mut row, detours, &table.resting[at..at + sets]);
                if row != table.moving[place..place + sets] {
                    is_changed = true;
                    table.moving[place..place + sets].copy_from_slice(&row);
                }
            }
            for (cell, nodes) in self.returns.first.iter().enumerate() {
                let place = cell * sets;
                row.copy_from_slice(&table.resting[place..place + sets]);
                for next in nodes {
                    let after = &table.moving[next.index() * sets..][..sets];
                    self.lower_by(&mut row, after, graph.mark(*next), finishes);
                }
                then.fill(NEVER);
                for top in &self.returns.above[cell] {
                    let place = *top as usize * sets;
                    let on_top = &table.resting[place..place + sets];
                    then.iter_mut().zip(on_top).for_each(|(then, it)| *then = (*then).min(*it));
                }
                let detours = &self.by_resting[place..place + sets];
                Ground::lower_by_detours(&mut row, detours, &then);
                then.copy_from_slice(&row);
                Ground::lower_by_detours(&mut row, &self.again[place..place + sets], &then);
                if row != table.resting[place..place + sets] {
                    is_changed = true;
                    table.resting[place..place + sets].copy_from_slice(&row);
                }
            }
            is_backward = !is_backward;
            is_any |= is_changed;
            if !is_changed {
                return Some(is_any);
            }
            if deadline.is_over() {
                return None;
            }
        }
    }

    /// Finds the fewest moves of detours for what may be in them. Returns whether any has fewer now.
    fn find_detours(&mut self, closed: &Table) -> bool {
        let (sets, graph, returns) = (self.sets, self.graph, self.returns);
        let mut is_changed = false;
        let mut row = vec![NEVER; sets];
        for node in graph.nodes() {
            row.fill(NEVER);
            for next in graph.successors(node) {
                let after = &closed.moving[next.index() * sets..][..sets];
                self.lower_by(&mut row, after, graph.mark(next), false);
            }
            let back = returns.back(graph.successors(node));
            self.round_up(&mut row, back);
            is_changed |= row != self.by_moving[node.index() * sets..][..sets];
            self.by_moving[node.index() * sets..][..sets].copy_from_slice(&row);
        }
        for (cell, nodes) in returns.first.iter().enumerate() {
            row.fill(NEVER);
            for next in nodes {
                let after = &closed.moving[next.index() * sets..][..sets];
                self.lower_by(&mut row, after, graph.mark(*next), false);
            }
            let mut again = row.clone();
            self.round_up(&mut again, returns.again(cell));
            is_changed |= again != self.again[cell * sets..][..sets];
            self.again[cell * sets..][..sets].copy_from_slice(&again);
            self.round_up(&mut row, returns.back(nodes.iter().copied()));
            is_changed |= row != self.by_resting[cell * sets..][..sets];
            self.by_resting[cell * sets..][..sets].copy_from_slice(&row);
        }
        is_changed
    }

    /// Raises each number to the next after which the car may be back.
    fn round_up(&self, row: &mut [u8], back: u128) {
        for moves in row.iter_mut().filter(|moves| **moves != NEVER) {
            let later = back.checked_shr(u32::from(*moves)).unwrap_or(0);
            *moves = if later != 0 {
                *moves + later.trailing_zeros() as u8
            } else if self.most <= super::returns::MOST {
                NEVER
            } else {
                MANY.min((*moves).max(128))
            };
        }
    }
}

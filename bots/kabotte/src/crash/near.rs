//! How soon a car can pass a stop at least, if it may crash.

use gridkit::Deadline;

use crate::distances::{Row, LANES, NO_WAY};
use crate::graph::{Graph, Mark, Node};
use crate::stops::{Course, Stops};
use crate::track::{Cell, Track};

/// The fewest moves to each stop and the finish of a car that may stop dead on any cell, from each motion
/// and from rest on each cell.
///
/// A car that crashes, but never back to a cell older than its own, cannot be quicker: each cell that it
/// comes to is one move from a cell that it came to before, in motion or at rest.
pub struct Near {
    course: Course,
    width: usize,
    moving: Vec<Row>,
    at_rest: Vec<Row>,
}

impl Near {
    /// `None` if there is not enough time.
    pub fn new(
        graph: &Graph,
        course: Course,
        track: &Track,
        deadline: &mut Deadline,
    ) -> Option<Near> {
        let width = track.width();
        let at_rest = vec![[NO_WAY; LANES]; width * track.height()];
        let mut near = Near { course, width, moving: vec![[NO_WAY; LANES]; graph.len()], at_rest };
        // Few passes are needed: what one finds is used in the same pass.
        let mut is_backward = true;
        loop {
            let count = graph.len() as u32;
            let is_changed = (0..count).fold(false, |is_changed, number| {
                let node = Node(if is_backward { count - 1 - number } else { number });
                near.improve(graph, node) || is_changed
            });
            is_backward = !is_backward;
            if !is_changed {
                return Some(near);
            }
            if deadline.is_over() {
                return None;
            }
        }
    }

    /// A bit for each lane that a motion counts for.
    fn bits(&self, mark: Mark) -> u16 {
        let finish = if mark.finishes() { 1 << self.course.count() } else { 0 };
        self.course.passed(mark).0 | finish
    }

    /// The fewest moves if the next is a given one.
    fn by(&self, graph: &Graph, next: Node) -> Row {
        let bits = self.bits(graph.mark(next));
        let mut row = self.moving[next.index()];
        for (lane, moves) in row.iter_mut().enumerate() {
            let on = if bits >> lane & 1 == 1 { 0 } else { *moves };
            *moves = if on == NO_WAY { NO_WAY } else { (on + 1).min(NO_WAY - 1) };
        }
        row
    }

    fn improve(&mut self, graph: &Graph, node: Node) -> bool {
        let motion = graph.motion(node);
        let mut row = self.at_rest[self.index(motion.at)];
        for next in graph.successors(node) {
            row = least(row, self.by(graph, next));
        }
        let is_changed = row != self.moving[node.index()];
        self.moving[node.index()] = row;
        if motion.vector.x.abs() <= 1 && motion.vector.y.abs() <= 1 {
            let source = self.index(motion.source());
            let at_rest = least(self.at_rest[source], self.by(graph, node));
            let is_better = at_rest != self.at_rest[source];
            self.at_rest[source] = at_rest;
            return is_changed || is_better;
        }
        is_changed
    }

    fn index(&self, cell: Cell) -> usize {
        cell.y as usize * self.width + cell.x as usize
    }

    /// From a motion.
    pub fn moving(&self, node: Node) -> Row {
        self.moving[node.index()]
    }

    /// From rest on one of some cells.
    pub fn at_rest(&self, cells: impl IntoIterator<Item = Cell>) -> Row {
        let rows = cells.into_iter().map(|cell| self.at_rest[self.index(cell)]);
        rows.fold([NO_WAY; LANES], least)
    }

    /// From rest on one of some cells, or with one of some moves next.
    pub fn at_rest_or_by(&self, graph: &Graph, cells: &[Cell], nodes: &[Node]) -> Row {
        let at_rest = self.at_rest(cells.iter().copied());
        nodes.iter().map(|node| self.by(graph, *node)).fold(at_rest, least)
    }

    /// The stops that can be passed in this number of moves.
    pub fn within(&self, row: &Row, moves: u16) -> Stops {
        let stops = (0..self.course.count()).filter(|stop| u16::from(row[*stop]) <= moves);
        Stops(stops.fold(0, |stops, stop| stops | 1 << stop))
    }

    /// The least number of moves that are left after `passing` moves in which stops may be passed; `None`
    /// if there is no way.
    pub fn left(&self, row: &Row, open: Stops, passing: u16) -> Option<u16> {
        let finish = row[self.course.count()];
        let far = open.iter().map(|stop| row[stop]).filter(|moves| u16::from(*moves) > passing);
        far.chain(Some(finish)).max().filter(|moves| *moves != NO_WAY).map(u16::from)
    }
}

fn least(mut row: Row, other: Row) -> Row {
    for (least, other) in row.iter_mut().zip(other) {
        *least = (*least).min(other);
    }
    row
}

/// The moves from rest, by cell.
pub fn first_moves(graph: &Graph, track: &Track) -> Vec<Vec<Node>> {
    let mut first = vec![Vec::new(); track.width() * track.height()];
    for node in graph.nodes() {
        let motion = graph.motion(node);
        if motion.vector.x.abs() <= 1 && motion.vector.y.abs() <= 1 {
            first[track.index(motion.source()).unwrap_or(0)].push(node);
        }
    }
    first
}

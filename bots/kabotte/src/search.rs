//! The fewest moves to the finish, and all ways to make them.

use crate::graph::{Graph, Node};
use crate::motion::Motion;
use crate::reached::{Key, Reached, NEVER};
use crate::stops::Stops;
use crate::tour::{Tour, FAR};
use crate::track::Cell;
use gridkit::FastMap;

/// Every quickest way of a car to the finish.
pub struct Plan {
    moves: u16,
    expanded: u64,
    states: usize,
    /// The states on quickest ways: how many moves lead there, and how many ways go on.
    ways: FastMap<Key, (u16, u64)>,
    /// The quickest first moves, and in how many ways each goes on.
    first: Vec<(Node, u64)>,
}

/// Where a search begins.
#[derive(Clone, Debug)]
pub struct Origin<'a> {
    /// The cars of which one has to get to the finish: one in a race, one on each start cell before it.
    pub cars: &'a [Motion],
    /// The stops that are open.
    pub open: Stops,
    /// Cells on which the next move must not end: those of cars that block.
    pub taken: &'a [Cell],
}

/// Searches for all quickest ways. `None` if there is none.
///
/// This is A* by [`Tour::at_least`], which knows nothing of the mismatch at the next stop and so
/// may say less after a move than the move before it promised: a state counts at least as much as
/// the one before, and is opened again when it is reached in fewer moves.
pub fn search(graph: &Graph, tour: &Tour, origin: &Origin<'_>) -> Option<Plan> {
    let mut search = Search {
        graph,
        tour,
        agenda: Agenda::default(),
        reached: Reached::default(),
        best: NEVER,
        last: Vec::new(),
        expanded: 0,
    };
    let first = first_moves(graph, origin);
    for node in &first {
        if search.reach(*node, origin.open, 0, 0) {
            search.best = 1;
        }
    }
    let mut total = 0;
    while total < search.agenda.totals() && total <= usize::from(search.best) {
        let mut moves = 0;
        while let Some(states) = search.agenda.take(total, moves) {
            for key in states {
                if usize::from(search.reached.moves(key)) == moves {
                    search.expand(key, moves as u16, total);
                }
            }
            moves += 1;
        }
        total += 1;
    }
    if search.best == NEVER {
        None
    } else {
        Some(search.plan(&first, origin.open))
    }
}

struct Search<'a> {
    graph: &'a Graph,
    tour: &'a Tour,
    agenda: Agenda,
    reached: Reached,
    /// The fewest moves to the finish seen so far.
    best: u16,
    /// The states before a finish in so many moves, one entry for each move that finishes.
    last: Vec<Key>,
    expanded: u64,
}

impl Search<'_> {
    /// Looks at all moves from a state.
    fn expand(&mut self, key: Key, moves: u16, total: usize) {
        self.expanded += 1;
        let graph = self.graph;
        for next in graph.successors(key.node()) {
            if self.reach(next, key.open(), moves, total) {
                if moves + 1 < self.best {
                    self.best = moves + 1;
                    self.last.clear();
                }
                self.last.push(key);
            }
        }
    }

    /// Makes one move after `moves` others. Returns whether it is a finish, and no later than the
    /// best one.
    #[inline]
    fn reach(&mut self, next: Node, open: Stops, moves: u16, total: usize) -> bool {
        let open = match self.tour.course().after(open, self.graph.mark(next)) {
            Some(open) => open,
            None => return moves < self.best,
        };
        let (key, moves) = (Key::new(next, open), moves + 1);
        if moves < self.reached.moves(key) {
            let left = self.tour.at_least(next, open);
            if left < FAR {
                self.reached.insert(key, moves);
                self.agenda.push(total.max(usize::from(moves + left)), usize::from(moves), key);
            }
        }
        false
    }

    /// Counts the ways on from every state that is on a quickest way, from the end back to the
    /// beginning.
    fn plan(self, first: &[Node], open: Stops) -> Plan {
        let course = self.tour.course();
        let mut ways: FastMap<Key, (u16, u64)> = FastMap::default();
        let mut level: Vec<Key> = Vec::new();
        let mut add = |level: &mut Vec<Key>, key: Key, moves: u16, more: u64| {
            let entry = ways.entry(key).or_insert((moves, 0));
            if entry.1 == 0 {
                level.push(key);
            }
            entry.1 = entry.1.saturating_add(more);
            entry.1
        };
        for key in &self.last {
            add(&mut level, *key, self.best - 1, 1);
        }
        for moves in (1..self.best.saturating_sub(1)).rev() {
            let mut before = Vec::new();
            for key in std::mem::take(&mut level) {
                // Complete, because every state of a level is one move nearer than those before it.
                let here = add(&mut Vec::new(), key, moves + 1, 0);
                let mark = self.graph.mark(key.node());
                for node in self.graph.predecessors(key.node()) {
                    for open in course.before(key.open(), mark) {
                        let key = Key::new(node, open);
                        if self.reached.moves(key) == moves {
                            add(&mut before, key, moves, here);
                        }
                    }
                }
            }
            level = before;
        }
        let ways_of = |node: &Node| match course.after(open, self.graph.mark(*node)) {
            None => u64::from(self.best == 1),
            Some(open) => {
                ways.get(&Key::new(*node, open)).filter(|it| it.0 == 1).map_or(0, |it| it.1)
            }
        };
        let first = first.iter().map(|node| (*node, ways_of(node)));
        let first = first.filter(|(_, ways)| *ways > 0).collect();
        let (moves, expanded, states) = (self.best, self.expanded, self.reached.len());
        Plan { moves, expanded, states, ways, first }
    }
}

fn first_moves(graph: &Graph, origin: &Origin<'_>) -> Vec<Node> {
    let mut first: Vec<Node> = origin
        .cars
        .iter()
        .flat_map(|car| graph.after(*car))
        .filter(|node| !origin.taken.contains(&graph.motion(*node).at))
        .collect();
    first.sort_unstable();
    first.dedup();
    first
}

/// States to be looked at, by the moves of the whole way at least and those made so far.
#[derive(Default)]
struct Agenda {
    lists: Vec<Vec<Vec<Key>>>,
}

impl Agenda {
    fn push(&mut self, total: usize, moves: usize, key: Key) {
        if self.lists.len() <= total {
            self.lists.resize_with(total + 1, Vec::new);
        }
        let lists = &mut self.lists[total];
        if lists.len() <= moves {
            lists.resize_with(moves + 1, Vec::new);
        }
        lists[moves].push(key);
    }

    fn totals(&self) -> usize {
        self.lists.len()
    }

    /// The states of a total with so many moves; `None` after the last.
    fn take(&mut self, total: usize, moves: usize) -> Option<Vec<Key>> {
        self.lists[total].get_mut(moves).map(std::mem::take)
    }
}

impl Plan {
    /// The fewest moves to the finish.
    pub fn moves(&self) -> u16 {
        self.moves
    }

    /// States whose successors were looked at.
    pub fn expanded(&self) -> u64 {
        self.expanded
    }

    /// States met.
    pub fn states(&self) -> usize {
        self.states
    }

    /// The quickest first moves, with the number of quickest ways that begin with each (at most
    /// `u64::MAX`).
    pub fn first(&self) -> &[(Node, u64)] {
        &self.first
    }

    /// The number of quickest ways.
    pub fn ways(&self) -> u64 {
        self.first.iter().fold(0, |sum: u64, (_, ways)| sum.saturating_add(*ways))
    }

    /// One quickest way: at each step the move with the most ways on, the first of equals.
    pub fn way(&self, graph: &Graph, tour: &Tour, open: Stops) -> Vec<Motion> {
        let course = tour.course();
        let most = |moves: Vec<(Node, u64)>| {
            moves.into_iter().rev().max_by_key(|(_, ways)| *ways).map(|(node, _)| node)
        };
        let mut way = Vec::new();
        let mut open = Some(open);
        let mut next = most(self.first.clone());
        while let (Some(node), Some(now)) = (next, open) {
            way.push(graph.motion(node));
            open = course.after(now, graph.mark(node));
            next = open.and_then(|open| {
                most(self.onward(graph, tour, Key::new(node, open), way.len() as u16))
            });
        }
        way
    }

    /// The quickest moves from a state on a quickest way, with their numbers of ways.
    fn onward(&self, graph: &Graph, tour: &Tour, key: Key, moves: u16) -> Vec<(Node, u64)> {
        let ways = |next: Node| match tour.course().after(key.open(), graph.mark(next)) {
            None => u64::from(moves + 1 == self.moves),
            Some(open) => match self.ways.get(&Key::new(next, open)) {
                Some((there, ways)) if *there == moves + 1 => *ways,
                _ => 0,
            },
        };
        let onward = graph.successors(key.node()).map(|next| (next, ways(next)));
        onward.filter(|(_, ways)| *ways > 0).collect()
    }
}

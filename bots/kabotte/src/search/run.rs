//! The search.

use super::agenda::Agenda;
use super::batch::Batch;
use super::moves::{most_length, UNNUMBERED};
use super::origin::{Failure, Origin};
use super::plan::{Plan, Step};
use crate::graph::{Graph, Node, Safe};
use crate::numbering::Run;
use crate::reached::{Key, Place, Reached, NEVER};
use crate::rules::{length, MoveNumber, Rule};
use crate::stops::Stops;
use crate::tour::{Tour, FAR};
use gridkit::{Deadline, FastMap};

/// States that are looked at together.
const BATCH: usize = 16;

/// Every way takes fewer moves than this. Where a rule looks at the numbers of moves a search could go on for
/// ever without this.
const MOST_MOVES: usize = 10_000;

/// Searches for all quickest ways; each state that is looked at counts as a node.
///
/// This is A* by [`Tour::at_least`], which knows nothing of the mismatch at the next stop and so
/// may say less after a move than the move before it promised: a state counts at least as much as
/// the one before, and is opened again when it is reached in fewer moves.
///
/// # Errors
/// If there is no way, or not enough time.
pub fn search(
    graph: &Graph,
    tour: &Tour,
    origin: &Origin<'_>,
    deadline: &mut Deadline,
) -> Result<Plan, Failure> {
    let mut search = Search {
        graph,
        tour,
        safe: graph.safe().filter(|_| origin.cautious),
        numbered: graph.terms().rules.has(Rule::Prim),
        agenda: Agenda::default(),
        reached: Reached::new(graph.len()),
        batch: Batch::default(),
        best: NEVER,
        last: Vec::new(),
        expanded: 0,
    };
    for node in origin.first {
        if search.make(*node, origin.open, search.number(origin.number)) {
            search.best = 1;
        }
    }
    search.reach_all(0, 0);
    let mut total = 0;
    while total < search.agenda.totals().min(MOST_MOVES) && total <= usize::from(search.best) {
        for moves in search.agenda.fewest_moves(total)..=total {
            let states = search.agenda.take(total, moves);
            for states in states.chunks(BATCH) {
                if states.iter().any(|_| deadline.expired()) {
                    return Err(Failure::Unfinished);
                }
                search.expand_all(states, moves as u16, total);
            }
        }
        total += 1;
    }
    if search.best == NEVER {
        Err(Failure::NoWay)
    } else {
        Ok(search.plan(origin))
    }
}

struct Search<'a> {
    graph: &'a Graph,
    tour: &'a Tour,
    /// The motions that the search keeps to, if not to all.
    safe: Option<&'a Safe>,
    /// Whether a rule looks at the numbers of moves.
    numbered: bool,
    agenda: Agenda,
    reached: Reached,
    batch: Batch,
    /// The fewest moves to the finish seen so far.
    best: u16,
    /// The states before a finish in this number of moves, one entry for each move that finishes.
    last: Vec<Key>,
    expanded: u64,
}

impl Search<'_> {
    fn number(&self, number: MoveNumber) -> MoveNumber {
        if self.numbered {
            number
        } else {
            UNNUMBERED
        }
    }

    /// Looks at all moves from up to [`BATCH`] states, which were reached in this number of moves.
    fn expand_all(&mut self, states: &[Place], moves: u16, total: usize) {
        if self.graph.is_restricted() || self.numbered {
            for state in states {
                if self.reached.moves_at(*state) == moves {
                    self.expand(self.reached.key(*state), moves);
                }
            }
        } else {
            // What is looked up for one state does not wait for what is looked up for another.
            let mut batch = [(Key::default(), [Run::default(); 3]); BATCH];
            let mut count = 0;
            for state in states {
                let key = self.reached.key(*state);
                batch[count] = (key, *self.graph.runs_after(key.node()));
                count += usize::from(self.reached.moves_at(*state) == moves);
            }
            self.expanded += count as u64;
            for (key, runs) in &batch[..count] {
                for next in runs.iter().flat_map(|run| run.numbers().map(Node)) {
                    if self.make(next, key.open(), UNNUMBERED) {
                        self.finish(*key, moves + 1);
                    }
                }
            }
        }
        self.reach_all(moves, total);
    }

    /// Looks at all moves from a state, where rules take some of them away.
    fn expand(&mut self, key: Key, moves: u16) {
        self.expanded += 1;
        let graph = self.graph;
        let number = if self.numbered { key.number().next() } else { UNNUMBERED };
        let most = most_length(graph, key.node(), number);
        for next in graph.successors(key.node()) {
            if most.map_or(false, |most| length(graph.motion(next).vector) > most) {
                continue;
            }
            if self.make(next, key.open(), number) {
                self.finish(key, moves + 1);
            }
        }
    }

    /// Notes that a move after a state finishes, as the move with this count.
    fn finish(&mut self, key: Key, moves: u16) {
        if moves < self.best {
            self.best = moves;
            self.last.clear();
        }
        if moves == self.best {
            self.last.push(key);
        }
    }

    /// Adds a move to the batch. Returns whether it is a finish.
    #[inline]
    fn make(&mut self, next: Node, open: Stops, number: MoveNumber) -> bool {
        let open = match self.tour.course().after(open, self.graph.mark(next)) {
            Some(open) => open,
            None => return true,
        };
        if self.safe.map_or(true, |safe| safe.is_safe(next, open == Stops::NONE)) {
            self.batch.keys.push(Key::new(next, open, number));
        }
        false
    }

    /// Reaches the states of the batch by a move after `moves` others.
    fn reach_all(&mut self, moves: u16, total: usize) {
        self.batch.settle(&mut self.reached, moves + 1);
        for (key, place) in self.batch.improved() {
            let left = self.tour.at_least(key.node(), key.open());
            if left < FAR {
                let total = total.max(usize::from(moves + 1 + left));
                self.agenda.push(total, usize::from(moves + 1), place);
            }
        }
    }
}

impl Search<'_> {
    /// Counts the ways on from every state that is on a quickest way, from the end back to the
    /// beginning.
    fn plan(self, origin: &Origin<'_>) -> Plan {
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
                self.before(key, moves, |key| {
                    add(&mut before, key, moves, here);
                });
            }
            level = before;
        }
        let number = self.number(origin.number);
        let step = |node: &Node| match course.after(origin.open, self.graph.mark(*node)) {
            None => Step { node: *node, state: None, ways: u64::from(self.best == 1) },
            Some(open) => {
                let key = Key::new(*node, open, number);
                let ways = ways.get(&key).filter(|it| it.0 == 1).map_or(0, |it| it.1);
                Step { node: *node, state: Some(key), ways }
            }
        };
        let first = origin.first.iter().map(step).filter(|step| step.ways > 0).collect();
        let (moves, expanded, states) = (self.best, self.expanded, self.reached.len());
        Plan { moves, expanded, states, ways, first }
    }

    /// Visits the states that were reached in this number of moves and from which one move leads to a state.
    fn before(&self, key: Key, moves: u16, mut visit: impl FnMut(Key)) {
        let mark = self.graph.mark(key.node());
        let number = if self.numbered { MoveNumber(key.number().0 - 1) } else { UNNUMBERED };
        let speed = length(self.graph.motion(key.node()).vector);
        for node in self.graph.predecessors(key.node()) {
            let most = most_length(self.graph, node, key.number());
            if most.map_or(false, |most| speed > most) {
                continue;
            }
            for open in self.tour.course().before(key.open(), mark) {
                let key = Key::new(node, open, number);
                if self.reached.moves(key) == moves {
                    visit(key);
                }
            }
        }
    }
}

//! The fewest moves to the finish, and all ways to make them.

mod agenda;
mod moves;
mod plan;

pub use self::moves::successors;
pub use self::plan::{Plan, Step};

use self::agenda::Agenda;
use self::moves::{most_length, UNNUMBERED};
use crate::graph::{Graph, Node};
use crate::numbering::Run;
use crate::reached::{Key, Reached, NEVER};
use crate::remulade::Safe;
use crate::rules::{length, MoveNumber, Rule};
use crate::stops::Stops;
use crate::tour::{Tour, FAR};
use gridkit::Deadline;

/// Where a search begins.
#[derive(Clone, Debug)]
pub struct Origin<'a> {
    /// The moves that can be made first.
    pub first: &'a [Node],
    /// The number of that move.
    pub number: MoveNumber,
    /// The stops that are open.
    pub open: Stops,
    /// Whether all motions but the last have to be safe where `REmulAde` is in force.
    pub cautious: bool,
}

/// Why there is no plan.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Failure {
    /// No way leads to the finish.
    NoWay,
    /// The time or the nodes were used up before the search was through.
    Unfinished,
}

/// States that are looked at together.
const BATCH: usize = 16;

/// No way takes so many moves. Where a rule looks at the numbers of moves a search could go on for
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
        reached: Reached::default(),
        best: NEVER,
        last: Vec::new(),
        expanded: 0,
    };
    for node in origin.first {
        if search.reach(*node, origin.open, search.number(origin.number), 0, 0) {
            search.best = 1;
        }
    }
    let mut total = 0;
    while total < search.agenda.totals().min(MOST_MOVES) && total <= usize::from(search.best) {
        let mut moves = 0;
        while let Some(states) = search.agenda.take(total, moves) {
            for states in states.chunks(BATCH) {
                if states.iter().any(|_| deadline.expired()) {
                    return Err(Failure::Unfinished);
                }
                search.expand_all(states, moves as u16, total);
            }
            moves += 1;
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
    /// The fewest moves to the finish seen so far.
    best: u16,
    /// The states before a finish in so many moves, one entry for each move that finishes.
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

    /// Looks at all moves from up to [`BATCH`] states, those that were reached in so many moves.
    fn expand_all(&mut self, states: &[Key], moves: u16, total: usize) {
        if self.graph.is_restricted() || self.numbered {
            for key in states {
                if self.reached.moves(*key) == moves {
                    self.expand(*key, moves, total);
                }
            }
            return;
        }
        // What is looked up for one state does not wait for what is looked up for another.
        let mut batch = [(Key::default(), [Run::default(); 3]); BATCH];
        let mut count = 0;
        for key in states {
            batch[count] = (*key, *self.graph.runs_after(key.node()));
            count += usize::from(self.reached.moves(*key) == moves);
        }
        self.expanded += count as u64;
        for (key, runs) in &batch[..count] {
            for next in runs.iter().flat_map(|run| run.numbers().map(Node)) {
                if self.reach(next, key.open(), UNNUMBERED, moves, total) {
                    self.finish(*key, moves + 1);
                }
            }
        }
    }

    /// Looks at all moves from a state, where rules take some of them away.
    fn expand(&mut self, key: Key, moves: u16, total: usize) {
        self.expanded += 1;
        let graph = self.graph;
        let number = if self.numbered { key.number().next() } else { UNNUMBERED };
        let most = most_length(graph, key.node(), number);
        for next in graph.successors(key.node()) {
            if most.map_or(false, |most| length(graph.motion(next).vector) > most) {
                continue;
            }
            if self.reach(next, key.open(), number, moves, total) {
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
        self.last.push(key);
    }

    /// Makes one move after `moves` others. Returns whether it is a finish, and no later than the
    /// best one.
    #[inline]
    fn reach(
        &mut self,
        next: Node,
        open: Stops,
        number: MoveNumber,
        moves: u16,
        total: usize,
    ) -> bool {
        let open = match self.tour.course().after(open, self.graph.mark(next)) {
            Some(open) => open,
            None => return moves < self.best,
        };
        if self.safe.map_or(false, |safe| !safe.is_safe(next, open == Stops::NONE)) {
            return false;
        }
        let (key, moves) = (Key::new(next, open, number), moves + 1);
        if self.reached.improve(key, moves) {
            let left = self.tour.at_least(next, open);
            if left < FAR {
                self.agenda.push(total.max(usize::from(moves + left)), usize::from(moves), key);
            }
        }
        false
    }
}

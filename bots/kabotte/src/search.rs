//! The fewest moves to the finish, and all ways to make them.

use crate::graph::{Graph, Node};
use crate::motion::Motion;
use crate::numbering::Run;
use crate::reached::{Key, Reached, NEVER};
use crate::remulade::Safe;
use crate::rules::{length, MoveNumber, Rule};
use crate::stops::Stops;
use crate::tour::{Tour, FAR};
use gridkit::{Deadline, FastMap};

/// Every quickest way of a car to the finish.
pub struct Plan {
    moves: u16,
    expanded: u64,
    states: usize,
    /// The states on quickest ways: how many moves lead there, and how many ways go on.
    ways: FastMap<Key, (u16, u64)>,
    /// The quickest first moves: the state after each, if it does not finish, and in how many ways
    /// it goes on.
    first: Vec<Step>,
}

/// A move on a quickest way.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Step {
    pub node: Node,
    /// The state after it; `None` after the finish.
    pub state: Option<Key>,
    /// Number of quickest ways that begin with it, at most `u64::MAX`.
    pub ways: u64,
}

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

/// The moves that the rules leave after a state, with the states that they lead to; `None` after a
/// finish.
fn moves_after<'a>(
    graph: &'a Graph,
    tour: &'a Tour,
    key: Key,
) -> impl Iterator<Item = (Node, Option<Key>)> + 'a {
    let number = if key.number() == UNNUMBERED { UNNUMBERED } else { key.number().next() };
    successors(graph, key.node(), number).map(move |next| {
        let open = tour.course().after(key.open(), graph.mark(next));
        (next, open.map(|open| Key::new(next, open, number)))
    })
}

/// The moves that all rules leave after a node, as the move with this number.
pub fn successors(
    graph: &Graph,
    node: Node,
    number: MoveNumber,
) -> impl Iterator<Item = Node> + '_ {
    let most = most_length(graph, node, number);
    let fits =
        move |next: &Node| most.map_or(true, |most| length(graph.motion(*next).vector) <= most);
    graph.successors(node).filter(fits)
}

/// What stands for the number of every move where no rule looks at it.
const UNNUMBERED: MoveNumber = MoveNumber(0);

/// How long a vector the rule of primes leaves after a node, squared; `None` if it leaves all.
#[inline]
fn most_length(graph: &Graph, node: Node, number: MoveNumber) -> Option<i32> {
    if number == UNNUMBERED || !graph.terms().rules.hold_back(number) {
        return None;
    }
    let most = length(graph.motion(node).vector);
    let fits = graph.successors(node).any(|next| length(graph.motion(next).vector) <= most);
    Some(most).filter(|_| fits)
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

    /// Visits the states that were reached in so many moves and from which one move leads to a state.
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

/// States to be looked at, by the moves of the whole way at least and those made so far.
#[derive(Default)]
struct Agenda {
    lists: Vec<Vec<Vec<Key>>>,
}

impl Agenda {
    #[inline]
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

    /// The quickest first moves.
    pub fn first(&self) -> &[Step] {
        &self.first
    }

    /// The number of quickest ways.
    pub fn ways(&self) -> u64 {
        self.first.iter().fold(0, |sum: u64, step| sum.saturating_add(step.ways))
    }

    /// One quickest way: at each step the move with the most ways on, the first of equals.
    pub fn way(&self, graph: &Graph, tour: &Tour) -> Vec<Motion> {
        let mut way = Vec::new();
        let mut steps = self.first.clone();
        while let Some(step) = steps.iter().rev().max_by_key(|step| step.ways) {
            way.push(graph.motion(step.node));
            steps = step.state.map_or_else(Vec::new, |key| self.onward(graph, tour, key));
        }
        way
    }

    /// How many moves are left after a state, if it is on a quickest way.
    pub fn left(&self, key: Key) -> Option<u16> {
        self.ways.get(&key).map(|(moves, _)| self.moves - moves)
    }

    /// The quickest moves from a state on a quickest way; none from any other state.
    pub fn onward(&self, graph: &Graph, tour: &Tour, key: Key) -> Vec<Step> {
        let moves = match self.ways.get(&key) {
            Some((moves, _)) => moves + 1,
            None => return Vec::new(),
        };
        let ways = |state: Option<Key>| match state {
            None => u64::from(moves == self.moves),
            Some(key) => self.ways.get(&key).filter(|it| it.0 == moves).map_or(0, |it| it.1),
        };
        let onward = moves_after(graph, tour, key);
        let steps = onward.map(|(node, state)| Step { node, state, ways: ways(state) });
        steps.filter(|step| step.ways > 0).collect()
    }
}

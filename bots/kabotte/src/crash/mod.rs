//! What can follow in a race in which cars crash on purpose.
//!
//! Where a crash leads depends on the records before it. A search over whole lists of records would
//! never meet a state twice, so it remembers as little as it can: a car drives with no memory at all
//! until it *decides to crash*; from then on its records are kept, and it has to crash so that it is
//! set back exactly to the first of them. After a crash it either keeps its memory, and has to crash
//! again before the crash is too long ago to matter, or forgets everything. Each way to drive has one
//! such sequence of decisions, so ways can be counted.
//!
//! From the decision to the crash only a few moves are made, which depend on the motion alone. They
//! are all tried once for each motion, and then count as one long step: see [`Model::edges`].
//!
//! A walk back may go further than the first record if crashes follow closely on each other, with a
//! set-back of three or more. For that the memory may begin some records earlier; see [`Chains`].

mod dive;
mod doom;

use std::rc::Rc;

use gridkit::{Deadline, FastMap};

use self::dive::{Dive, Ending};
use self::doom::{doom, up_to};
use crate::graph::Node;
use crate::memory::{Landing, Memories, Memory, Records};
use crate::motion::Motion;
use crate::rules::{MoveNumber, Rule};
use crate::search::successors;
use crate::set_back::Entry;
use crate::solve::Race;
use crate::stops::Stops;
use crate::track::Cell;

/// A car somewhere in a race, and what is needed to know where crashes lead.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct State {
    place: Place,
    open: Stops,
    /// The records before that of the state itself.
    memory: Memory,
    /// Whether a crash has led to the oldest record that is remembered.
    is_used: bool,
    /// The number of the next move, as far as a rule looks at it.
    next: MoveNumber,
}

/// A car that drives, or stands after a crash.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
enum Place {
    Driving(Node),
    /// After so many crashes without a move between them.
    Crashed(Cell, u8),
    /// Where the search begins: the last of the records that are remembered is that of the car.
    Beginning,
}

/// Crashes one after another without a move between them.
const AT_ONCE: u8 = 4;

/// Longest set-back that crashes are planned for: beyond it too many records have to be remembered.
pub const LONGEST_SET_BACK: u16 = 12;

/// Which crashes are looked at.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Chains {
    /// Those as well that come so soon after another that their walks back pass it. With a set-back of
    /// three or more such walks can go further back than the decision, so that some records before it
    /// are remembered, too.
    All,
    /// Each crash long enough after the last: far fewer ways.
    None,
}

/// What follows a state.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Edge {
    /// The moves to it from the state.
    pub moves: u16,
    /// `None` after the finish.
    pub state: Option<State>,
    /// Number of ways to it.
    pub ways: u64,
}

/// What a search looks things up in.
pub struct Model {
    race: Rc<Race>,
    zzz: u16,
    extra: u16,
    chains: Chains,
    /// A bit for each number of moves in which a node can get into a dead end.
    doom: Vec<u32>,
    memories: Memories,
    /// The crashes that can be decided on in a state, whatever is open.
    dives: FastMap<(Place, Memory, MoveNumber), Rc<Vec<Dive>>>,
    /// By motion, number of the next move, and moves: the ways into a dead end.
    endings: FastMap<(Node, MoveNumber, u16), Rc<Vec<Ending>>>,
    /// Whether a car that stands on a cell can crash in time for the last crash to matter.
    again: FastMap<(Cell, MoveNumber), bool>,
    /// Ends the search for crashes that can be decided on.
    deadline: Deadline,
    /// Whether it was ended, so that some may be missing.
    gave_up: bool,
}

impl Model {
    pub fn new(race: &Rc<Race>, chains: Chains, deadline: Deadline) -> Model {
        let zzz = race.settings().zzz.min(LONGEST_SET_BACK);
        let extra = match chains {
            Chains::All => 2 * zzz.saturating_sub(2),
            Chains::None => 0,
        };
        let doom = doom(race.graph(), zzz + extra);
        Model {
            race: Rc::clone(race),
            zzz,
            extra,
            chains,
            doom,
            memories: Memories::default(),
            dives: FastMap::default(),
            endings: FastMap::default(),
            again: FastMap::default(),
            deadline,
            gave_up: false,
        }
    }

    /// Whether there was not enough time for all crashes that can be decided on.
    pub fn gave_up(&self) -> bool {
        self.gave_up
    }

    /// Goes on without looking at the time: what is left to do was mostly done before.
    pub fn take_time(&mut self) {
        self.deadline = Deadline::after_nodes(u64::MAX);
    }

    pub fn race(&self) -> &Race {
        &self.race
    }

    /// A number of a move, as far as a rule looks at it.
    fn told(&self, number: MoveNumber) -> MoveNumber {
        let rules = self.race.graph().terms().rules;
        match (rules.has(Rule::Prim), rules.has(Rule::Doppelzug)) {
            (true, _) => number,
            (false, true) => MoveNumber(2 - number.0 % 2),
            (false, false) => MoveNumber::FIRST,
        }
    }

    /// The state of a car at the beginning, with all its records, the newest first.
    pub fn begin(&mut self, newest_first: &[Entry], number: MoveNumber, open: Stops) -> State {
        let records = Records::of_race(newest_first, self.zzz, self.reach());
        let (memory, next) = (self.memories.number(records), self.told(number));
        State { place: Place::Beginning, open, memory, is_used: true, next }
    }

    /// One more than what can be left of a walk at a crash, for all that is remembered.
    fn reach(&self) -> u16 {
        2 * self.zzz + self.extra
    }

    /// The moves that a state leaves; none if it crashes.
    fn moves(&self, state: &State) -> Vec<Node> {
        match state.place {
            Place::Driving(node) => successors(self.race.graph(), node, state.next).collect(),
            Place::Crashed(at, _) => self.race.first_moves(Motion::at_rest(at), state.next),
            Place::Beginning => unreachable!("its moves are given"),
        }
    }

    /// What is remembered when a state has become one of the records itself.
    fn with_state(&self, state: &State) -> Records {
        let mut records = self.memories.get(state.memory).clone();
        if let Place::Driving(node) = state.place {
            records.recent.insert(0, self.race.graph().motion(node).at);
        }
        records
    }

    /// Where a crash in a state leads; nothing if too little is remembered for it.
    fn crash(&mut self, state: &State) -> Vec<State> {
        let at_once = match state.place {
            Place::Crashed(_, AT_ONCE) => return Vec::new(),
            Place::Crashed(_, at_once) => at_once + 1,
            _ => 1,
        };
        let records = self.with_state(state);
        let landing = match (state.place, self.zzz) {
            (Place::Crashed(at, _), 0) => Some(Landing { at, is_first: true }),
            _ => records.landing(self.zzz, 0, self.zzz),
        };
        let landing = match landing {
            Some(landing) => landing,
            None => return Vec::new(),
        };
        let place = Place::Crashed(landing.at, at_once);
        let is_used = state.is_used || landing.is_first;
        let mut next = Vec::with_capacity(2);
        if is_used {
            next.push(State { place, memory: Memory::NOTHING, is_used: false, ..*state });
        }
        let left = self.zzz..self.reach();
        let landings: Vec<Option<Landing>> =
            left.map(|left| records.landing(left, 1, self.zzz)).collect();
        let may_chain = self.chains == Chains::All && landings.iter().any(Option::is_some);
        if may_chain && self.can_crash_again(landing.at, state.next) {
            let memory = self.memories.number(Records { landings, ..Records::default() });
            next.push(State { place, memory, is_used, ..*state });
        }
        next
    }

    fn can_crash_again(&mut self, at: Cell, next: MoveNumber) -> bool {
        if let Some(known) = self.again.get(&(at, next)) {
            return *known;
        }
        let first = self.race.first_moves(Motion::at_rest(at), next);
        let in_time = self.zzz.checked_sub(1).map_or(0, up_to);
        let can =
            first.is_empty() || first.iter().any(|node| self.doom[node.index()] & in_time != 0);
        self.again.insert((at, next), can);
        can
    }

    /// The state after a move of a car that remembers the state before, if that can be of use.
    fn remembering(&mut self, from: &State, to: Node, open: Stops) -> Option<State> {
        let mut records = self.with_state(from);
        let longest = self.zzz + self.extra;
        records.age = records.age.map(|age| age + 1).filter(|age| *age <= longest);
        if !self.is_useful(&records, to) {
            return None;
        }
        let memory = self.memories.number(records);
        let next = self.told(from.next.next());
        Some(State { place: Place::Driving(to), open, memory, is_used: from.is_used, next })
    }

    /// The state after a move of a car that remembers nothing; `None` in a dead end, where it would
    /// have to remember something.
    fn forgetting(&self, from: &State, to: Node, open: Stops) -> Option<State> {
        if self.zzz > 0 && self.doom[to.index()] & 1 != 0 {
            return None;
        }
        let (place, next) = (Place::Driving(to), self.told(from.next.next()));
        Some(State { place, open, memory: Memory::NOTHING, is_used: false, next })
    }

    /// Whether a car that remembers these records can crash in time for them to matter.
    fn is_useful(&self, records: &Records, node: Node) -> bool {
        let longest = self.zzz + self.extra;
        let moves = records.recent.len() as u16;
        let mut in_time = records.age.map_or(0, |age| up_to(longest - age));
        if !records.landings.is_empty() {
            in_time |= self.zzz.checked_sub(moves + 1).map_or(0, up_to);
        } else if !records.is_whole && (1..=longest).contains(&moves) {
            // Not before the set-back reaches as far as the first record.
            let too_early = self.zzz.checked_sub(moves + 1).map_or(0, up_to);
            in_time |= up_to(longest - moves) & !too_early;
        }
        self.doom[node.index()] & in_time != 0
    }

    /// What follows a state whose first moves are known, one edge for each way.
    pub fn edges_by(&mut self, state: &State, nodes: &[Node]) -> Vec<Edge> {
        let race = Rc::clone(&self.race);
        let (course, graph) = (race.course(), race.graph());
        let mut edges = Vec::new();
        if nodes.is_empty() {
            let crashed = self.crash(state).into_iter();
            edges.extend(crashed.map(|state| Edge { moves: 0, state: Some(state), ways: 1 }));
            return edges;
        }
        if Self::is_free(state) {
            for node in nodes {
                match course.after(state.open, graph.mark(*node)) {
                    None => edges.push(Edge { moves: 1, state: None, ways: 1 }),
                    Some(open) => {
                        let next = self.forgetting(state, *node, open);
                        edges.extend(next.map(|next| Edge {
                            moves: 1,
                            state: Some(next),
                            ways: 1,
                        }));
                    }
                }
            }
        }
        for dive in self.dives(state, nodes).iter() {
            let open =
                dive.marks.iter().try_fold(state.open, |open, mark| course.after(open, *mark));
            // A car that finishes does not crash any more.
            if let Some(open) = open {
                let state = Some(State { open, ..dive.crashed });
                edges.push(Edge { moves: dive.moves, state, ways: dive.ways });
            }
        }
        edges
    }

    /// What follows a state that is no beginning.
    pub fn edges(&mut self, state: &State) -> Vec<Edge> {
        let nodes = self.moves(state);
        self.edges_by(state, &nodes)
    }

    /// Whether a car may drive on as if there never was a record.
    fn is_free(state: &State) -> bool {
        state.memory == Memory::NOTHING || state.place == Place::Beginning
    }

    /// The next moves of a car with the states that each leads to; no states after the finish. If it
    /// crashes first, the moves after that.
    pub fn steps(&mut self, state: &State) -> Vec<(Node, Vec<State>)> {
        let nodes = self.moves(state);
        if nodes.is_empty() {
            let crashed = self.crash(state);
            return crashed.iter().flat_map(|crashed| self.steps(crashed)).collect();
        }
        self.steps_by(state, &nodes)
    }

    /// The same for a state whose first moves are known.
    pub fn steps_by(&mut self, state: &State, nodes: &[Node]) -> Vec<(Node, Vec<State>)> {
        let race = Rc::clone(&self.race);
        let (course, graph) = (race.course(), race.graph());
        let mut steps = Vec::new();
        for node in nodes {
            match course.after(state.open, graph.mark(*node)) {
                None if Self::is_free(state) => steps.push((*node, Vec::new())),
                None => {}
                Some(open) => {
                    let mut states: Vec<State> =
                        self.remembering(state, *node, open).into_iter().collect();
                    if Self::is_free(state) {
                        states.extend(self.forgetting(state, *node, open));
                    }
                    // No states would say that the move finishes.
                    if !states.is_empty() {
                        steps.push((*node, states));
                    }
                }
            }
        }
        steps
    }

    /// Whether a state is between a decision to crash and that crash.
    pub fn is_diving(&self, state: &State) -> bool {
        state.memory != Memory::NOTHING && matches!(state.place, Place::Driving(_))
    }
}

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
mod landing;
mod steps;

use std::rc::Rc;

use gridkit::{Deadline, FastMap};

use self::dive::{Dive, Ending};
use self::doom::{doom, up_to};
use crate::graph::Node;
use crate::memory::{Memories, Memory, Records};
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

/// Longest set-back that crashes are planned for: beyond it too many records have to be remembered.
pub const LONGEST_SET_BACK: u16 = 12;

/// Which crashes are looked at.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Chains {
    /// Those as well that come so soon after another that their walks back pass it. With a set-back of
    /// three or more such walks can go further back than the decision, so that some records before it
    /// are remembered, too: as many as walks need that pass up to two crashes. Longer chains are not looked
    /// at then. With a set-back of one or two no walk goes further back than the decision, however many
    /// crashes it passes.
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
}

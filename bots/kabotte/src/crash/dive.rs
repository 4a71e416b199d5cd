//! The moves from a decision to crash up to that crash.

use std::rc::Rc;

use super::{Chains, Model, Place, State};
use crate::graph::{Mark, Node};
use crate::memory::Memory;
use crate::rules::MoveNumber;
use crate::search::successors;
use crate::stops::Stops;

/// A crash after some moves from a decision to crash.
#[derive(Clone, Debug)]
pub struct Dive {
    pub moves: u16,
    /// What the moves counted as, in their order.
    pub marks: Vec<Mark>,
    /// The state after it, but for what is open.
    pub crashed: State,
    /// Number of ways to it.
    pub ways: u64,
}

/// What the moves into a dead end count as, in their order, and the number of such ways.
pub type Ending = (Vec<Mark>, u64);

impl Model {
    /// All crashes of a car that remembers, from a state on. What is open does not matter.
    fn dive(&mut self, from: &State, nodes: &[Node], so_far: &mut Dive, found: &mut Vec<Dive>) {
        for node in nodes {
            if self.deadline.expired() {
                self.gave_up = true;
                return;
            }
            let state = match self.remembering(from, *node, from.open) {
                Some(state) => state,
                None => continue,
            };
            let mark = self.race.graph().mark(*node);
            so_far.moves += 1;
            if mark != Mark::NONE {
                so_far.marks.push(mark);
            }
            let next = self.moves(&state);
            if next.is_empty() {
                for crashed in self.crash(&state) {
                    let is_same = |dive: &&mut Dive| {
                        dive.crashed == crashed
                            && (dive.moves, &dive.marks) == (so_far.moves, &so_far.marks)
                    };
                    match found.iter_mut().find(is_same) {
                        Some(dive) => dive.ways += 1,
                        None => found.push(Dive { crashed, ..so_far.clone() }),
                    }
                }
            } else {
                self.dive(&state, &next, so_far, found);
            }
            so_far.moves -= 1;
            if mark != Mark::NONE {
                so_far.marks.pop();
            }
        }
    }

    /// All ways of exactly so many moves from a motion into a dead end: what the moves count as, in their
    /// order, and the number of such ways.
    fn endings(&mut self, node: Node, next: MoveNumber, moves: u16) -> Rc<Vec<Ending>> {
        let key = (node, next, moves);
        if let Some(known) = self.endings.get(&key) {
            return Rc::clone(known);
        }
        let mut found = Vec::new();
        if self.doom[node.index()] >> moves & 1 != 0 {
            let race = Rc::clone(&self.race);
            let mut after = successors(race.graph(), node, next).peekable();
            if moves == 0 && after.peek().is_none() {
                found.push((Vec::new(), 1));
            } else if moves > 0 {
                self.add_endings(after, next, moves, &mut found);
            }
        }
        let found = Rc::new(found);
        self.endings.insert(key, Rc::clone(&found));
        found
    }

    /// Adds the endings that begin with one of some moves.
    fn add_endings(
        &mut self,
        first: impl Iterator<Item = Node>,
        number: MoveNumber,
        moves: u16,
        found: &mut Vec<Ending>,
    ) {
        let next = self.told(number.next());
        for node in first {
            let mark = self.race.graph().mark(node);
            for (later, ways) in self.endings(node, next, moves - 1).iter() {
                let mut marks = later.clone();
                if mark != Mark::NONE {
                    marks.insert(0, mark);
                }
                match found.iter_mut().find(|ending| ending.0 == marks) {
                    Some(ending) => ending.1 = ending.1.saturating_add(*ways),
                    None => found.push((marks, *ways)),
                }
            }
        }
    }

    /// The crashes after which nothing is remembered: where they lead depends on the number of moves to
    /// them alone, so that the moves between do not have to be told apart.
    fn lone_dives(&mut self, state: &State, nodes: &[Node]) -> Vec<Dive> {
        let records = self.with_state(state);
        let lengths = match (records.age, records.recent.len() as u16) {
            (Some(age), _) => 1..=self.zzz.saturating_sub(age),
            // Neither a car that has just been set back nor one that drives on for too long.
            (None, recent) if recent == 0 || recent > self.zzz => return Vec::new(),
            (None, recent) => self.zzz + 1 - recent..=self.zzz + 1 - recent,
        };
        let mut found = Vec::new();
        for moves in lengths {
            let landing = match records.landing(self.zzz - moves, 0, self.zzz) {
                Some(landing) => landing,
                None => continue,
            };
            let mut endings = Vec::new();
            self.add_endings(nodes.iter().copied(), state.next, moves, &mut endings);
            let next = (0..moves).fold(state.next, |next, _| self.told(next.next()));
            let place = Place::Crashed(landing.at, 1);
            let crashed = State { place, memory: Memory::NOTHING, is_used: false, next, ..*state };
            let dives = endings.into_iter();
            found.extend(dives.map(|(marks, ways)| Dive { moves, marks, crashed, ways }));
        }
        found
    }

    /// The crashes that a car can decide on in a state.
    pub(super) fn dives(&mut self, state: &State, nodes: &[Node]) -> Rc<Vec<Dive>> {
        let key = (state.place, state.memory, state.next);
        if let Some(known) = self.dives.get(&key) {
            return Rc::clone(known);
        }
        let mut found = Vec::new();
        let mut so_far = Dive { moves: 0, marks: Vec::new(), crashed: *state, ways: 1 };
        let from = State { open: Stops::NONE, ..*state };
        if self.zzz > 0 && self.chains == Chains::None {
            found = self.lone_dives(&from, nodes);
        } else if self.zzz > 0 {
            self.dive(&from, nodes, &mut so_far, &mut found);
        }
        let found = Rc::new(found);
        // The moves at the beginning are given, and may be others for each car.
        if state.place != Place::Beginning {
            self.dives.insert(key, Rc::clone(&found));
        }
        found
    }
}

//! The moves from a decision to crash up to that crash.

use std::rc::Rc;

use super::{Model, Place, State};
use crate::graph::{Mark, Node};
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

    /// The crashes that a car can decide on in a state.
    pub(super) fn dives(&mut self, state: &State, nodes: &[Node]) -> Rc<Vec<Dive>> {
        let key = (state.place, state.memory, state.next);
        if let Some(known) = self.dives.get(&key) {
            return Rc::clone(known);
        }
        let mut found = Vec::new();
        let mut so_far = Dive { moves: 0, marks: Vec::new(), crashed: *state, ways: 1 };
        if self.zzz > 0 {
            self.dive(&State { open: Stops::NONE, ..*state }, nodes, &mut so_far, &mut found);
        }
        let found = Rc::new(found);
        // The moves at the beginning are given, and may be others for each car.
        if state.place != Place::Beginning {
            self.dives.insert(key, Rc::clone(&found));
        }
        found
    }
}

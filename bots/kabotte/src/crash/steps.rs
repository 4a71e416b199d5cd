//! Single moves for a car that drives by its plan.

use super::parts::{Outcome, Part};
use super::places::PlaceNumber;
use super::{Model, Moment, State};
use crate::graph::Node;
use crate::stops::Stops;

/// A car somewhere on its way, which may be in a detour.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Walk {
    moment: Moment,
    open: Stops,
    /// What is left of the detour, the next part last.
    pending: Vec<(Part, Outcome)>,
    /// Where the car is after that.
    to: PlaceNumber,
}

impl Model {
    /// A car at the place of a state.
    pub fn walk_from(&self, state: State) -> Walk {
        let (moment, open) = (self.moment(state), state.open());
        Walk { moment, open, pending: Vec::new(), to: state.place() }
    }

    /// The state after what is left of a detour, the moves to it, and the number of ways.
    pub fn end_of(&self, walk: &Walk) -> (State, u16, u64) {
        let (mut moment, mut open, mut moves, mut ways) = (walk.moment, walk.open, 0_u16, 1_u64);
        for (part, outcome) in walk.pending.iter().rev() {
            moment = self.after_part(moment, *part, *outcome);
            open = Stops(open.0 & !outcome.passed.0);
            moves += self.moves_in(part.left, part.crashes).unwrap_or(0);
            ways = ways.saturating_mul(outcome.ways);
        }
        (State::new(walk.to, open, moment.number), moves, ways)
    }

    /// The next moves of a car that has made so many, each with what can follow; `None` after the finish. A
    /// car that crashes first makes them after that.
    pub fn steps(&mut self, walk: &Walk, moves: u16) -> Vec<(Node, Option<Walk>)> {
        let mut steps = Vec::new();
        self.add_steps(walk, moves, &mut steps);
        steps
    }

    fn add_steps(&mut self, walk: &Walk, moves: u16, steps: &mut Vec<(Node, Option<Walk>)>) {
        let mut pending = walk.pending.clone();
        let (part, outcome) = match pending.pop() {
            Some(next) => next,
            None => return self.add_steps_from(walk, moves, steps),
        };
        let mut found = Vec::new();
        self.derive(part, walk.moment, &mut |derivation| {
            let it = derivation.outcome;
            if (it.passed, it.carried) == (outcome.passed, outcome.carried) {
                found.push(derivation);
            }
        });
        for derivation in found {
            let mut pending = pending.clone();
            pending.extend(derivation.parts.iter().rev().flatten());
            match derivation.node {
                Some(node) => steps.push((node, Some(self.moved(walk, node, pending, walk.to)))),
                None => self.add_steps(&Walk { pending, ..walk.clone() }, moves, steps),
            }
        }
    }

    /// The steps of a car that is in no detour.
    fn add_steps_from(&mut self, walk: &Walk, moves: u16, steps: &mut Vec<(Node, Option<Walk>)>) {
        let state = State::new(walk.to, walk.open, walk.moment.number);
        for (node, next) in self.plain_moves(state) {
            steps.push((node, next.map(|next| self.walk_from(next))));
        }
        for detour in self.detours(state, moves) {
            let pending: Vec<(Part, Outcome)> = detour.part.into_iter().collect();
            if let Some(node) = detour.node {
                steps.push((node, Some(self.moved(walk, node, pending, detour.to))));
            } else {
                let walk = Walk { pending, to: detour.to, ..walk.clone() };
                self.add_steps(&walk, moves, steps);
            }
        }
    }

    /// A car after a move in a detour.
    fn moved(
        &self,
        walk: &Walk,
        node: Node,
        pending: Vec<(Part, Outcome)>,
        to: PlaceNumber,
    ) -> Walk {
        let passed = self.passed(walk.moment, node);
        let moment = self.after(walk.moment, passed, 1);
        Walk { moment, open: Stops(walk.open.0 & !passed.0), pending, to }
    }
}

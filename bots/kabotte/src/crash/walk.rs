//! Single moves of a car that drives by its plan.

use super::cars::Phase;
use super::heads::HeadNumber;
use super::model::Model;
use super::outcomes::{Descent, Outcome};
use super::state::State;
use crate::graph::Node;
use crate::stops::Stops;

/// A car on its way, which may be in a detour.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Walk {
    phase: Phase,
    open: Stops,
    /// The rest of the detour, the next descent last.
    pending: Vec<(Descent, Outcome)>,
    /// The head after the detour.
    to: HeadNumber,
}

impl Walk {
    /// A car at the head of a state.
    pub fn from(model: &Model, state: State) -> Walk {
        let phase = model.detours.descents.cars.phase(state);
        Walk { phase, open: state.open(), pending: Vec::new(), to: state.head() }
    }

    /// The state after the rest of the detour, the moves to it, and the number of ways.
    pub fn end(&self, model: &Model) -> (State, u16, u64) {
        let descents = &model.detours.descents;
        let (mut phase, mut open, mut moves, mut ways) = (self.phase, self.open, 0_u16, 1_u64);
        for (descent, outcome) in self.pending.iter().rev() {
            phase = descents.phase_after(phase, *descent, *outcome);
            open = Stops(open.0 & !outcome.passed.0);
            moves += descents.cars.moves_in(descent.to_pop, descent.crashes).unwrap_or(0);
            ways = ways.saturating_mul(outcome.ways);
        }
        (State::new(self.to, open, phase.number), moves, ways)
    }

    /// The next moves of a car that has made `moves` moves, each with the rest of its way; `None` after the
    /// finish. If it crashes first, they are the moves after that.
    pub fn steps(&self, model: &mut Model, moves: u16) -> Vec<(Node, Option<Walk>)> {
        let mut steps = Vec::new();
        self.add_steps(model, moves, &mut steps);
        steps
    }

    fn add_steps(&self, model: &mut Model, moves: u16, steps: &mut Vec<(Node, Option<Walk>)>) {
        let mut pending = self.pending.clone();
        let (descent, outcome) = match pending.pop() {
            Some(next) => next,
            None => return self.add_steps_from_head(model, moves, steps),
        };
        let mut found = Vec::new();
        model.detours.descents.derive(descent, self.phase, &mut |derivation| {
            if derivation.outcome.is_like(&outcome) {
                found.push(derivation);
            }
        });
        for derivation in found {
            let mut pending = pending.clone();
            pending.extend(derivation.descents.iter().rev().flatten());
            let walk = Walk { pending, ..self.clone() };
            match derivation.node {
                Some(node) => steps.push((node, Some(walk.moved(model, node)))),
                None => walk.add_steps(model, moves, steps),
            }
        }
    }

    /// The steps of a car that is in no detour.
    fn add_steps_from_head(
        &self,
        model: &mut Model,
        moves: u16,
        steps: &mut Vec<(Node, Option<Walk>)>,
    ) {
        let state = State::new(self.to, self.open, self.phase.number);
        for (node, next) in model.detours.plain_moves(state) {
            steps.push((node, next.map(|next| Walk::from(model, next))));
        }
        for detour in model.detours.detours(state, moves) {
            let pending = detour.descent.into_iter().collect();
            let walk = Walk { pending, to: detour.to, ..self.clone() };
            match detour.node {
                Some(node) => steps.push((node, Some(walk.moved(model, node)))),
                None => walk.add_steps(model, moves, steps),
            }
        }
    }

    /// The car after a move in a detour.
    fn moved(self, model: &Model, node: Node) -> Walk {
        let cars = &model.detours.descents.cars;
        let passed = cars.passed(self.phase, node);
        let phase = cars.phase_after(self.phase, passed, 1);
        Walk { phase, open: Stops(self.open.0 & !passed.0), ..self }
    }
}

//! The outcomes of descents.
//!
//! A descent begins with a crash if the car has no move left. Else it begins with a move, which pushes a cell. Then
//! follows another descent, which pops that cell and has one cell more to pop; or one that sets the car back to the
//! cell below the pushed one, from where it goes on. So all descents are computed from shorter ones.
//!
//! Each move pushes one cell and each crash pops `zzz - 1`, so the number of moves follows from
//! [`Descent::to_pop`] and [`Descent::crashes`].

use std::rc::Rc;

use super::bounds::Bounds;
use super::budget::Budget;
use super::car::{Car, Rest, MOST_IN_A_ROW};
use super::cars::{Cars, Phase};
use super::outcomes::{Descent, Landing, Outcome, Outcomes};
use crate::graph::Node;
use crate::track::Cell;

/// One descent or two, each with its outcome.
type Pair = [Option<(Descent, Outcome)>; 2];

/// One way to begin a descent: perhaps a move, then descents one after another, each with its outcome.
#[derive(Clone, Copy, Debug)]
pub(super) struct Derivation {
    pub node: Option<Node>,
    pub descents: [Option<(Descent, Outcome)>; 3],
    pub outcome: Outcome,
}

/// The descents of a race.
pub(super) struct Descents {
    pub cars: Cars,
    pub bounds: Bounds,
    pub budget: Budget,
    known: Outcomes,
}

impl Descents {
    pub fn new(cars: Cars, bounds: Bounds, budget: Budget) -> Descents {
        Descents { cars, bounds, budget, known: Outcomes::default() }
    }

    pub fn bytes(&self) -> usize {
        self.known.bytes()
    }

    /// Frees the memory of what is known.
    pub fn forget(&mut self) {
        self.known = Outcomes::default();
    }

    /// The outcomes of a descent that begins in a phase.
    ///
    /// Where it does not matter how many moves were made, an outcome is left out if a descent with fewer crashes
    /// can replace it: one that leads to the same cell in fewer moves and passes at least as much. No
    /// quickest way has the longer one. For the same reason the list is empty, and nothing is
    /// searched, if such a descent passes all that could be passed at all.
    pub fn outcomes(&mut self, descent: Descent, phase: Phase) -> Rc<[Outcome]> {
        let moves = match self.cars.moves_in(descent.to_pop, descent.crashes) {
            Some(moves) => moves,
            None => return self.known.empty(),
        };
        if !self.bounds.may_exist(&self.cars, descent, moves) {
            return self.known.empty();
        }
        if let Some(list) = self.known.get(descent, phase) {
            return list;
        }
        if self.budget.is_spent(self.known.bytes()) {
            return self.known.empty();
        }
        let mut shorter = Vec::new();
        if !self.cars.is_numbered() {
            for crashes in 1..descent.crashes {
                let list = self.outcomes(Descent { crashes, ..descent }, phase);
                shorter.extend(list.iter().copied());
            }
            let row = self.bounds.nearness(&self.cars, descent.car);
            let most = Outcome { passed: self.bounds.near.within(&row, moves), ..Outcome::CRASH };
            if !self.cars.may_be_stuck && shorter.iter().any(|it| it.covers(&most)) {
                return self.known.put(descent, phase, Vec::new());
            }
        }
        let mut found = Vec::new();
        self.derive(descent, phase, &mut |derivation| derivation.outcome.add_to(&mut found));
        found.retain(|it| !shorter.iter().any(|shorter| shorter.covers(it)));
        self.known.put(descent, phase, found)
    }

    /// Calls `emit` with each way to begin a descent.
    pub fn derive(&mut self, descent: Descent, phase: Phase, emit: &mut dyn FnMut(Derivation)) {
        if descent.may_return {
            return self.derive_with_returns(descent, phase, emit);
        }
        let nodes = self.cars.moves(descent.car, phase.number);
        if nodes.is_empty() {
            self.derive_by_crash(descent, phase, emit);
        } else {
            self.derive_by_moves(descent, phase, &nodes, emit);
        }
    }

    /// A descent of a car that may first be set back to where it rests.
    fn derive_with_returns(
        &mut self,
        descent: Descent,
        phase: Phase,
        emit: &mut dyn FnMut(Derivation),
    ) {
        let direct = Descent { may_return: false, ..descent };
        for outcome in self.outcomes(direct, phase).iter() {
            let descents = [Some((direct, *outcome)), None, None];
            emit(Derivation { node: None, descents, outcome: *outcome });
        }
        for crashes in 1..descent.crashes {
            let first = Descent { to_pop: 0, crashes, ..direct };
            for one in self.outcomes(first, phase).iter() {
                let after = self.phase_after(phase, first, *one);
                let next = Descent { crashes: descent.crashes - crashes, ..descent };
                for other in self.outcomes(next, after).iter() {
                    let descents = [Some((first, *one)), Some((next, *other)), None];
                    emit(Derivation { node: None, descents, outcome: one.then(*other) });
                }
            }
        }
    }

    /// A descent of a car that has no move.
    fn derive_by_crash(
        &mut self,
        descent: Descent,
        phase: Phase,
        emit: &mut dyn FnMut(Derivation),
    ) {
        let zzz = self.cars.zzz;
        let is_one_crash = descent.crashes == 1 && descent.to_pop + 1 == zzz;
        let rest = match descent.car {
            Car::Driving(_) if is_one_crash => {
                let outcome = Outcome::CRASH;
                return emit(Derivation { node: None, descents: [None; 3], outcome });
            }
            Car::Resting(rest) if rest.in_a_row < MOST_IN_A_ROW => rest,
            _ => return,
        };
        let landing = Landing { at: rest.top, in_a_row: rest.in_a_row + 1 };
        if zzz == 1 && descent.crashes > 1 {
            let car = Car::Resting(landing.on(rest.top));
            let next = Descent { car, crashes: descent.crashes - 1, ..descent };
            for outcome in self.outcomes(next, phase).iter() {
                let descents = [Some((next, *outcome)), None, None];
                emit(Derivation { node: None, descents, outcome: *outcome });
            }
        } else if zzz > 1 && is_one_crash {
            let outcome = Outcome { landing: Some(landing), ..Outcome::CRASH };
            emit(Derivation { node: None, descents: [None; 3], outcome });
        }
    }

    /// A descent that begins with one of some moves.
    fn derive_by_moves(
        &mut self,
        descent: Descent,
        phase: Phase,
        nodes: &[Node],
        emit: &mut dyn FnMut(Derivation),
    ) {
        if descent.to_pop + 1 >= self.cars.zzz {
            // Only a crash without a move before it pops as many.
            return;
        }
        let top = self.cars.top(descent.car);
        for node in nodes {
            let passed = self.cars.passed(phase, *node);
            let after = self.cars.phase_after(phase, passed, 1);
            let begun = Outcome { passed, ..Outcome::CRASH };
            let size = (descent.to_pop + 1, descent.crashes);
            self.pop_pushed((*node, top), after, size, &mut |descents, outcome| {
                if outcome.landing.is_none() || descent.to_pop > 0 {
                    let descents = [descents[0], descents[1], None];
                    let outcome = begun.then(outcome);
                    emit(Derivation { node: Some(*node), descents, outcome });
                }
            });
            if self.cars.may_be_stuck {
                self.derive_by_landing(descent, (*node, top), after, begun, emit);
            }
        }
    }

    /// A descent in which a crash without a move before it has nothing more to pop when it comes back to the cell
    /// that was on top: the car goes on above the same cell.
    fn derive_by_landing(
        &mut self,
        descent: Descent,
        (node, top): (Node, Cell),
        after: Phase,
        begun: Outcome,
        emit: &mut dyn FnMut(Derivation),
    ) {
        for crashes in 1..descent.crashes {
            let mut found = Vec::new();
            self.pop_pushed((node, top), after, (1, crashes), &mut |descents, one| {
                found.extend(one.landing.map(|landing| (landing, descents, one)));
            });
            for (landing, descents, one) in found {
                let moves = self.cars.moves_in(1, crashes).unwrap_or(0);
                let later = self.cars.phase_after(after, one.passed, moves);
                let car = Car::Resting(landing.on(top));
                let next = Descent { car, crashes: descent.crashes - crashes, ..descent };
                for other in self.outcomes(next, later).iter() {
                    let last = Some((next, *other));
                    let descents = match descents {
                        [first, None] => [first, last, None],
                        [first, second] => [first, second, last],
                    };
                    let outcome = begun.then(one).then(*other);
                    emit(Derivation { node: Some(node), descents, outcome });
                }
            }
        }
    }

    /// What follows a move until the pushed cell is popped, with `crashes` crashes, the last of which still has
    /// `to_pop` cells to pop then. The car may be set back to the cell below, `top`, before.
    fn pop_pushed(
        &mut self,
        (node, top): (Node, Cell),
        phase: Phase,
        (to_pop, crashes): (u16, u16),
        emit: &mut dyn FnMut(Pair, Outcome),
    ) {
        let car = Car::Driving(node);
        let direct = Descent { car, to_pop, crashes, may_return: false };
        for outcome in self.outcomes(direct, phase).iter() {
            emit([Some((direct, *outcome)), None], *outcome);
        }
        for first in 1..crashes {
            let back = Descent { to_pop: 0, crashes: first, ..direct };
            for one in self.outcomes(back, phase).iter() {
                let after = self.phase_after(phase, back, *one);
                let car = Car::Resting(Rest::after_crash(top, self.cars.top(car)));
                let next = Descent { car, to_pop, crashes: crashes - first, may_return: true };
                for other in self.outcomes(next, after).iter() {
                    emit([Some((back, *one)), Some((next, *other))], one.then(*other));
                }
            }
        }
    }

    /// The phase after a descent.
    pub fn phase_after(&self, phase: Phase, descent: Descent, outcome: Outcome) -> Phase {
        let moves = self.cars.moves_in(descent.to_pop, descent.crashes).unwrap_or(0);
        self.cars.phase_after(phase, outcome.passed, moves)
    }
}

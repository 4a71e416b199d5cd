//! What follows a head: single moves, and detours.

use gridkit::FastMap;

use super::car::{Car, Rest, MOST_IN_A_ROW};
use super::cars::Phase;
use super::descents::Descents;
use super::heads::{Below, Head, HeadNumber, Heads};
use super::outcomes::{Descent, Landing, Outcome};
use super::state::State;
use crate::graph::Node;
use crate::stops::Stops;
use crate::track::Cell;

/// A way from a head to another, with no head between them.
#[derive(Clone, Copy, Debug)]
pub(super) struct Detour {
    /// The move that it begins with, if that is not the first of the descent.
    pub node: Option<Node>,
    /// What follows until the head.
    pub descent: Option<(Descent, Outcome)>,
    pub moves: u16,
    pub passed: Stops,
    pub to: HeadNumber,
}

/// The detours of a race.
pub(super) struct Detours {
    pub descents: Descents,
    pub heads: Heads,
    /// Whether a detour was left out that has more crashes than the limit, but not too many moves.
    pub is_cut: bool,
    /// By a car that was set back to the cell below the top.
    has_detour: FastMap<(Rest, Phase), bool>,
}

impl Detours {
    pub fn new(descents: Descents) -> Detours {
        let heads = Heads::new(descents.cars.race.graph().len());
        Detours { descents, heads, is_cut: false, has_detour: FastMap::default() }
    }

    pub fn bytes(&self) -> usize {
        self.descents.bytes() + self.heads.bytes() + self.has_detour.capacity() * 24
    }

    /// The moves from a state that begin no detour, each with the next state: `None` after the finish.
    pub fn plain_moves(&mut self, state: State) -> Vec<(Node, Option<State>)> {
        let cars = &mut self.descents.cars;
        let phase = cars.phase(state);
        let head = self.heads.get(state.head());
        let nodes = match (head, head.car()) {
            (Head::Resting(at), _) => cars.moves_from_rest(at, phase.number),
            (_, Some(car)) => cars.moves(car, phase.number),
            (_, None) => return Vec::new(),
        };
        let (cars, graph) = (&self.descents.cars, self.descents.cars.race.graph());
        let number = cars.phase_after(phase, Stops::NONE, 1).number;
        let mut next = Vec::with_capacity(nodes.len());
        for node in nodes.iter() {
            match cars.course().after(state.open(), graph.mark(*node)) {
                None => next.push((*node, None)),
                Some(open) => {
                    // With a longer set-back a crash leads to an older cell, which is a detour.
                    let head = match (self.descents.bounds.is_dead(*node), cars.zzz) {
                        (false, _) => Head::Driving(*node),
                        (true, 0) => Head::Resting(graph.motion(*node).at),
                        (true, _) => continue,
                    };
                    let head = self.heads.number(head);
                    next.push((*node, Some(State::new(head, open, number))));
                }
            }
        }
        next
    }

    /// The most crashes in a detour from a state that was reached in `moves` moves, so that all moves of the way
    /// can be within the limit.
    pub fn most_crashes(&mut self, state: State, moves: u16) -> u16 {
        let Descents { cars, bounds, budget, .. } = &self.descents;
        let limits = budget.limits;
        if cars.zzz == 0 {
            return 0;
        }
        if cars.zzz == 1 {
            // Only crashes without a move between them follow each other.
            return u16::from(MOST_IN_A_ROW);
        }
        let head = self.heads.get(state.head());
        let row = bounds.nearness_of(cars, head);
        let reaches_trail =
            matches!(head, Head::Beginning(_) | Head::Above(_, Below::Trail { .. }));
        let mut most = 0;
        loop {
            // Far down in the trail of a beginning a detour may end after fewer moves.
            let least = if reaches_trail { cars.zzz - 1 } else { 0 };
            let passing = cars.moves_in(0, most + 1).unwrap_or(u16::MAX).saturating_add(1);
            let least = passing.saturating_sub(least.saturating_add(2));
            let left = bounds.left_after(cars, (head, &row), state.open(), passing);
            let left = left.unwrap_or(u16::MAX).max(1);
            if moves.saturating_add(least).saturating_add(left) > limits.moves {
                return most;
            }
            if most == limits.crashes {
                self.is_cut = true;
                return most;
            }
            most += 1;
        }
    }

    /// The detours from a state that was reached in `moves` moves.
    pub fn detours(&mut self, state: State, moves: u16) -> Vec<Detour> {
        let mut detours = Vec::new();
        if let Head::Resting(_) = self.heads.get(state.head()) {
            return detours;
        }
        let phase = self.descents.cars.phase(state);
        for crashes in 1..=self.most_crashes(state, moves) {
            self.add_detours(state.head(), phase, crashes, &mut detours);
        }
        detours
    }

    /// Adds the detours with `crashes` crashes.
    pub fn add_detours(
        &mut self,
        from: HeadNumber,
        phase: Phase,
        crashes: u16,
        found: &mut Vec<Detour>,
    ) {
        let head = self.heads.get(from);
        let car = match head.car() {
            Some(car) => car,
            None => return,
        };
        let cars = &mut self.descents.cars;
        let (nodes, top) = (cars.moves(car, phase.number), cars.top(car));
        if let (Head::Above(rest, below), true, 1) = (head, nodes.is_empty(), cars.zzz) {
            if rest.in_a_row < MOST_IN_A_ROW && crashes == 1 {
                let rest = Rest { at: top, top, in_a_row: rest.in_a_row + 1 };
                let below = if below == Below::Own { Below::Nothing } else { below };
                let to = self.heads.number(Head::Above(rest, below));
                found.push(Detour { node: None, descent: None, moves: 0, passed: Stops::NONE, to });
            }
            return;
        }
        for node in nodes.iter() {
            self.add_detours_by((*node, top), phase, crashes, found);
        }
        match head {
            Head::Above(rest, Below::Own) => {
                self.add_detours_to_own((from, rest), phase, crashes, found);
            }
            Head::Above(_, Below::Trail { beginning, depth }) => {
                self.add_detours_down((car, beginning, depth), phase, crashes, found);
            }
            Head::Beginning(beginning) => {
                self.add_detours_down((car, beginning, 1), phase, crashes, found);
            }
            Head::Driving(_) | Head::Resting(_) | Head::Above(_, Below::Nothing) => {}
        }
    }

    /// Adds the detours that begin with a move and end above the cell before it, `top`.
    fn add_detours_by(
        &mut self,
        (node, top): (Node, Cell),
        phase: Phase,
        crashes: u16,
        found: &mut Vec<Detour>,
    ) {
        let passed = self.descents.cars.passed(phase, node);
        let after = self.descents.cars.phase_after(phase, passed, 1);
        let car = Car::Driving(node);
        let back = Descent { car, to_pop: 0, crashes, may_return: false };
        for outcome in self.descents.outcomes(back, after).iter() {
            let later = self.descents.phase_after(after, back, *outcome);
            let rest = Rest::after_crash(top, self.descents.cars.top(car));
            let to = self.resting(rest, later);
            self.add_detour(Some(node), (back, *outcome), to, phase, found);
        }
        if self.descents.cars.may_be_stuck {
            let popped = Descent { to_pop: 1, ..back };
            for outcome in self.descents.outcomes(popped, after).iter() {
                if let Some(landing) = outcome.landing {
                    let to = self.landed(landing, top);
                    self.add_detour(Some(node), (popped, *outcome), to, phase, found);
                }
            }
        }
    }

    /// Adds the detours of a car that rests on the cell below the top: back to this cell, or above it.
    fn add_detours_to_own(
        &mut self,
        (from, rest): (HeadNumber, Rest),
        phase: Phase,
        crashes: u16,
        found: &mut Vec<Detour>,
    ) {
        for to_pop in 0..=1 {
            let descent = Descent { car: Car::Resting(rest), to_pop, crashes, may_return: false };
            for outcome in self.descents.outcomes(descent, phase).iter() {
                let to = match outcome.landing {
                    None if to_pop == 0 => from,
                    Some(landing) if to_pop == 1 => self.landed(landing, rest.at),
                    _ => continue,
                };
                self.add_detour(None, (descent, *outcome), to, phase, found);
            }
        }
    }

    /// Adds the detours to older cells of the trail of a beginning.
    fn add_detours_down(
        &mut self,
        (car, beginning, depth): (Car, u16, u16),
        phase: Phase,
        crashes: u16,
        found: &mut Vec<Detour>,
    ) {
        let Descents { cars, budget, .. } = &self.descents;
        let zzz = cars.zzz;
        let all = u32::from(crashes) * u32::from(zzz - 1);
        let least = all.saturating_sub(budget.limits.moves.into()).min(zzz.into()) as u16;
        for to_pop in least..zzz {
            let descent = Descent { car, to_pop, crashes, may_return: false };
            for outcome in self.descents.outcomes(descent, phase).iter() {
                let cars = &self.descents.cars;
                let trail = cars.trail(beginning);
                let depth = usize::from(depth) + usize::from(to_pop);
                let top = if to_pop == 0 { cars.top(car) } else { trail.cell(depth - 1) };
                let rest = match outcome.landing {
                    None => Rest::after_crash(trail.cell(depth), top),
                    Some(landing) => landing.on(top),
                };
                let below = Below::Trail { beginning, depth: trail.last(depth) as u16 };
                let to = self.heads.number(Head::Above(rest, below));
                self.add_detour(None, (descent, *outcome), to, phase, found);
            }
        }
    }

    fn add_detour(
        &mut self,
        node: Option<Node>,
        (descent, outcome): (Descent, Outcome),
        to: HeadNumber,
        phase: Phase,
        found: &mut Vec<Detour>,
    ) {
        let Descents { cars, budget, .. } = &self.descents;
        let begun = node.map_or(Stops::NONE, |node| cars.passed(phase, node));
        let passed = Stops(begun.0 | outcome.passed.0);
        let moves = cars.moves_in(descent.to_pop, descent.crashes).unwrap_or(u16::MAX);
        let moves = moves.saturating_add(u16::from(node.is_some()));
        if moves < budget.limits.moves {
            found.push(Detour { node, descent: Some((descent, outcome)), moves, passed, to });
        }
    }

    /// The head of a car that was set back by a crash without a move before it, if no cell below `top` matters.
    fn landed(&mut self, landing: Landing, top: Cell) -> HeadNumber {
        self.heads.number(Head::Above(landing.on(top), Below::Nothing))
    }

    /// The head of a car that was set back to the cell below the top. From most there is no detour. The trail does
    /// not distinguish those.
    fn resting(&mut self, rest: Rest, phase: Phase) -> HeadNumber {
        let head = if self.has_detour(rest, phase) {
            Head::Above(rest, Below::Own)
        } else {
            Head::Resting(rest.at)
        };
        self.heads.number(head)
    }

    fn has_detour(&mut self, rest: Rest, phase: Phase) -> bool {
        if let Some(known) = self.has_detour.get(&(rest, phase)) {
            return *known;
        }
        let limits = self.descents.budget.limits;
        let car = Car::Resting(rest);
        let nodes = self.descents.cars.moves(car, phase.number);
        let mut has = self.descents.cars.zzz == 1 && nodes.is_empty();
        let mut crashes = 1;
        while !has {
            match self.descents.cars.moves_in(0, crashes) {
                Some(moves) if moves < limits.moves => {}
                _ => break,
            }
            if crashes > limits.crashes {
                // There may be one with more crashes, and the search does not look for it.
                self.is_cut = self.descents.cars.zzz > 1;
                break;
            }
            for to_pop in 0..=1 {
                let descent = Descent { car, to_pop, crashes, may_return: false };
                has = has || !self.descents.outcomes(descent, phase).is_empty();
                for node in nodes.iter() {
                    let passed = self.descents.cars.passed(phase, *node);
                    let after = self.descents.cars.phase_after(phase, passed, 1);
                    let descent = Descent { car: Car::Driving(*node), ..descent };
                    let is_of_use = |it: &Outcome| to_pop == 0 || it.landing.is_some();
                    has = has || self.descents.outcomes(descent, after).iter().any(is_of_use);
                }
            }
            crashes += 1;
        }
        self.has_detour.insert((rest, phase), has);
        has
    }
}

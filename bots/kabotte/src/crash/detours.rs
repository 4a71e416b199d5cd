//! What follows a place: moves after which nothing older matters, and detours.

use std::rc::Rc;

use gridkit::FastMap;

use super::parts::{Carried, Outcome, Part};
use super::places::{Below, Place, PlaceNumber};
use super::{Car, Model, Moment, Rest, State, AT_ONCE};
use crate::distances::Row;
use crate::graph::Node;
use crate::stops::Stops;
use crate::track::Cell;

/// A way from a place to another, with no place between them.
#[derive(Clone, Copy, Debug)]
pub(super) struct Detour {
    /// The move that it begins with, if it is no part of what follows.
    pub node: Option<Node>,
    /// What follows until the place.
    pub part: Option<(Part, Outcome)>,
    pub moves: u16,
    pub passed: Stops,
    pub to: PlaceNumber,
}

/// What is known of detours.
#[derive(Default)]
pub(super) struct Known {
    /// By a car that was set back to the cell below the newest.
    has_detour: FastMap<(Rest, Moment), bool>,
}

impl Known {
    pub fn bytes(&self) -> usize {
        self.has_detour.capacity() * 24
    }
}

impl Model {
    /// The moves from a state, each with what follows it at once if no detour begins with it: `None` after the
    /// finish.
    pub(super) fn plain_moves(&mut self, state: State) -> Vec<(Node, Option<State>)> {
        let moment = self.moment(state);
        let nodes = match self.places.get(state.place()) {
            Place::Driving(node) => self.moves(Car::Driving(node), moment.number),
            Place::Resting(at) => self.moves_at_rest(at, moment),
            Place::Above(rest, _) => self.moves(Car::Resting(rest), moment.number),
            Place::Beginning(beginning) => self.moves(Car::Beginning(beginning), moment.number),
        };
        let number = self.after(moment, Stops::NONE, 1).number;
        let mut next = Vec::with_capacity(nodes.len());
        for node in nodes.iter() {
            match self.course().after(state.open(), self.race.graph().mark(*node)) {
                None => next.push((*node, None)),
                Some(open) => {
                    // With a longer set-back a crash leads to an older cell, which is a detour.
                    let place = match (self.is_dead(*node), self.zzz) {
                        (false, _) => Place::Driving(*node),
                        (true, 0) => Place::Resting(self.race.graph().motion(*node).at),
                        (true, _) => continue,
                    };
                    let place = self.places.number(place);
                    next.push((*node, Some(State::new(place, open, number))));
                }
            }
        }
        next
    }

    fn moves_at_rest(&mut self, at: Cell, moment: Moment) -> Rc<[Node]> {
        self.moves(Car::Resting(Rest { at, top: at, at_once: 1 }), moment.number)
    }

    /// The most crashes in a detour from a state, so that all the moves can be within the limit if so many were
    /// made before.
    pub(super) fn most_crashes(&mut self, state: State, moves: u16) -> u16 {
        if self.zzz == 0 {
            return 0;
        }
        if self.zzz == 1 {
            // Only crashes at once follow each other.
            return u16::from(AT_ONCE);
        }
        let place = self.places.get(state.place());
        let row = self.nearness_of(place);
        let reaches_trail =
            matches!(place, Place::Beginning(_) | Place::Above(_, Below::Trail { .. }));
        let mut most = 0;
        loop {
            // Far down in the trail of before a detour may end after fewer moves.
            let least = if reaches_trail { self.zzz - 1 } else { 0 };
            let passing = self.moves_in(0, most + 1).unwrap_or(u16::MAX).saturating_add(1);
            let least = passing.saturating_sub(least.saturating_add(2));
            let left = self.left_after(place, &row, state.open(), passing).unwrap_or(u16::MAX);
            let total = moves.saturating_add(least).saturating_add(left.max(1));
            if total > self.limits.moves {
                return most;
            }
            if most == self.limits.crashes {
                self.is_cut = true;
                return most;
            }
            most += 1;
        }
    }

    /// The moves that are left at least after a detour of up to so many moves, which may have passed what
    /// is near enough.
    fn left_after(&self, place: Place, row: &Row, open: Stops, passing: u16) -> Option<u16> {
        let near = self.near.left(row, open, passing)?;
        let open = Stops(open.0 & !self.near.within(row, passing).0);
        let (estimate, track) = match &self.bounds {
            Some((_, estimate)) => (estimate, self.race.track()),
            None => return Some(near),
        };
        let at = |cell| estimate.resting(track.index(cell).unwrap_or(0), open);
        match place {
            Place::Driving(node) => at(self.race.graph().motion(node).at),
            Place::Above(rest, Below::Own) => at(rest.at).into_iter().chain(at(rest.top)).min(),
            _ => Some(near),
        }
    }

    /// The detours from a state, if so many moves were made before.
    pub(super) fn detours(&mut self, state: State, moves: u16) -> Vec<Detour> {
        let mut detours = Vec::new();
        if let Place::Resting(_) = self.places.get(state.place()) {
            return detours;
        }
        for crashes in 1..=self.most_crashes(state, moves) {
            self.add_detours(state.place(), self.moment(state), crashes, &mut detours);
        }
        detours
    }

    /// Adds the detours with so many crashes.
    pub(super) fn add_detours(
        &mut self,
        from: PlaceNumber,
        moment: Moment,
        crashes: u16,
        found: &mut Vec<Detour>,
    ) {
        let place = self.places.get(from);
        let car = match place.car() {
            Some(car) => car,
            None => return,
        };
        let (nodes, top) = (self.moves(car, moment.number), self.top(car));
        if let (Place::Above(rest, below), true, 1) = (place, nodes.is_empty(), self.zzz) {
            if rest.at_once < AT_ONCE && crashes == 1 {
                let rest = Rest { at: top, top, at_once: rest.at_once + 1 };
                let below = if below == Below::Own { Below::Forgotten } else { below };
                let to = self.places.number(Place::Above(rest, below));
                found.push(Detour { node: None, part: None, moves: 0, passed: Stops::NONE, to });
            }
            return;
        }
        for node in nodes.iter() {
            self.add_detours_by(*node, top, moment, crashes, found);
        }
        match place {
            Place::Above(rest, Below::Own) => {
                for left in 0..=1 {
                    let car = Car::Resting(rest);
                    let part = Part { car, left, crashes, may_return: false };
                    for outcome in self.outcomes(part, moment).iter() {
                        let to = match outcome.carried {
                            None if left == 0 => from,
                            Some(carried) if left == 1 => self.carried_to(carried, rest.at),
                            _ => continue,
                        };
                        self.add_detour(None, (part, *outcome), to, moment, found);
                    }
                }
            }
            Place::Above(_, Below::Trail { beginning, depth }) => {
                self.add_detours_down((car, beginning, depth), moment, crashes, found);
            }
            Place::Beginning(beginning) => {
                self.add_detours_down((car, beginning, 1), moment, crashes, found);
            }
            _ => {}
        }
    }

    /// Adds the detours that begin with a move and end above the cell before it.
    fn add_detours_by(
        &mut self,
        node: Node,
        top: Cell,
        moment: Moment,
        crashes: u16,
        found: &mut Vec<Detour>,
    ) {
        let passed = self.passed(moment, node);
        let after = self.after(moment, passed, 1);
        let car = Car::Driving(node);
        let back = Part { car, left: 0, crashes, may_return: false };
        for outcome in self.outcomes(back, after).iter() {
            let later = self.after_part(after, back, *outcome);
            let rest = Rest { at: top, top: self.top(car), at_once: 1 };
            let to = self.resting(rest, later);
            self.add_detour(Some(node), (back, *outcome), to, moment, found);
        }
        if self.can_rest_be_dead {
            let off = Part { left: 1, ..back };
            for outcome in self.outcomes(off, after).iter() {
                if let Some(carried) = outcome.carried {
                    let to = self.carried_to(carried, top);
                    self.add_detour(Some(node), (off, *outcome), to, moment, found);
                }
            }
        }
    }

    /// Adds the detours to older cells of a trail of before.
    fn add_detours_down(
        &mut self,
        (car, beginning, depth): (Car, u16, u16),
        moment: Moment,
        crashes: u16,
        found: &mut Vec<Detour>,
    ) {
        let all = u32::from(crashes) * u32::from(self.zzz - 1);
        let least = all.saturating_sub(self.limits.moves.into()).min(self.zzz.into()) as u16;
        for left in least..self.zzz {
            let part = Part { car, left, crashes, may_return: false };
            for outcome in self.outcomes(part, moment).iter() {
                let trail = &self.beginnings[usize::from(beginning)].0;
                let depth = usize::from(depth) + usize::from(left);
                let top = if left == 0 { self.top(car) } else { trail.cell(depth - 1) };
                let rest = match outcome.carried {
                    None => Rest { at: trail.cell(depth), top, at_once: 1 },
                    Some(carried) => Rest { at: carried.at, top, at_once: carried.at_once },
                };
                let below = Below::Trail { beginning, depth: trail.last(depth) as u16 };
                let to = self.places.number(Place::Above(rest, below));
                self.add_detour(None, (part, *outcome), to, moment, found);
            }
        }
    }

    fn add_detour(
        &mut self,
        node: Option<Node>,
        part: (Part, Outcome),
        to: PlaceNumber,
        moment: Moment,
        found: &mut Vec<Detour>,
    ) {
        let begun = node.map_or(Stops::NONE, |node| self.passed(moment, node));
        let passed = Stops(begun.0 | part.1.passed.0);
        let moves = self.moves_in(part.0.left, part.0.crashes).unwrap_or(u16::MAX);
        let moves = moves.saturating_add(u16::from(node.is_some()));
        if moves < self.limits.moves {
            found.push(Detour { node, part: Some(part), moves, passed, to });
        }
    }

    /// A car that was set back by a crash at once, when nothing older than the top will matter.
    fn carried_to(&mut self, carried: Carried, top: Cell) -> PlaceNumber {
        let rest = Rest { at: carried.at, top, at_once: carried.at_once };
        self.places.number(Place::Above(rest, Below::Forgotten))
    }

    /// A car that was set back to the cell below the newest. Most have no detour from there: then the trail
    /// does not tell them apart.
    fn resting(&mut self, rest: Rest, moment: Moment) -> PlaceNumber {
        let place = if self.has_detour(rest, moment) {
            Place::Above(rest, Below::Own)
        } else {
            Place::Resting(rest.at)
        };
        self.places.number(place)
    }

    fn has_detour(&mut self, rest: Rest, moment: Moment) -> bool {
        if let Some(known) = self.known.has_detour.get(&(rest, moment)) {
            return *known;
        }
        let car = Car::Resting(rest);
        let nodes = self.moves(car, moment.number);
        let mut has = self.zzz == 1 && nodes.is_empty();
        let mut crashes = 1;
        while !has {
            match self.moves_in(0, crashes) {
                Some(moves) if moves < self.limits.moves => {}
                _ => break,
            }
            if crashes > self.limits.crashes {
                // One with more crashes may be there, and is not looked for after this.
                self.is_cut = self.zzz > 1;
                break;
            }
            for left in 0..=1 {
                let part = Part { car, left, crashes, may_return: false };
                has = has || !self.outcomes(part, moment).is_empty();
                for node in nodes.iter() {
                    let after = self.after(moment, self.passed(moment, *node), 1);
                    let part = Part { car: Car::Driving(*node), ..part };
                    let is_of_use = |it: &Outcome| left == 0 || it.carried.is_some();
                    has = has || self.outcomes(part, after).iter().any(is_of_use);
                }
            }
            crashes += 1;
        }
        self.known.has_detour.insert((rest, moment), has);
        has
    }

    /// The moves that are left at least; `None` if there is no way.
    pub fn at_least(&self, state: State) -> Option<u16> {
        let place = self.places.get(state.place());
        if let Some((_, estimate)) = &self.bounds {
            let track = self.race.track();
            match place {
                Place::Driving(node) => return estimate.moving(node, state.open()),
                Place::Resting(at) | Place::Above(Rest { at, .. }, Below::Own) => {
                    return estimate.resting(track.index(at).unwrap_or(0), state.open());
                }
                Place::Above(..) | Place::Beginning(_) => {}
            }
        }
        self.near.left(&self.nearness_of(place), state.open(), 0)
    }
}

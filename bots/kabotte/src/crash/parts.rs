//! What can happen above a cell of the trail.
//!
//! A [`Part`] of a way begins with a car whose cell, or that it has just been set back from, is the newest of
//! the trail. It ends when a crash is about to take that cell off or to lead to the one below. How many
//! cells that crash still has to take off then is the first thing that is asked for; the other is the
//! number of crashes. Each move lays one cell on the trail and each crash takes `zzz - 1` off, so that the
//! number of moves follows from these two.
//!
//! A part is a move and a part from there on, which ends by what takes one more cell off; or by what leads
//! back to the cell, and then goes on from rest on it. With no move left it is a crash and nothing else.

use std::hash::{Hash, Hasher};
use std::rc::Rc;

use gridkit::FastMap;

use super::{returns, Car, Model, Moment, Rest, Stop, AT_ONCE};
use crate::graph::Node;
use crate::stops::Stops;
use crate::track::Cell;

/// See the [module](self).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Part {
    pub car: Car,
    /// The cells that its last crash still takes off after it, with that which was newest at its beginning.
    /// With 0 the crash leads to the cell below that one.
    pub left: u16,
    /// The crashes in it, with the last one.
    pub crashes: u16,
    /// Whether the car may be set back to the same cell any number of times before. It rests then, and the cell
    /// is the one below the newest.
    pub may_return: bool,
}

/// What a part does to a race.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Outcome {
    pub passed: Stops,
    /// A crash at once after another leads to this cell, whatever it still takes off.
    pub carried: Option<Carried>,
    /// Number of ways.
    pub ways: u64,
}

/// A car that is set back by a crash at once after another one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Carried {
    pub at: Cell,
    pub at_once: u8,
}

impl Carried {
    /// The car when no more cells are taken off.
    pub fn on(self, top: Cell) -> Car {
        Car::Resting(Rest { at: self.at, top, at_once: self.at_once })
    }
}

impl Outcome {
    const NOTHING: Outcome = Outcome { passed: Stops::NONE, carried: None, ways: 1 };

    /// This one and then another.
    fn then(self, next: Outcome) -> Outcome {
        let passed = Stops(self.passed.0 | next.passed.0);
        let ways = self.ways.saturating_mul(next.ways);
        Outcome { passed, carried: next.carried, ways }
    }

    /// Whether it leads to the same place as another one, and passes all that it passes.
    fn covers(&self, other: &Outcome) -> bool {
        self.carried == other.carried && other.passed.0 & !self.passed.0 == 0
    }
}

/// One part or two, each with the outcome that it has.
type Pair = [Option<(Part, Outcome)>; 2];

/// Parts one after another, each with the outcome that it has.
#[derive(Clone, Copy, Debug)]
pub(super) struct Derivation {
    /// The move that it begins with.
    pub node: Option<Node>,
    pub parts: [Option<(Part, Outcome)>; 3],
    pub outcome: Outcome,
}

/// A part that is asked for at a moment.
#[derive(Clone, Copy, PartialEq, Eq)]
struct Question(Part, Moment);

impl Hash for Question {
    /// The hasher multiplies, so that low bits of a hash depend on no higher bits of the value.
    fn hash<H: Hasher>(&self, hasher: &mut H) {
        let Question(part, moment) = self;
        let cell = |cell: Cell| (cell.x as u64) << 16 ^ cell.y as u64;
        let car = match part.car {
            Car::Driving(node) => u64::from(node.0),
            Car::Resting(Rest { at, top, at_once }) => {
                (cell(at) << 32 | 1 << 31) ^ cell(top) ^ u64::from(at_once) << 60
            }
            Car::Beginning(number) => u64::from(number) | 1 << 63,
        };
        let kind = u64::from(part.may_return) << 1 | u64::from(moment.is_line_open);
        let rest = u64::from(part.left) << 48 | u64::from(part.crashes) << 32 | kind << 16;
        let rest = (rest | u64::from(moment.number.0)).wrapping_mul(0x9e37_79b9_7f4a_7c15);
        let mixed = (car ^ rest >> 7 ^ rest).wrapping_mul(0xd6e8_feb8_6659_fd93);
        hasher.write_u64(mixed ^ mixed >> 32);
    }
}

/// The outcomes of parts that are known.
pub(super) struct Lists {
    numbers: FastMap<Question, u32>,
    /// The first is the empty one: most are, and share it.
    all: Vec<Rc<[Outcome]>>,
    outcomes: usize,
}

impl Default for Lists {
    fn default() -> Lists {
        Lists { numbers: FastMap::default(), all: vec![Rc::new([])], outcomes: 0 }
    }
}

impl Lists {
    fn get(&self, part: Part, moment: Moment) -> Option<Rc<[Outcome]>> {
        let number = *self.numbers.get(&Question(part, moment))?;
        Some(Rc::clone(&self.all[number as usize]))
    }

    fn put(&mut self, part: Part, moment: Moment, list: Vec<Outcome>) -> Rc<[Outcome]> {
        if list.is_empty() {
            self.numbers.insert(Question(part, moment), 0);
            return self.none();
        }
        self.outcomes += list.len();
        let list: Rc<[Outcome]> = list.into();
        self.numbers.insert(Question(part, moment), self.all.len() as u32);
        self.all.push(Rc::clone(&list));
        list
    }

    fn none(&self) -> Rc<[Outcome]> {
        Rc::clone(&self.all[0])
    }

    pub fn bytes(&self) -> usize {
        self.numbers.capacity() * 40 + self.all.len() * 32 + self.outcomes * 24
    }
}

/// Adds an outcome to others of the same part.
fn add(list: &mut Vec<Outcome>, outcome: Outcome) {
    let is_same = |it: &&mut Outcome| (it.passed, it.carried) == (outcome.passed, outcome.carried);
    match list.iter_mut().find(is_same) {
        Some(known) => known.ways = known.ways.saturating_add(outcome.ways),
        None => list.push(outcome),
    }
}

impl Model {
    /// The moves in a part. There are fewer crashes than could take so many cells off if it is `None`.
    pub(super) fn moves_in(&self, left: u16, crashes: u16) -> Option<u16> {
        let off = u32::from(crashes) * u32::from(self.zzz.saturating_sub(1));
        off.checked_sub(left.into()).map(|moves| moves.min(u16::MAX.into()) as u16)
    }

    /// The outcomes of a part that is asked for at a moment.
    ///
    /// Where it does not matter how many moves were made, those are left out that another part with fewer
    /// crashes can replace: it leads to the same place in fewer moves and passes at least as much, so that no
    /// quickest way has the longer one. For the same reason the list is empty, and nothing is
    /// searched, if such a part passes all that could be passed at all.
    pub(super) fn outcomes(&mut self, part: Part, moment: Moment) -> Rc<[Outcome]> {
        let moves = match self.moves_in(part.left, part.crashes) {
            Some(moves) => moves,
            None => return self.lists.none(),
        };
        if !self.can_be(part, moves) {
            return self.lists.none();
        }
        if let Some(list) = self.lists.get(part, moment) {
            return list;
        }
        if self.lists.bytes() > self.limits.memory {
            self.stop = Some(Stop::Memory);
        } else if self.deadline.expired() {
            self.stop = Some(Stop::Time);
        }
        if self.stop.is_some() {
            return self.lists.none();
        }
        let mut shorter = Vec::new();
        if !self.is_numbered() {
            for crashes in 1..part.crashes {
                let list = self.outcomes(Part { crashes, ..part }, moment);
                shorter.extend(list.iter().copied());
            }
            let passed = self.near.within(&self.nearness(part.car), moves);
            let most = Outcome { passed, ..Outcome::NOTHING };
            if !self.can_rest_be_dead && shorter.iter().any(|it| it.covers(&most)) {
                return self.lists.put(part, moment, Vec::new());
            }
        }
        let mut found = Vec::new();
        self.derive(part, moment, &mut |derivation| add(&mut found, derivation.outcome));
        found.retain(|it| !shorter.iter().any(|shorter| shorter.covers(it)));
        self.lists.put(part, moment, found)
    }

    /// Whether there may be such a part of so many moves.
    fn can_be(&self, part: Part, moves: u16) -> bool {
        match (part.car, &self.bounds) {
            (Car::Driving(node), Some((returns, _))) if moves <= returns::MOST => {
                returns.of(node) >> moves & 1 == 1
            }
            (Car::Resting(rest), Some((returns, _))) if moves <= returns::MOST && part.left > 0 => {
                let cell = self.race.track().index(rest.at).unwrap_or(0);
                returns.at_rest_on(cell) >> moves & 1 == 1
            }
            // Nothing but the last crash.
            (Car::Driving(node), None) if part.crashes == 1 && moves <= 31.min(self.zzz) => {
                self.doom[node.index()] >> moves & 1 == 1
            }
            _ => true,
        }
    }

    /// All ways to begin a part, with what is left of it.
    pub(super) fn derive(&mut self, part: Part, moment: Moment, emit: &mut dyn FnMut(Derivation)) {
        if part.may_return {
            let once = Part { may_return: false, ..part };
            for outcome in self.outcomes(once, moment).iter() {
                let parts = [Some((once, *outcome)), None, None];
                emit(Derivation { node: None, parts, outcome: *outcome });
            }
            for crashes in 1..part.crashes {
                let first = Part { left: 0, crashes, ..once };
                for one in self.outcomes(first, moment).iter() {
                    let after = self.after_part(moment, first, *one);
                    let next = Part { crashes: part.crashes - crashes, ..part };
                    for other in self.outcomes(next, after).iter() {
                        let parts = [Some((first, *one)), Some((next, *other)), None];
                        emit(Derivation { node: None, parts, outcome: one.then(*other) });
                    }
                }
            }
            return;
        }
        let nodes = self.moves(part.car, moment.number);
        if nodes.is_empty() {
            self.crash(part, moment, emit);
        } else {
            self.derive_by(part, moment, &nodes, emit);
        }
    }

    /// A part that begins with a crash.
    fn crash(&mut self, part: Part, moment: Moment, emit: &mut dyn FnMut(Derivation)) {
        let whole = part.crashes == 1 && part.left + 1 == self.zzz;
        let rest = match part.car {
            Car::Driving(_) if whole => {
                let outcome = Outcome::NOTHING;
                return emit(Derivation { node: None, parts: [None; 3], outcome });
            }
            Car::Resting(rest) if rest.at_once < AT_ONCE => rest,
            _ => return,
        };
        let carried = Carried { at: rest.top, at_once: rest.at_once + 1 };
        if self.zzz == 1 && part.crashes > 1 {
            let next = Part { car: carried.on(rest.top), crashes: part.crashes - 1, ..part };
            for outcome in self.outcomes(next, moment).iter() {
                let parts = [Some((next, *outcome)), None, None];
                emit(Derivation { node: None, parts, outcome: *outcome });
            }
        } else if self.zzz > 1 && whole {
            let outcome = Outcome { carried: Some(carried), ..Outcome::NOTHING };
            emit(Derivation { node: None, parts: [None; 3], outcome });
        }
    }

    /// A part that begins with one of some moves.
    pub(super) fn derive_by(
        &mut self,
        part: Part,
        moment: Moment,
        nodes: &[Node],
        emit: &mut dyn FnMut(Derivation),
    ) {
        if part.left + 1 >= self.zzz {
            // Only a crash at once takes so many off.
            return;
        }
        let top = self.top(part.car);
        for node in nodes {
            let passed = self.passed(moment, *node);
            let after = self.after(moment, passed, 1);
            let begun = Outcome { passed, ..Outcome::NOTHING };
            self.above(*node, top, after, (part.left + 1, part.crashes), &mut |parts, outcome| {
                if outcome.carried.is_none() || part.left > 0 {
                    let parts = [parts[0], parts[1], None];
                    emit(Derivation { node: Some(*node), parts, outcome: begun.then(outcome) });
                }
            });
            if self.can_rest_be_dead {
                self.carried(part, (*node, top), after, begun, emit);
            }
        }
    }

    /// Parts after which a crash at once takes nothing more off: the car goes on above the same cell.
    fn carried(
        &mut self,
        part: Part,
        (node, top): (Node, Cell),
        after: Moment,
        begun: Outcome,
        emit: &mut dyn FnMut(Derivation),
    ) {
        for crashes in 1..part.crashes {
            let mut found = Vec::new();
            self.above(node, top, after, (1, crashes), &mut |parts, one| {
                found.extend(one.carried.map(|carried| (carried, parts, one)));
            });
            for (carried, parts, one) in found {
                let moves = self.moves_in(1, crashes).unwrap_or(0);
                let later = self.after(after, one.passed, moves);
                let car = carried.on(top);
                let next = Part { car, crashes: part.crashes - crashes, ..part };
                for other in self.outcomes(next, later).iter() {
                    let last = Some((next, *other));
                    let parts = match parts {
                        [first, None] => [first, last, None],
                        [first, second] => [first, second, last],
                    };
                    let outcome = begun.then(one).then(*other);
                    emit(Derivation { node: Some(node), parts, outcome });
                }
            }
        }
    }

    /// What follows a move until its cell is taken off, as the last of so many cells and with so many
    /// crashes; the cell below is `top`, to which the car may be set back before.
    fn above(
        &mut self,
        node: Node,
        top: Cell,
        moment: Moment,
        (left, crashes): (u16, u16),
        emit: &mut dyn FnMut(Pair, Outcome),
    ) {
        let car = Car::Driving(node);
        let direct = Part { car, left, crashes, may_return: false };
        for outcome in self.outcomes(direct, moment).iter() {
            emit([Some((direct, *outcome)), None], *outcome);
        }
        for first in 1..crashes {
            let back = Part { left: 0, crashes: first, ..direct };
            for one in self.outcomes(back, moment).iter() {
                let after = self.after_part(moment, back, *one);
                let rest = Rest { at: top, top: self.top(car), at_once: 1 };
                let car = Car::Resting(rest);
                let next = Part { car, left, crashes: crashes - first, may_return: true };
                for other in self.outcomes(next, after).iter() {
                    emit([Some((back, *one)), Some((next, *other))], one.then(*other));
                }
            }
        }
    }

    /// The moment after a part.
    pub(super) fn after_part(&self, moment: Moment, part: Part, outcome: Outcome) -> Moment {
        let moves = self.moves_in(part.left, part.crashes).unwrap_or(0);
        self.after(moment, outcome.passed, moves)
    }
}

//! Finds the avoidable crashes of a car, by a plain reading of the rules.
//!
//! A crash could be avoided *at some price* in two cases. On the turn before it there was a lawful move after
//! which the other cars, from where they stood and whatever they did up to the next turn, could not have
//! taken every cell to go to. Or on an earlier turn the car left the ways that lead to the finish without a
//! crash, alone on the track, although another lawful move stayed on them.
//!
//! It was *avoidable* if such a move would have left no more moves than were left after the crash. A safe
//! move that costs more than the crash is worse than the crash itself, which is only a risk.

use gridkit::Deadline;
use kabotte::exact::Exact;
use kabotte::motion::{passage, Motion, Vector};
use kabotte::protocol::{Command, Start, Turn};
use kabotte::rules::MoveNumber;
use kabotte::solve::Race;
use kabotte::stops::Stops;
use kabotte::tour::FAR;
use kabotte::track::Cell;

use super::racing::Past;

/// A crash that could be avoided at some price.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Crash {
    /// The round before it.
    pub round: u32,
    /// The extra cost of the quickest safe move compared with the crash, in moves; negative if the crash cost
    /// more.
    pub price: i32,
}

impl Crash {
    pub fn is_avoidable(self) -> bool {
        self.price <= 0
    }
}

/// The crashes of a race that could be avoided at some price.
pub fn crashes(past: &[Past]) -> Vec<Crash> {
    let (mut race, mut exact) = (None, Exact::default());
    let mut avoidable = Vec::new();
    // Whether the last moves have left all ways to the finish, although another choice existed.
    let mut is_astray = false;
    for (index, past_turn) in past.iter().enumerate() {
        let Past { start, turn, command, then_crashed } = past_turn;
        let race = race.get_or_insert_with(|| {
            Race::new(&start.track, start.settings, &mut Deadline::after_nodes(0))
        });
        let car = turn.cars[start.seat];
        let (chosen, from) = match (command, car.motion) {
            (Command::Move(motion), Some(from)) => (motion, from),
            _ => continue,
        };
        let open = race.open(car.collected, true);
        exact.prepare(race, open, &mut Deadline::after_nodes(u64::MAX));
        let number = MoveNumber(car.moves.max(1));
        let left = |motion: &Motion| left(race, &exact, open, *motion, number);
        let is_alive = |motion: &Motion| left(motion) < FAR;
        is_astray |= !is_alive(chosen) && lawful(turn).any(|it| is_alive(&it));
        if *then_crashed {
            let could = lawful(turn).filter(is_alive);
            let could = could.filter(|it| is_secure(start, turn, *it, number));
            let cheapest = could.map(|it| left(&it)).min();
            // After the crash the car continues from its set-back cell.
            let after =
                past.get(index + 1).and_then(|it| lawful(&it.turn).map(|it| left(&it)).min());
            let price = |safe: u16| match after {
                Some(after) => i32::from(safe) - i32::from(after) - 1,
                None => 0,
            };
            let price = if is_astray { Some(0) } else { cheapest.map(price) };
            avoidable.extend(price.map(|price| Crash { round: turn.round, price }));
        }
        if *then_crashed || from.vector == Vector::ZERO {
            is_astray = false;
        }
    }
    avoidable
}

/// The moves that a car may make.
fn lawful(turn: &Turn) -> impl Iterator<Item = Motion> + '_ {
    turn.candidates.iter().filter(|it| it.is_lawful).map(|it| it.motion)
}

/// The moves that are left after a move with these stops open before it.
fn left(race: &Race, exact: &Exact, open: Stops, motion: Motion, number: MoveNumber) -> u16 {
    let node = match race.graph().node(motion, number) {
        Some(node) => node,
        None => return FAR,
    };
    match race.course().after(open, race.graph().mark(node)) {
        None => 0,
        Some(after) => exact.left(node, after).unwrap_or_else(|| race.left(node, open)),
    }
}

fn next(start: &Start, car: Motion, number: MoveNumber) -> Vec<Motion> {
    let legal = |vector: &Vector| {
        let passes = passage(&start.track, car.at, *vector, start.settings.checkpoints).is_some();
        *vector != Vector::ZERO && passes
    };
    let mut vectors: Vec<Vector> = car.vector.nearby().filter(legal).collect();
    start.settings.rules.filter(&start.track, car, number, &mut vectors);
    vectors.into_iter().map(|vector| car.next(vector)).collect()
}

/// Whether the other cars cannot take every cell that has a way on and that a car can reach after a move.
fn is_secure(start: &Start, turn: &Turn, car: Motion, number: MoveNumber) -> bool {
    let goes_on = |motion: &Motion| {
        let finishes = passage(&start.track, motion.source(), motion.vector, true)
            .map_or(false, |passage| passage.crosses_finish);
        finishes || !next(start, *motion, number.next().next()).is_empty()
    };
    let wanted = next(start, car, number.next());
    let wanted: Vec<Cell> = wanted.iter().filter(|it| goes_on(it)).map(|it| it.at).collect();
    let others = turn.cars.iter().enumerate().filter(|it| it.0 != start.seat && it.1.is_racing);
    let mut reach: Vec<Vec<Cell>> = Vec::new();
    for (_, other) in others {
        let (from, number) = match other.motion {
            Some(motion) => (motion, MoveNumber(other.moves.max(1))),
            None => continue,
        };
        let once = next(start, from, number);
        let twice = once.iter().flat_map(|it| next(start, *it, number.next()));
        let mut cells: Vec<Cell> = Vec::new();
        if other.has_moved || start.all_block {
            cells.extend(once.iter().map(|it| it.at));
        }
        if start.all_block {
            cells.push(from.at);
        }
        if !other.has_moved {
            cells.extend(twice.map(|it| it.at));
        }
        reach.push(cells);
    }
    !can_take_all(&wanted, &mut reach)
}

/// Tries every car for each of the cells.
fn can_take_all(wanted: &[Cell], reach: &mut Vec<Vec<Cell>>) -> bool {
    let (cell, rest) = match wanted.split_first() {
        Some(split) => split,
        None => return true,
    };
    (0..reach.len()).any(|car| {
        if !reach[car].contains(cell) {
            return false;
        }
        let cells = reach.remove(car);
        let can = can_take_all(rest, reach);
        reach.insert(car, cells);
        can
    })
}

//! Which crashes of a car could be avoided, by the plain words of the rules.
//!
//! A crash is *avoidable* if at the turn before it there was a lawful move after which the other cars, as
//! they stood then and whatever they did up to the next turn, could not have taken every cell to go
//! to; or if at any earlier turn the car left the ways that lead home without a crash, alone on the
//! track, although another lawful move kept to them.

use gridkit::Deadline;
use kabotte::motion::{passage, Motion, Vector};
use kabotte::protocol::{Command, Start, Turn};
use kabotte::rules::MoveNumber;
use kabotte::solve::Race;
use kabotte::tour::FAR;
use kabotte::track::Cell;

use super::racing::Past;

/// The rounds of a race after which a crash followed that was avoidable.
pub fn crashes(past: &[Past]) -> Vec<u32> {
    let mut race = None;
    let mut avoidable = Vec::new();
    // Whether the last moves have led away from all ways home, with another choice.
    let mut is_astray = false;
    for past in past {
        let race = race.get_or_insert_with(|| {
            Race::new(&past.start.track, past.start.settings, &mut Deadline::after_nodes(0))
        });
        let car = past.turn.cars[past.start.seat];
        let (chosen, from) = match (past.command, car.motion) {
            (Command::Move(motion), Some(from)) => (motion, from),
            _ => continue,
        };
        let lawful: Vec<Motion> =
            past.turn.candidates.iter().filter(|it| it.is_lawful).map(|it| it.motion).collect();
        let number = MoveNumber(car.moves.max(1));
        let is_alive = |motion: &Motion| {
            let node = race.graph().node(*motion, number);
            node.map_or(false, |node| race.left(node, race.open(car.collected, true)) < FAR)
        };
        is_astray |= !is_alive(&chosen) && lawful.iter().any(is_alive);
        if past.then_crashed {
            let could = lawful.iter().filter(|it| is_alive(it));
            let mut could = could.filter(|it| is_secure(&past.start, &past.turn, **it, number));
            if is_astray || could.next().is_some() {
                avoidable.push(past.turn.round);
            }
        }
        if past.then_crashed || from.vector == Vector::ZERO {
            is_astray = false;
        }
    }
    avoidable
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

/// Whether the other cars cannot take every cell that a car can go to after a move and that has a way on.
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

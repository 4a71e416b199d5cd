//! Crashes: whether each could have been avoided, in which round, and its cost.

use serde::Serialize;

use crate::analysis::Worth;
use crate::race::{Deed, PlayedRace};

/// The cause of a crash.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Cause {
    /// The player made a move after which every way crashes, although it had others.
    Choice {
        /// The round of that move.
        round: u32,
    },
    /// Cars blocked every way that does not crash.
    Cars {
        /// The round of that turn.
        round: u32,
        /// Their seats.
        seats: Vec<usize>,
    },
    /// The duty to repeat a vector (`REmulAde`) left no other way.
    Rule {
        /// The round of that turn.
        round: u32,
    },
    /// There was no other way from the start.
    NoWay,
}

/// A crash.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Crash {
    /// The index of its situation.
    pub situation: usize,
    /// The round.
    pub round: u32,
    /// The seat of the car.
    pub seat: usize,
    /// The cause.
    pub cause: Cause,
    /// The extra moves to the finish compared with going on without the crash. `None` if the car left before
    /// it was on a way to the finish again; only the first of several crashes in a row has a cost.
    pub cost: Option<i32>,
}

/// The point after which every way of a car crashed.
struct Doom {
    /// The fewest moves just before it, by the best way.
    left: u16,
    cause: Cause,
    /// The moves since then, including that one.
    moves: i32,
    /// The first of its crashes, by its index in the list.
    first: Option<usize>,
}

/// All crashes of a race in the order of time.
pub fn crashes(played: &PlayedRace, worths: &[Worth]) -> Vec<Crash> {
    let mut crashes: Vec<Crash> = Vec::new();
    let mut dooms: Vec<Option<Doom>> = played.players.iter().map(|_| None).collect();
    for (number, (situation, worth)) in played.situations.iter().zip(worths).enumerate() {
        let (seat, round) = (situation.seat, situation.round);
        let doom = &mut dooms[seat];
        if doom.is_none() {
            let left = worth.with_cars.or(worth.obliged).or(worth.free);
            let cause = match (worth.obliged, worth.with_cars, worth.after) {
                (None, _, _) if worth.free.is_some() => Some(Cause::Rule { round }),
                (Some(_), None, _) => {
                    let seats = worth.rivals.iter().map(|rival| rival.blocker.seat).collect();
                    Some(Cause::Cars { round, seats })
                }
                (Some(_), Some(_), None) if situation.deed != Deed::Gone => {
                    Some(Cause::Choice { round })
                }
                _ => None,
            };
            if let (Some(left), Some(cause)) = (left, cause) {
                *doom = Some(Doom { left, cause, moves: 0, first: None });
            }
        }
        match situation.deed {
            Deed::Crashed(_) => {
                let cause = doom.as_ref().map_or(Cause::NoWay, |doom| doom.cause.clone());
                if let Some(doom) = doom {
                    doom.first.get_or_insert(crashes.len());
                }
                crashes.push(Crash { situation: number, round, seat, cause, cost: None });
            }
            Deed::Moved { .. } => {
                if let Some(doom) = doom {
                    doom.moves += 1;
                }
            }
            Deed::Placed(_) | Deed::Gone => {}
        }
        let recovered = doom.take_if(|_| worth.after.is_some());
        if let (Some(doom), Some(after)) = (recovered, worth.after) {
            let cost = doom.moves + i32::from(after) - i32::from(doom.left);
            if let Some(first) = doom.first {
                crashes[first].cost = Some(cost);
            }
        }
    }
    crashes
}

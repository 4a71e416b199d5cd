//! A game to be played.

use serde::{Deserialize, Serialize};

use super::logged::{Logged, is_zero};
use crate::game::Seat;

/// A game to be played.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Job {
    /// Its seed.
    pub seed: String,
    /// Names of the bots by seat.
    pub bots: Vec<String>,
    /// Number of earlier plays, which do not count because a player may have been late through no fault of its own.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub replayed: u32,
    /// These players.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub replayed_for: Vec<Seat>,
}

impl Job {
    /// The first play of a game.
    pub fn new(seed: String, bots: Vec<String>) -> Self {
        Self { seed, bots, replayed: 0, replayed_for: Vec::new() }
    }

    /// A replay of an undecided game.
    pub(super) fn again(game: &Logged) -> Self {
        let Logged { seed, bots, replayed, overloaded, .. } = game;
        let (seed, bots) = (seed.to_string(), bots.to_vec());
        let mut replayed_for = game.replayed_for.to_vec();
        replayed_for.extend(overloaded);
        replayed_for.sort_unstable();
        replayed_for.dedup();
        Self { seed, bots, replayed: replayed + 1, replayed_for }
    }
}

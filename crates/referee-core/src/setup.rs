//! What a game is made from: a seed, options, and a number of players.

use std::ops::RangeInclusive;

use serde_json::{Map, Value};

/// Why a game cannot be set up: a sentence for the user.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{0}")]
pub struct SetupError(pub String);

/// What a game is made from.
#[derive(Clone, Debug, PartialEq)]
pub struct Setup {
    /// The seed as text: some sites use signed 64-bit numbers, others have no seeds.
    pub seed: String,
    /// The options by name. Those that are missing have their defaults.
    pub options: Map<String, Value>,
    /// Number of players.
    pub seats: usize,
}

impl Setup {
    /// Parses the seed as an `i64`.
    ///
    /// # Errors
    /// If the seed is not a whole number in that range.
    pub fn integer_seed(&self) -> Result<i64, SetupError> {
        self.seed.parse().map_err(|_| {
            let (least, most) = (i64::MIN, i64::MAX);
            let seed = &self.seed;
            SetupError(format!(
                "the seed '{seed}' is not a whole number from {least} to {most}; give another with --seed"
            ))
        })
    }

    /// Checks the number of players.
    ///
    /// # Errors
    /// If it is outside the range.
    pub fn demand_seats(&self, range: RangeInclusive<usize>) -> Result<(), SetupError> {
        if range.contains(&self.seats) {
            return Ok(());
        }
        let (least, most) = (range.start(), range.end());
        let wanted = if least == most { least.to_string() } else { format!("{least} to {most}") };
        Err(SetupError(format!(
            "the game takes {wanted} players, not {}; give as many bots, or choose their number with --players",
            self.seats
        )))
    }
}

//! What the results of many games say: pure functions, without input, output or a clock.
//!
//! The unit of all statistics is not the game but one **seed played in every seat order**. Games
//! of one seed are not independent (the map may favour a seat), seeds are.
//!
//! ```text
//! seed 7   A first: won   B first: drawn   ─► A has 1½ of 2 points: the unit's result is level 3 of 4
//! seed 8   A first: won   B first: lost    ─► A has 1  of 2 points: level 2 of 4
//! ```
//!
//! | question | module |
//! |---|---|
//! | how large is A's share of the points? | [`shares`] |
//! | how much is that in Elo, and is A better at all? | [`elo`], [`normalised_elo`] |
//! | can we stop playing? | [`sprt`] by points, [`score`] by the difference of scores |
//! | how long will that take? | [`remaining`] |
//! | is A better than B against others? | [`field`] |
//! | how do many bots rank? | [`bradley_terry`] by pairs, [`seats`] by ranks of many-seat games |
//! | is a count higher than chance explains? | [`binomial`] |
//! | do two rows of counts differ more than chance explains? | [`chi_square`] |
//!
//! All stand on the distributions [`normal`] and [`student`].

pub mod binomial;
pub mod bradley_terry;
pub mod chi_square;
pub mod elo;
pub mod field;
pub mod normal;
pub mod normalised_elo;
pub mod remaining;
pub mod score;
pub mod seats;
pub mod shares;
pub mod sprt;
pub mod student;

use std::f64::consts::LN_10;

use serde::Serialize;

/// Elo in one unit of the natural logarithm of the odds.
const ELO_PER_LOGIT: f64 = 400.0 / LN_10;

/// The ends of a confidence interval, both of which belong to it.
///
/// An end may be infinite (the Elo of a bot that won everything), which JSON writes as `null`.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Interval {
    /// The lower end.
    pub low: f64,
    /// The upper end.
    pub high: f64,
}

impl Interval {
    /// Whether `value` lies in the interval.
    pub fn contains(&self, value: f64) -> bool {
        (self.low..=self.high).contains(&value)
    }

    /// The interval that a rising function makes of this one.
    #[must_use]
    pub fn map(self, rising: impl Fn(f64) -> f64) -> Self {
        Self { low: rising(self.low), high: rising(self.high) }
    }
}

/// A number that was measured, and how sure it is.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Estimate {
    /// The number.
    pub value: f64,
    /// The confidence interval around it.
    #[serde(flatten)]
    pub interval: Interval,
}

impl Estimate {
    /// What a rising function makes of the number and of its interval.
    #[must_use]
    pub fn map(self, rising: impl Fn(f64) -> f64) -> Self {
        Self { value: rising(self.value), interval: self.interval.map(rising) }
    }
}

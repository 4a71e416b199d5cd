//! What every method of tuning can do.

use rand::SeedableRng;
use rand_pcg::Pcg64Mcg;
use serde::{Deserialize, Serialize};

/// A way to find better values.
pub trait Method {
    /// The values to play with in the coming round, in the order of the parameters. They lie within
    /// their ranges, and whole parameters have whole values.
    fn candidates(&self) -> &[Vec<f64>];

    /// Takes what each candidate made in the round, and goes on to the next.
    ///
    /// # Panics
    /// If that is not of as many as there are candidates.
    fn tell(&mut self, tally: &RoundTally);

    /// What is thought best at the start and after each round, in the order of the parameters.
    fn trail(&self) -> &[Vec<Moment>];

    /// How far each parameter would have drifted, about, if no value were better than another (one
    /// standard deviation). `None` if the method cannot tell.
    fn luck(&self) -> Option<Vec<f64>>;

    /// What is thought best now, in the order of the parameters.
    fn values(&self) -> Vec<f64> {
        self.trail().last().map_or_else(Vec::new, |now| now.iter().map(|it| it.value).collect())
    }
}

/// What the candidates made in a round, in their order.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(untagged)]
pub enum RoundTally {
    /// Half points of each, where games are won and lost.
    HalfPoints(Vec<u64>),
    /// Where players work together: points that the team of each earned on each seed, in all its
    /// rounds there. The seeds are the same for all.
    TeamPoints(Vec<Vec<i64>>),
}

impl RoundTally {
    /// What each candidate made in all.
    pub fn totals(&self) -> Vec<i64> {
        match self {
            RoundTally::HalfPoints(points) => points.iter().map(|&points| points as i64).collect(),
            RoundTally::TeamPoints(points) => {
                points.iter().map(|seeds| seeds.iter().sum()).collect()
            }
        }
    }
}

/// Where a parameter stood at some time.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Moment {
    /// What was thought best.
    pub value: f64,
    /// The smallest value that was tried then.
    pub low: f64,
    /// The greatest.
    pub high: f64,
}

/// The randomness of one round. It depends on nothing else, so that a tuning can go on anywhere.
pub(super) fn random_of(seed: u64, round: usize) -> Pcg64Mcg {
    Pcg64Mcg::seed_from_u64(seed.wrapping_mul(0x9E37_79B9_7F4A_7C15) ^ round as u64)
}

//! The trait of the methods of tuning.

use rand::SeedableRng;
use rand_pcg::Pcg64Mcg;
use serde::{Deserialize, Serialize};

/// A method of tuning.
pub trait Method {
    /// The values of each candidate of the coming round, in the order of the parameters. They are
    /// within their ranges, and whole parameters have whole values.
    fn candidates(&self) -> &[Vec<f64>];

    /// Takes the points of each candidate in the round and prepares the next.
    ///
    /// # Panics
    /// If their number is not that of the candidates.
    fn tell(&mut self, tally: &RoundTally);

    /// The best values at the start and after each round, in the order of the parameters.
    fn trail(&self) -> &[Vec<Moment>];

    /// The approximate standard deviation of each parameter's drift if no value were better than
    /// another. `None` if the method cannot tell.
    fn luck(&self) -> Option<Vec<f64>>;

    /// The best values now, in the order of the parameters.
    fn values(&self) -> Vec<f64> {
        self.trail().last().map_or_else(Vec::new, |now| now.iter().map(|it| it.value).collect())
    }
}

/// The settings of a method that was given more rounds than at first: those of each stage with the number of its last
/// round, then those of all later rounds.
#[derive(Clone, Debug)]
pub(super) struct Stages<T> {
    earlier: Vec<(usize, T)>,
    now: T,
}

impl<T> Stages<T> {
    /// The stages in their order, and the settings after them.
    pub fn new(earlier: impl IntoIterator<Item = (usize, T)>, now: T) -> Self {
        Self { earlier: earlier.into_iter().collect(), now }
    }

    /// The settings of a round, from 1.
    pub fn of(&self, round: usize) -> &T {
        let stage = self.earlier.iter().find(|(last, _)| round <= *last);
        stage.map_or(&self.now, |(_, settings)| settings)
    }
}

/// The points of the candidates in a round, in their order.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(untagged)]
pub enum RoundTally {
    /// Half points of each candidate.
    HalfPoints(Vec<u64>),
    /// In a contest with teams: points of each candidate's team on each seed, over all rounds. The
    /// seeds are the same for all.
    TeamPoints(Vec<Vec<i64>>),
}

impl RoundTally {
    /// The sum of each candidate's points.
    pub fn totals(&self) -> Vec<i64> {
        match self {
            RoundTally::HalfPoints(points) => points.iter().map(|&points| points as i64).collect(),
            RoundTally::TeamPoints(points) => {
                points.iter().map(|seeds| seeds.iter().sum()).collect()
            }
        }
    }
}

/// A parameter at one time.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Moment {
    /// The best value.
    pub value: f64,
    /// The least value that was tried.
    pub low: f64,
    /// The greatest.
    pub high: f64,
}

/// The random generator of a round. It depends on the seed and the round only, so that a tuning can
/// be resumed.
pub(super) fn random_of(seed: u64, round: usize) -> Pcg64Mcg {
    Pcg64Mcg::seed_from_u64(seed.wrapping_mul(0x9E37_79B9_7F4A_7C15) ^ round as u64)
}

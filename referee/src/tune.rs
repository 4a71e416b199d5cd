//! Tuning: the numbers of a bot are changed little by little, and games say which way is up.
//!
//! A [`Method`] proposes candidates, the [`Schedule`] says who meets whom on which seeds, and the
//! points of the candidates ([`Tally`]) go back to the method. Nothing here plays, reads a clock or draws a
//! random number that the seed does not give: what was told is all that there is to know, so a
//! [`Checkpoint`] holds the points of every round and the rest is computed again.
//!
//! ```text
//! method ──candidates──► schedule ──games──► points of each candidate
//!    ▲                                              │
//!    └───────────────────tell───────────────────────┴──► checkpoint
//! ```

pub mod chart;
mod checkpoint;
mod choice;
mod drift;
mod genetic;
mod lock;
mod parameters;
mod schedule;
mod spsa;

use rand::SeedableRng;
use rand_pcg::Pcg64Mcg;
use serde::{Deserialize, Serialize};

pub use checkpoint::{Checkpoint, CheckpointError, Conditions};
pub use choice::{Choice, Override};
pub use drift::{Bound, Drift};
pub use genetic::{Breeding, Genetic};
pub use lock::Lock;
pub use parameters::{BadParameters, Declared, Parameter, set_arguments};
pub use schedule::{Meeting, Schedule};
pub use spsa::{Gains, Spsa};

/// A way to find better values.
pub trait Method {
    /// The values to play with in the coming round, in the order of the parameters. They lie within
    /// their ranges, and whole parameters have whole values.
    fn candidates(&self) -> &[Vec<f64>];

    /// Takes what each candidate made in the round, and goes on to the next.
    ///
    /// # Panics
    /// If that is not of as many as there are candidates.
    fn tell(&mut self, tally: &Tally);

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
pub enum Tally {
    /// Half points of each, where games are won and lost.
    HalfPoints(Vec<u64>),
    /// Where players work together: points that the team of each earned on each seed, in all its
    /// rounds there. The seeds are the same for all.
    TeamPoints(Vec<Vec<i64>>),
}

impl Tally {
    /// What each candidate made in all.
    pub fn totals(&self) -> Vec<i64> {
        match self {
            Tally::HalfPoints(points) => points.iter().map(|&points| points as i64).collect(),
            Tally::TeamPoints(points) => points.iter().map(|seeds| seeds.iter().sum()).collect(),
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

/// Which method, and what it is told beforehand.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(tag = "method", rename_all = "lowercase")]
pub enum Settings {
    /// Simultaneous perturbation.
    Spsa(Gains),
    /// A population.
    Genetic(Breeding),
}

impl Settings {
    /// The method before its first round. `against_itself` says that candidates meet each other.
    pub fn start(
        &self,
        parameters: &[Parameter],
        seed: u64,
        against_itself: bool,
    ) -> Box<dyn Method> {
        match self {
            Settings::Spsa(gains) => {
                Box::new(Spsa::new(parameters.to_vec(), *gains, seed, against_itself))
            }
            Settings::Genetic(breeding) => {
                Box::new(Genetic::new(parameters.to_vec(), *breeding, seed))
            }
        }
    }

    /// Number of rounds.
    pub fn rounds(&self) -> u64 {
        match self {
            Settings::Spsa(gains) => gains.iterations,
            Settings::Genetic(breeding) => breeding.generations,
        }
    }

    /// Seeds of a round.
    pub fn pairs(&self) -> u64 {
        match self {
            Settings::Spsa(gains) => gains.pairs,
            Settings::Genetic(breeding) => breeding.pairs,
        }
    }

    /// The name of the method.
    pub fn name(&self) -> &'static str {
        match self {
            Settings::Spsa(_) => "spsa",
            Settings::Genetic(_) => "genetic",
        }
    }

    /// The word for a round.
    pub fn round_word(&self) -> &'static str {
        match self {
            Settings::Spsa(_) => "iteration",
            Settings::Genetic(_) => "generation",
        }
    }

    /// Names of the candidates.
    pub fn candidate_names(&self) -> Vec<String> {
        match self {
            Settings::Spsa(_) => vec!["plus".to_owned(), "minus".to_owned()],
            Settings::Genetic(breeding) => {
                (1..=breeding.population).map(|number| format!("member-{number}")).collect()
            }
        }
    }
}

/// The randomness of one round. It depends on nothing else, so that a tuning can go on anywhere.
fn random_of(seed: u64, round: usize) -> Pcg64Mcg {
    Pcg64Mcg::seed_from_u64(seed.wrapping_mul(0x9E37_79B9_7F4A_7C15) ^ round as u64)
}

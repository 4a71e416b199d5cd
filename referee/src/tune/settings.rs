//! The method of a tuning and its settings.

use serde::{Deserialize, Serialize};

use super::bounds::BadSettings;
use super::genetic::{Breeding, Genetic};
use super::method::{Method, Stages};
use super::parameters::Parameter;
use super::spsa::{Gains, Spsa};

/// A method and its settings.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(tag = "method", rename_all = "lowercase")]
pub enum Settings {
    /// Simultaneous perturbation.
    Spsa(Gains),
    /// A population.
    Genetic(Breeding),
}

/// The first rounds of a tuning that was given more rounds later.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Stage {
    /// The number of its last round, from 1.
    pub last: usize,
    /// The settings of its rounds.
    pub settings: Settings,
}

impl Settings {
    /// The method before its first round, whose earlier rounds have other settings. `against_itself`: candidates meet
    /// each other.
    pub fn start(
        &self,
        earlier: &[Stage],
        parameters: &[Parameter],
        seed: u64,
        against_itself: bool,
    ) -> Box<dyn Method> {
        match self {
            Settings::Spsa(gains) => {
                let earlier = earlier.iter().filter_map(|stage| match stage.settings {
                    Settings::Spsa(gains) => Some((stage.last, gains)),
                    Settings::Genetic(_) => None,
                });
                let gains = Stages::new(earlier, *gains);
                Box::new(Spsa::new(parameters.to_vec(), gains, seed, against_itself))
            }
            Settings::Genetic(breeding) => {
                let earlier = earlier.iter().filter_map(|stage| match stage.settings {
                    Settings::Genetic(breeding) => Some((stage.last, breeding)),
                    Settings::Spsa(_) => None,
                });
                let breeding = Stages::new(earlier, *breeding);
                Box::new(Genetic::new(parameters.to_vec(), breeding, seed))
            }
        }
    }

    /// Whether a tuning by these settings is a longer one than by `earlier`, and the same apart from that.
    pub fn go_on_from(&self, earlier: &Self) -> bool {
        match (self, earlier) {
            (Settings::Spsa(now), Settings::Spsa(earlier)) => now.go_on_from(earlier),
            (Settings::Genetic(now), Settings::Genetic(earlier)) => now.go_on_from(earlier),
            _ => false,
        }
    }

    /// Checks the settings of the method.
    ///
    /// # Errors
    /// If one of them is out of its limits.
    pub fn check(&self) -> Result<(), BadSettings> {
        match self {
            Settings::Spsa(gains) => gains.check(),
            Settings::Genetic(breeding) => breeding.check(),
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

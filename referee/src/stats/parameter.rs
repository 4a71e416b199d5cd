//! A number to tune, as [`spsa`](super::spsa) and [`genetic`](super::genetic) see it.

use rand::{RngExt, SeedableRng};
use rand_pcg::Pcg64Mcg;
use serde::{Deserialize, Serialize};
use thiserror::Error;

/// A tunable number: where it starts and how far it may go.
///
/// It reads the lines that a bot prints of its numbers:
///
/// ```
/// use referee::stats::parameter::Parameter;
///
/// let line = r#"{"name":"hit","whole":false,"default":0.95,"low":0,"high":2}"#;
/// let hit: Parameter = serde_json::from_str(line).unwrap();
/// assert_eq!(hit.step(), 0.1);
/// ```
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Parameter {
    /// Its name.
    pub name: String,
    /// True if it takes whole numbers only.
    pub whole: bool,
    /// Where tuning starts.
    pub default: f64,
    /// The lowest value it takes.
    pub low: f64,
    /// The highest value it takes.
    pub high: f64,
    /// How far it is moved to see what that does, at the end of tuning; see [`step`](Self::step).
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub step: Option<f64>,
}

/// Why a number cannot be tuned.
#[derive(Clone, Debug, PartialEq, Error)]
pub enum BadParameter {
    /// It has no room to move, or its ends are no numbers.
    #[error("`{0}` cannot be tuned: its range must go from a number to a greater one")]
    Range(String),
    /// It starts outside of its range.
    #[error("`{0}` cannot be tuned: its default lies outside of its range")]
    Default(String),
    /// A step was given that is none.
    #[error("`{0}` cannot be tuned: its step must be above 0 and within its range")]
    Step(String),
    /// There is nothing to tune.
    #[error("there is no number to tune; name at least one that the bot declares")]
    None,
}

impl Parameter {
    /// The step: as given, or a twentieth of the range, and at least ½ for a whole number, which
    /// a smaller one would move too seldom.
    pub fn step(&self) -> f64 {
        let twentieth = (self.high - self.low) / 20.0;
        self.step.unwrap_or(if self.whole { twentieth.max(0.5) } else { twentieth })
    }

    /// The nearest value of the range, not rounded.
    pub(super) fn within(&self, value: f64) -> f64 {
        value.clamp(self.low, self.high)
    }

    /// A value that the bot takes. A whole number is rounded up as often as its fraction says, so
    /// that on the mean of many games even a small change is felt.
    pub(super) fn settled(&self, value: f64, random: &mut Pcg64Mcg) -> f64 {
        let value = self.within(value);
        if !self.whole {
            return value;
        }
        (value + random.random::<f64>()).floor().clamp(self.low.ceil(), self.high.floor())
    }

    /// The value to keep in the end.
    pub(super) fn rounded(&self, value: f64) -> f64 {
        let value = self.within(value);
        if self.whole { value.round().clamp(self.low.ceil(), self.high.floor()) } else { value }
    }
}

/// Looks whether these numbers can be tuned.
///
/// # Errors
/// A sentence about the first that cannot.
pub fn check(parameters: &[Parameter]) -> Result<(), BadParameter> {
    if parameters.is_empty() {
        return Err(BadParameter::None);
    }
    for Parameter { name, whole, default, low, high, step } in parameters {
        let range = high - low;
        let holes = *whole && low.ceil() >= high.floor();
        if !(range > 0.0 && range.is_finite()) || holes {
            return Err(BadParameter::Range(name.clone()));
        }
        if !(low..=high).contains(&default) {
            return Err(BadParameter::Default(name.clone()));
        }
        if step.is_some_and(|step| !(step > 0.0 && step <= range)) {
            return Err(BadParameter::Step(name.clone()));
        }
    }
    Ok(())
}

/// The random numbers of one round of tuning, which depend on nothing but its number and the
/// seed: who takes up tuning again from a checkpoint meets the same ones.
pub(super) fn random_of(seed: u64, round: u64) -> Pcg64Mcg {
    Pcg64Mcg::seed_from_u64(seed ^ (round + 1).wrapping_mul(0x9E37_79B9_7F4A_7C15))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parameter(whole: bool, default: f64, low: f64, high: f64) -> Parameter {
        Parameter { name: "x".into(), whole, default, low, high, step: None }
    }

    #[test]
    fn what_cannot_be_tuned_is_refused_in_a_sentence() {
        let error = |parameter| check(&[parameter]).unwrap_err().to_string();
        assert_eq!(check(&[parameter(true, 3.0, 1.0, 5.0)]), Ok(()));
        assert!(error(parameter(false, 1.0, 1.0, 1.0)).contains("its range"));
        assert!(error(parameter(false, 1.0, 1.0, f64::NAN)).contains("its range"));
        assert!(error(parameter(true, 1.5, 1.2, 2.7)).contains("its range"));
        assert!(error(parameter(false, f64::NAN, 1.0, 2.0)).contains("its default"));
        assert!(error(parameter(false, 3.0, 1.0, 2.0)).contains("its default"));
        let step = Parameter { step: Some(2.0), ..parameter(false, 1.0, 1.0, 2.0) };
        assert!(error(step).contains("its step"));
        assert!(check(&[]).unwrap_err().to_string().contains("no number to tune"));
    }

    #[test]
    fn whole_numbers_are_rounded_as_often_as_their_fraction_says() {
        let whole = parameter(true, 3.0, 1.0, 5.0);
        let mut random = random_of(1, 0);
        let sum: f64 = (0..10_000).map(|_| whole.settled(3.3, &mut random)).sum();
        assert!((sum / 10_000.0 - 3.3).abs() < 0.02, "{sum}");
        assert!((0..100).all(|_| [1.0, 5.0].contains(&whole.settled(99.0, &mut random))));
        assert!((whole.step() - 0.5).abs() < 1e-12);
    }
}

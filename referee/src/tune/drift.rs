//! The change of each parameter.

use serde::Serialize;

use super::method::Method;
use super::parameters::Parameter;

/// An end of a range.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Bound {
    /// The smallest value.
    Lowest,
    /// The greatest.
    Highest,
}

/// The change of a parameter.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Drift {
    /// Its name.
    pub name: String,
    /// Whether it is a whole number.
    pub whole: bool,
    /// The least allowed value.
    pub low: f64,
    /// The greatest.
    pub high: f64,
    /// Its value at the start.
    pub start: f64,
    /// Its best value, not rounded even for a whole parameter.
    pub now: f64,
    /// Its best value as it is passed to `--set`.
    pub typed: String,
    /// `now` less `start`, in steps.
    pub steps: f64,
    /// The same as a share of the range, from -1 to 1.
    pub share: f64,
    /// The standard deviation of a drift by chance, in steps; `None` if the method cannot tell.
    pub luck: Option<f64>,
    /// The end of the range that it has reached; a better value may be outside.
    pub bound: Option<Bound>,
}

impl Drift {
    /// The changes of all parameters.
    pub fn of_all(parameters: &[Parameter], method: &dyn Method) -> Vec<Self> {
        let luck = method.luck();
        let values = method.values();
        let all = parameters.iter().zip(&values).enumerate();
        all.map(|(i, (it, now))| Self::of(it, *now, luck.as_ref().map(|luck| luck[i]))).collect()
    }

    fn of(it: &Parameter, now: f64, luck: Option<f64>) -> Self {
        // An empty range or step allows no drift.
        let share_of = |way: f64, whole: f64| if whole > 0.0 { way / whole } else { 0.0 };
        let near = |bound: f64| (now - bound).abs() <= 1e-3 * it.range();
        let bound = if near(it.low) {
            Some(Bound::Lowest)
        } else {
            near(it.high).then_some(Bound::Highest)
        };
        Self {
            name: it.name.clone(),
            whole: it.whole,
            low: it.low,
            high: it.high,
            start: it.start,
            now,
            typed: it.text(now),
            steps: share_of(now - it.start, it.step),
            share: share_of(now - it.start, it.range()),
            luck: luck.map(|luck| share_of(luck, it.step)),
            bound,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn drift(now: f64) -> Drift {
        let parameter = Parameter {
            name: "x".to_owned(),
            whole: false,
            low: 10.0,
            high: 30.0,
            start: 20.0,
            step: 2.0,
        };
        Drift::of(&parameter, now, Some(3.0))
    }

    #[test]
    fn a_drift_is_in_steps_and_a_share_of_the_range() {
        let it = drift(25.0);
        assert_eq!((it.steps, it.share, it.luck), (2.5, 0.25, Some(1.5)));
        assert_eq!((it.typed.as_str(), it.bound), ("25", None));
    }

    #[test]
    fn a_value_at_a_bound_is_one_within_a_thousandth_of_the_range() {
        let bounds = [10.0, 10.019, 10.021, 29.979, 29.981, 30.0].map(|now| drift(now).bound);
        let (lowest, highest) = (Some(Bound::Lowest), Some(Bound::Highest));
        assert_eq!(bounds, [lowest, lowest, None, None, highest, highest]);
    }
}

//! Limits of the settings of a method.

use std::ops::RangeInclusive;

use super::parameters::shown;

/// A setting out of its limits: a sentence for the user.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{0}")]
pub struct BadSettings(pub(super) String);

/// Checks the value of an option.
///
/// # Errors
/// If it is out of its range.
pub fn demand_within(
    option: &str,
    value: f64,
    range: RangeInclusive<f64>,
) -> Result<(), BadSettings> {
    if range.contains(&value) {
        return Ok(());
    }
    let (value, low, high) = (shown(value), range.start(), range.end());
    Err(BadSettings(format!("{option} {value}: wanted a number from {low} to {high}")))
}

#[cfg(test)]
mod tests {
    use super::super::genetic::Breeding;
    use super::super::spsa::Gains;
    use super::*;

    #[test]
    fn a_value_beyond_either_end_is_a_sentence() {
        let said =
            |value| demand_within("--x", value, 0.5..=2.0).map_err(|error| error.to_string());
        assert_eq!((said(0.5), said(2.0)), (Ok(()), Ok(())));
        for value in [0.4, 2.1, f64::NAN, f64::INFINITY] {
            let sentence = format!("--x {value}: wanted a number from 0.5 to 2");
            assert_eq!(said(value), Err(sentence));
        }
    }

    #[test]
    fn every_number_of_a_method_is_checked() {
        assert_eq!(Gains::new(500, 8).check(), Ok(()));
        let wrong = |change: fn(&mut Gains)| {
            let mut gains = Gains::new(500, 8);
            change(&mut gains);
            gains.check().unwrap_err().0.split(' ').next().unwrap().to_owned()
        };
        assert_eq!(wrong(|it| it.alpha = 2.1), "--alpha");
        assert_eq!(wrong(|it| it.gamma = 1.1), "--gamma");
        assert_eq!(wrong(|it| it.stability = -1.0), "--stability");
        assert_eq!(wrong(|it| it.rate = 0.0), "--rate");
        assert_eq!(Breeding::new(20, 8).check(), Ok(()));
        let wrong = |change: fn(&mut Breeding)| {
            let mut breeding = Breeding::new(20, 8);
            change(&mut breeding);
            breeding.check().unwrap_err().0.split(' ').next().unwrap().to_owned()
        };
        assert_eq!(wrong(|it| it.elite = it.population), "--elite");
        assert_eq!(wrong(|it| it.tournament = 0), "--tournament");
        assert_eq!(wrong(|it| it.tournament = it.population + 1), "--tournament");
        assert_eq!(wrong(|it| it.mutation = 1.1), "--mutation");
        assert_eq!(wrong(|it| it.blend = -0.1), "--blend");
    }
}

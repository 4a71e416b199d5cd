//! Limits of the numbers that a method is given.

use std::ops::RangeInclusive;

/// A number of a method that makes no sense: a sentence for the user.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{0}")]
pub struct BadSettings(pub(super) String);

/// Checks the value of an option.
///
/// # Errors
/// It is not in its range.
pub fn demand_within(
    option: &str,
    value: f64,
    range: RangeInclusive<f64>,
) -> Result<(), BadSettings> {
    if range.contains(&value) {
        return Ok(());
    }
    let (low, high) = range.into_inner();
    Err(BadSettings(format!("{option} {value}: wanted a number from {low} to {high}")))
}

//! Numbers, as typed.

use std::fmt::Display;
use std::ops::RangeInclusive;
use std::str::FromStr;

/// Reads a whole number of a range.
pub fn whole<N>(range: RangeInclusive<N>) -> impl Fn(&str) -> Result<N, String> + Clone
where
    N: FromStr + Display + PartialOrd + Clone,
{
    move |text| {
        let number = text.parse().ok().filter(|number| range.contains(number));
        number.ok_or_else(|| {
            let (low, high) = (range.start(), range.end());
            format!("a whole number from {low} to {high} is wanted")
        })
    }
}

/// A factor for time limits.
///
/// # Errors
/// If it is not a number above 0 and up to a million.
pub fn parse_factor(text: &str) -> Result<f64, String> {
    match text.parse::<f64>() {
        Ok(factor) if factor > 0.0 && factor <= 1e6 => Ok(factor),
        _ => Err("a number above 0 is wanted, up to a million".to_owned()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_number_outside_of_its_range_is_told_what_is_wanted() {
        let games = whole(1..=400_u64);
        assert_eq!((games("1"), games("400")), (Ok(1), Ok(400)));
        for text in ["0", "401", "-5", "1.5", "many", ""] {
            let wanted = "a whole number from 1 to 400 is wanted".to_owned();
            assert_eq!(games(text), Err(wanted), "{text}");
        }
    }
}

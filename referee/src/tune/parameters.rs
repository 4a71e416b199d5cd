//! The tunable numbers of a bot, as declared and as tuned.

use crate::plain_words::json_error;
use serde::{Deserialize, Serialize};

/// A tunable number as a bot prints it with `--params`, one JSON object per line:
///
/// ```
/// # use referee::tune::Declared;
/// let line = r#"{"name":"discount","whole":false,"default":0.95,"low":0.5,"high":0.999}"#;
/// assert_eq!(Declared::read_all(line).unwrap()[0].name, "discount");
/// ```
#[derive(Clone, Debug, PartialEq, Deserialize)]
pub struct Declared {
    /// Its name in `--set name=value`.
    pub name: String,
    /// Whether it must be a whole number.
    #[serde(default)]
    pub whole: bool,
    /// Its value without `--set`.
    pub default: f64,
    /// The least value that the bot accepts.
    pub low: f64,
    /// The greatest.
    pub high: f64,
}

/// An error in parameters: a sentence for the user.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{0}")]
pub struct BadParameters(String);

pub(super) fn bad<T>(sentence: impl Into<String>) -> Result<T, BadParameters> {
    Err(BadParameters(sentence.into()))
}

/// A number in a sentence: with a power of ten where it would have hundreds of zeros.
pub(super) fn shown(value: f64) -> String {
    let size = value.abs();
    let is_long = value.is_finite() && value != 0.0 && !(1e-9..1e21).contains(&size);
    if is_long { format!("{value:e}") } else { format!("{value}") }
}

/// Most bytes of a name.
const MOST_NAME: usize = 100;

/// An example of a line for error messages.
const EXAMPLE: &str = r#"{"name":"courage","whole":false,"default":0.5,"low":0,"high":1}"#;

impl Declared {
    /// Parses the output of a bot.
    ///
    /// # Errors
    /// If a line is not a parameter, a range is empty, a name is repeated, or there is no line.
    pub fn read_all(text: &str) -> Result<Vec<Self>, BadParameters> {
        let mut all: Vec<Self> = Vec::new();
        for (number, line) in (1..).zip(text.lines()).filter(|(_, line)| !line.trim().is_empty()) {
            let parsed: Self = serde_json::from_str(line).map_err(|error| {
                let sentence = format!(
                    "line {number} is not a parameter, because {}; each line should look like {EXAMPLE}",
                    json_error(&error)
                );
                BadParameters(sentence)
            })?;
            if let Some(fault) = parsed.fault() {
                return bad(format!("line {number}: {fault}"));
            }
            if all.iter().any(|other| other.name == parsed.name) {
                return bad(format!("line {number}: '{}' is declared twice", parsed.name));
            }
            all.push(parsed);
        }
        if all.is_empty() {
            return bad(format!("it prints none; each line should look like {EXAMPLE}"));
        }
        Ok(all)
    }

    fn fault(&self) -> Option<String> {
        let Self { name, whole, default, low, high } = self;
        let fits = |c: char| c.is_alphanumeric() || "_-.".contains(c);
        if name.is_empty() || !name.chars().all(fits) || name.len() > MOST_NAME {
            let start: String = name.chars().take(MOST_NAME).collect();
            return Some(format!(
                "'{start}' is not a name; a name has letters, digits, '_', '-' and '.', and at most \
                 {MOST_NAME} bytes"
            ));
        }
        let all = [*default, *low, *high];
        // The difference of two finite limits may be infinite, and 0 times that is no number.
        if !default.is_finite() || !(high - low).is_finite() || low > high {
            let (low, high) = (shown(*low), shown(*high));
            return Some(format!("'{name}' has no range: {low} to {high}"));
        }
        if !(*low..=*high).contains(default) {
            let [default, low, high] = all.map(shown);
            return Some(format!("the default {default} of '{name}' is not from {low} to {high}"));
        }
        let broken = all.iter().find(|value| *whole && value.fract() != 0.0);
        broken.map(|value| format!("'{name}' is whole, but {value} is not"))
    }
}

/// A number that is tuned.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Parameter {
    /// Its name.
    pub name: String,
    /// Whether it is a whole number.
    pub whole: bool,
    /// The least value to try.
    pub low: f64,
    /// The greatest.
    pub high: f64,
    /// Its value at the start.
    pub start: f64,
    /// A noticeable change: the last perturbations of SPSA.
    pub step: f64,
}

impl Parameter {
    /// The greatest value less the least.
    pub fn range(&self) -> f64 {
        self.high - self.low
    }

    /// A value that the parameter can have. A whole parameter is rounded up with the probability of
    /// its fraction: `chance` is uniform from 0 to 1, or 0.5 to round.
    ///
    /// Two values settled with the same chance keep their order and, on average, their distance.
    #[must_use]
    pub fn settle(&self, value: f64, chance: f64) -> f64 {
        let value = value.clamp(self.low, self.high);
        if self.whole { (value + chance).floor().clamp(self.low, self.high) } else { value }
    }

    /// A value as text for `--set`: rounded to a hundredth of a step, and within the range.
    ///
    /// ```
    /// # use referee::tune::Parameter;
    /// let name = "discount".to_owned();
    /// let discount =
    ///     Parameter { name, whole: false, low: 0.5, high: 0.999, start: 0.95, step: 0.025 };
    /// assert_eq!(discount.text(0.912_345_678), "0.9123");
    /// assert_eq!(discount.text(0.999), "0.999");
    /// ```
    pub fn text(&self, value: f64) -> String {
        if self.whole {
            // Not as an integer, which might be too small for it; with 0.0 there is no "-0".
            return shown(self.settle(value, 0.5) + 0.0);
        }
        if value.abs() >= 1e21 {
            return shown(value.clamp(self.low, self.high));
        }
        let digits = decimal_power(self.step).map(|power| 2 - power);
        let Some(digits) = digits.filter(|digits| *digits <= 17) else {
            return shown(value);
        };
        let mut text = format!("{value:.*}", usize::try_from(digits).unwrap_or(0));
        if text.contains('.') {
            text.truncate(text.trim_end_matches('0').trim_end_matches('.').len());
        }
        match text.parse::<f64>() {
            Ok(0.0) if self.low <= 0.0 && self.high >= 0.0 => "0".to_owned(),
            Ok(shown) if (self.low..=self.high).contains(&shown) => text,
            _ => format!("{}", value.clamp(self.low, self.high)),
        }
    }
}

/// The arguments that set parameters to values: `--set name=value` for each.
pub fn set_arguments(parameters: &[Parameter], values: &[f64]) -> Vec<String> {
    let pairs = parameters.iter().zip(values);
    let arguments = |(it, value): (&Parameter, &f64)| {
        ["--set".to_owned(), format!("{}={}", it.name, it.text(*value))]
    };
    pairs.flat_map(arguments).collect()
}

/// The power of ten of a number's first digit, from its text: the logarithms of systems differ in the last bit. `None` for 0
/// and for what is no number.
fn decimal_power(value: f64) -> Option<i32> {
    let text = format!("{value:e}");
    let (_, power) = text.split_once('e').filter(|_| value != 0.0)?;
    power.parse().ok()
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn what_declares_nothing_is_a_sentence() {
        let fails = |text: &str, expected: &str| {
            let sentence = Declared::read_all(text).unwrap_err().to_string();
            assert!(sentence.contains(expected), "{sentence}");
        };
        fails("", "prints none; each line should look like {\"name\"");
        fails("MOVE N\n", "line 1 is not a parameter");
        fails(r#"{"name":"a","default":1,"low":2,"high":1}"#, "line 1: 'a' has no range: 2 to 1");
        fails(
            r#"{"name":"a","default":0,"low":-1e308,"high":1e308}"#,
            "line 1: 'a' has no range: -1e308 to 1e308",
        );
        fails(r#"{"name":"a","default":3,"low":1,"high":2}"#, "the default 3 of 'a'");
        fails(r#"{"name":"a b","default":1,"low":1,"high":2}"#, "'a b' is not a name");
        let long = format!(r#"{{"name":"{}","default":1,"low":1,"high":2}}"#, "x".repeat(300_000));
        fails(&long, "at most 100 bytes");
        assert!(Declared::read_all(&long).unwrap_err().to_string().len() < 300);
        fails(r#"{"name":"a","whole":true,"default":1,"low":0.5,"high":2}"#, "whole, but 0.5");
        let line = r#"{"name":"a","default":1,"low":1,"high":2}"#;
        fails(&format!("{line}\n\n{line}\n"), "line 3: 'a' is declared twice");
    }

    #[test]
    fn values_are_typed_with_the_digits_that_matter() {
        let parameter = |whole, low, high, step| Parameter {
            name: "x".to_owned(),
            whole,
            low,
            high,
            start: low,
            step,
        };
        assert_eq!(parameter(true, 100.0, 20_000.0, 995.0).text(3012.5), "3013");
        assert_eq!(parameter(true, 0.0, 1e20, 5e18).text(1e19), "10000000000000000000");
        assert_eq!(parameter(true, 0.0, 1e305, 1e300).text(1e300), "1e300");
        assert_eq!(parameter(false, -8e307, 8e307, 1e306).text(-3e306), "-3e306");
        assert_eq!(parameter(false, 0.0, 1e-310, 1e-312).text(1e-311), "1e-311");
        assert_eq!(parameter(true, -5.0, 5.0, 0.5).text(-0.0), "0");
        assert_eq!(parameter(false, 0.0, 20.0, 1.0).text(3.0), "3");
        assert_eq!(parameter(false, 0.0, 20.0, 1.0).text(7.126_59), "7.13");
        assert_eq!(parameter(false, 0.0, 2000.0, 100.0).text(120.04), "120");
        assert_eq!(parameter(false, -1.0, 1.0, 0.1).text(-0.000_001), "0");
        // Rounding stays within the range.
        assert_eq!(parameter(false, 0.0, 0.999_96, 0.5).text(0.999_96), "0.99996");
        assert_eq!(parameter(false, 7.5, 7.5, 0.0).text(7.5), "7.5");
    }

    proptest! {
        #[test]
        fn what_is_typed_is_within_the_range_and_near(
            low in -1e6..1e6_f64,
            magnitude in -6.0..6.0_f64,
            share in 0.0..=1.0_f64,
            chance in 0.0..1.0_f64,
            whole in any::<bool>(),
        ) {
            let range = 10_f64.powf(magnitude);
            let (low, range) = if whole { (low.round(), range.ceil()) } else { (low, range) };
            let high = low + range;
            let step = (range / 20.0).max(if whole { 0.5 } else { 0.0 });
            let name = "x".to_owned();
            let parameter = Parameter { name, whole, low, high, start: low, step };
            let value = parameter.settle(low + share * range, chance);
            prop_assert!((low..=high).contains(&value));
            prop_assert!(!whole || value.fract() == 0.0);
            let typed: f64 = parameter.text(value).parse().unwrap();
            prop_assert!((low..=high).contains(&typed));
            prop_assert!((typed - value).abs() <= step / 100.0, "{typed} {value}");
        }
    }
}

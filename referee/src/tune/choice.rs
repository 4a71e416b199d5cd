//! Choice of the parameters to tune, with their start and limits.

use std::str::FromStr;

use super::parameters::{BadParameters, Declared, Parameter, bad, shown};

/// Values that override the declaration of a parameter: `NAME=START,LOW,HIGH,STEP`. Missing or
/// empty ones keep the declared value.
#[derive(Clone, Debug, PartialEq)]
pub struct Override {
    name: String,
    start: Option<f64>,
    low: Option<f64>,
    high: Option<f64>,
    step: Option<f64>,
}

impl FromStr for Override {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let (name, numbers) = text
            .split_once('=')
            .filter(|(name, _)| !name.is_empty())
            .ok_or_else(|| format!("'{text}' is not of the form NAME=START,LOW,HIGH,STEP"))?;
        let mut fields = [None; 4];
        let words: Vec<&str> = numbers.split(',').map(str::trim).collect();
        if words.len() > fields.len() {
            return Err(format!("'{text}' has more than START,LOW,HIGH,STEP"));
        }
        for (field, word) in fields.iter_mut().zip(words) {
            if !word.is_empty() {
                let number = word.parse().ok().filter(|number: &f64| number.is_finite());
                *field =
                    Some(number.ok_or_else(|| format!("'{word}' in '{text}' is not a number"))?);
            }
        }
        let [start, low, high, step] = fields;
        Ok(Self { name: name.to_owned(), start, low, high, step })
    }
}

/// The choice of parameters to tune.
#[derive(Clone, Debug, Default)]
pub struct Choice {
    /// Names of the only parameters to tune; empty: all.
    pub only: Vec<String>,
    /// Names of the parameters not to tune.
    pub except: Vec<String>,
    /// Values that the bot's own command sets, by name.
    pub set: Vec<(String, f64)>,
    /// Overrides of single parameters.
    pub overrides: Vec<Override>,
    /// The step as a share of the range.
    pub step: f64,
}

/// Least step of a whole parameter: half up and half down make one.
const LEAST_WHOLE_STEP: f64 = 0.5;

impl Choice {
    /// The parameters to tune out of those that a bot declares.
    ///
    /// # Errors
    /// If the bot has no parameter of a name, a range is not within the declared one, or nothing is
    /// left to tune.
    pub fn of(&self, declared: &[Declared]) -> Result<Vec<Parameter>, BadParameters> {
        let overridden = self.overrides.iter().map(|it| &it.name);
        for name in self.only.iter().chain(&self.except).chain(overridden.clone()) {
            if declared.iter().all(|it| it.name != *name) {
                let names: Vec<&str> = declared.iter().map(|it| it.name.as_str()).collect();
                let names = names.join(", ");
                return bad(format!("the bot has no parameter '{name}'; it has: {names}"));
            }
        }
        let chosen = |name: &String| {
            (self.only.is_empty() || self.only.contains(name)) && !self.except.contains(name)
        };
        let mut chosen_twice = self.overrides.iter().enumerate();
        if let Some((_, twice)) = chosen_twice
            .find(|(at, it)| self.overrides[..*at].iter().any(|other| other.name == it.name))
        {
            return bad(format!("the numbers of '{}' are given twice", twice.name));
        }
        if let Some(name) = overridden.into_iter().find(|name| !chosen(name)) {
            return bad(format!("'{name}' is given numbers, but is not among what is tuned"));
        }
        let mut parameters = Vec::new();
        for it in declared.iter().filter(|it| chosen(&it.name)) {
            let parameter = self.parameter(it)?;
            if parameter.range() > 0.0 {
                parameters.push(parameter);
            } else if self.only.contains(&it.name) {
                return bad(format!("'{}' can only be {}: leave it out", it.name, it.low));
            }
        }
        if parameters.is_empty() {
            return bad("nothing is left to tune: every parameter is left out or has no range");
        }
        Ok(parameters)
    }

    fn parameter(&self, declared: &Declared) -> Result<Parameter, BadParameters> {
        let Declared { name, whole, default, low, high } = declared;
        let given = self.overrides.iter().find(|it| it.name == *name);
        let number = |field: fn(&Override) -> Option<f64>| given.and_then(field);
        let within = |what: &str, value: f64, low: f64, high: f64| {
            if (low..=high).contains(&value) && !(*whole && value.fract() != 0.0) {
                return Ok(value);
            }
            let kind = if *whole { "whole number" } else { "number" };
            let [value, low, high] = [value, low, high].map(shown);
            bad(format!("'{name}': {what} is {value}; it must be a {kind} from {low} to {high}"))
        };
        let lowest = within("the lowest value", number(|it| it.low).unwrap_or(*low), *low, *high)?;
        let highest = number(|it| it.high).unwrap_or(*high);
        let highest = within("the highest value", highest, lowest, *high)?;
        let set = self.set.iter().rev().find(|(set, _)| set == name).map(|(_, value)| *value);
        let start = number(|it| it.start).or(set).unwrap_or(*default);
        let start = within("the start", start, lowest, highest)?;
        let least = if *whole { LEAST_WHOLE_STEP } else { 0.0 };
        let step = (self.step * (highest - lowest)).max(least);
        let step = number(|it| it.step).unwrap_or(step);
        let range = highest - lowest;
        let has_range = range > 0.0;
        if step < least || step.is_nan() || has_range && (step <= 0.0 || step > range) {
            let than = if *whole { "at least 0.5" } else { "more than 0" };
            let (step, most) = (shown(step), shown(range));
            let most =
                if has_range { format!(" and at most its range, {most}") } else { String::new() };
            return bad(format!("'{name}': the step is {step}; it must be {than}{most}"));
        }
        let (name, whole) = (name.clone(), *whole);
        Ok(Parameter { name, whole, low: lowest, high: highest, start, step })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const DECLARED: &str = "\
{\"name\":\"discount\",\"whole\":false,\"default\":0.95,\"low\":0.5,\"high\":0.999}
{\"name\":\"paths\",\"whole\":true,\"default\":3000,\"low\":100,\"high\":20000}

{\"name\":\"greedy\",\"whole\":true,\"default\":0,\"low\":0,\"high\":1}
{\"name\":\"fixed\",\"default\":1,\"low\":1,\"high\":1}
";

    fn choose(choice: &Choice) -> Result<Vec<Parameter>, String> {
        choice.of(&Declared::read_all(DECLARED).unwrap()).map_err(|error| error.to_string())
    }

    fn given(texts: &[&str]) -> Choice {
        let overrides = texts.iter().map(|text| text.parse().unwrap()).collect();
        Choice { overrides, step: 0.05, ..Choice::default() }
    }

    #[test]
    fn all_that_has_a_range_is_chosen() {
        let all = choose(&given(&[])).unwrap();
        let names: Vec<&str> = all.iter().map(|it| it.name.as_str()).collect();
        assert_eq!(names, ["discount", "paths", "greedy"]);
        assert_eq!((all[1].start, all[1].step), (3000.0, 995.0));
        // A whole parameter has a step that changes it.
        assert_eq!((all[2].start, all[2].step), (0.0, 0.5));
    }

    #[test]
    fn numbers_can_be_given() {
        let all = choose(&given(&["paths=2000,,9000,100", "discount=,0.9"])).unwrap();
        let [discount, paths, ..] = &all[..] else { panic!("{all:?}") };
        assert_eq!((discount.start, discount.low, discount.high), (0.95, 0.9, 0.999));
        let numbers = (paths.start, paths.low, paths.high, paths.step);
        assert_eq!(numbers, (2000.0, 100.0, 9000.0, 100.0));
        let set = vec![("paths".to_owned(), 500.0), ("paths".to_owned(), 700.0)];
        let set = choose(&Choice { set, ..given(&[]) }).unwrap();
        assert_eq!((set[0].start, set[1].start), (0.95, 700.0));
    }

    #[test]
    fn what_cannot_be_tuned_is_a_sentence() {
        let names = |names: &[&str]| names.iter().map(|&name| name.to_owned()).collect();
        let fails = |choice: Choice, expected: &str| {
            let sentence = choose(&choice).unwrap_err();
            assert!(sentence.contains(expected), "{sentence}");
        };
        fails(Choice { only: names(&["depth"]), ..given(&[]) }, "it has: discount, paths, greedy");
        fails(Choice { except: names(&["depth"]), ..given(&[]) }, "no parameter 'depth'");
        fails(given(&["depth=1"]), "no parameter 'depth'");
        fails(Choice { only: names(&["fixed"]), ..given(&[]) }, "'fixed' can only be 1");
        let but = Choice { except: names(&["discount", "paths", "greedy"]), ..given(&[]) };
        fails(but, "nothing is left to tune");
        fails(Choice { only: names(&["paths"]), ..given(&["discount=0.9"]) }, "not among what is");
        fails(given(&["paths=1", "paths=2"]), "given twice");
        fails(given(&["paths=99"]), "'paths': the start is 99; it must be a whole number from 100");
        fails(given(&["paths=200.5"]), "must be a whole number");
        fails(given(&["discount=,0.4"]), "the lowest value is 0.4");
        fails(given(&["discount=,0.9,0.8"]), "the highest value is 0.8; it must be a number from");
        fails(given(&["discount=,,,0"]), "the step is 0; it must be more than 0");
        // Such steps would give values that are no numbers.
        let most = "it must be more than 0 and at most its range, 0.499";
        fails(given(&["discount=,,,1e308"]), &format!("the step is 1e308; {most}"));
        fails(given(&["discount=,,,0.5"]), &format!("the step is 0.5; {most}"));
        fails(
            given(&["greedy=,,,2"]),
            "the step is 2; it must be at least 0.5 and at most its range, 1",
        );
        fails(given(&["greedy=,,,0.2"]), "at least 0.5");
        for text in ["paths", "=1", "paths=1,2,3,4,5", "paths=x", "paths=inf"] {
            assert!(text.parse::<Override>().is_err(), "{text}");
        }
    }
}

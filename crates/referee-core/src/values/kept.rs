//! The values of one seat, or of a game, as the log keeps them.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize, Serializer};
use thin_vec::ThinVec;

use super::line::{Joining, Single, is_name};
use super::{MOST, MOST_NAMES, TEXT_LENGTH};

/// Most numbers of a series. More than any game has; a log with more is damaged.
const MOST_NUMBERS: u64 = 1 << 40;

/// The kept value of a name.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(untagged)]
pub enum Kept {
    /// A number.
    Number(f64),
    /// A text.
    Text(String),
    /// A series over the game.
    Series(Series),
}

impl Kept {
    /// The number that stands for it in statistics over games: the mean of a series; `None` for a text.
    pub fn number(&self) -> Option<f64> {
        match self {
            Kept::Number(number) => Some(*number),
            Kept::Text(_) => None,
            Kept::Series(series) => Some(series.mean),
        }
    }

    /// Its least and its greatest number; `None` for a text.
    pub fn ends(&self) -> Option<[f64; 2]> {
        match self {
            Kept::Number(number) => Some([*number; 2]),
            Kept::Text(_) => None,
            Kept::Series(series) => Some([series.least, series.most]),
        }
    }
}

impl From<Single> for Kept {
    fn from(value: Single) -> Self {
        match value {
            Single::Number(number) => Kept::Number(number),
            Single::Text(text) => Kept::Text(text),
        }
    }
}

/// What is kept of a series of numbers.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Series {
    /// The mean.
    pub mean: f64,
    /// The least number.
    pub least: f64,
    /// The greatest number.
    pub most: f64,
    /// The last number.
    pub last: f64,
    /// How many numbers there are, at least one.
    pub count: u64,
}

impl Series {
    fn of(number: f64) -> Self {
        Self { mean: number, least: number, most: number, last: number, count: 1 }
    }

    fn push(&mut self, number: f64) {
        self.count += 1;
        self.mean += (number - self.mean) / self.count as f64;
        self.least = self.least.min(number);
        self.most = self.most.max(number);
        self.last = number;
    }

    /// Whether the numbers can be true: the mean may be off by the rounding of sums.
    fn is_sound(&self) -> bool {
        let Self { mean, least, most, last, count } = *self;
        let slack = 1e-9 * (1.0 + least.abs().max(most.abs()));
        [mean, least, most, last].iter().all(|number| number.abs() <= MOST)
            && (1..=MOST_NUMBERS).contains(&count)
            && least <= last
            && last <= most
            && least - slack <= mean
            && mean <= most + slack
    }
}

/// Values by name, at most [`MOST_NAMES`].
///
/// ```
/// use referee_core::values::{Kept, Values};
///
/// let mut values = Values::default();
/// values.set("map_size", Kept::Number(18.0));
/// assert_eq!(values.get("map_size").and_then(Kept::number), Some(18.0));
/// ```
#[derive(Clone, Debug, Default, PartialEq, Deserialize)]
#[serde(from = "BTreeMap<String, Kept>")]
pub struct Values(
    /// Sorted by name. Many games of a log have none or few, and a list of them takes less memory than a map.
    ThinVec<(String, Kept)>,
);

impl From<BTreeMap<String, Kept>> for Values {
    fn from(all: BTreeMap<String, Kept>) -> Self {
        let mut sorted: ThinVec<(String, Kept)> = all.into_iter().collect();
        sorted.shrink_to_fit();
        Self(sorted)
    }
}

impl Serialize for Values {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_map(self.iter())
    }
}

impl Values {
    /// Sets a value, in place of an earlier one. A name or number that is not allowed is ignored, and so is a new name
    /// beyond [`MOST_NAMES`].
    pub fn set(&mut self, name: &str, value: Kept) {
        if is_name(name) && is_sound(&value) && self.has_room(name) {
            match self.place_of(name) {
                Ok(at) => self.0[at].1 = value,
                Err(at) => self.0.insert(at, (name.to_owned(), value)),
            }
        }
    }

    pub(super) fn join(&mut self, name: &str, value: Single, joining: Joining) {
        let Single::Number(number) = value else { return self.set(name, value.into()) };
        let joined = match (joining, self.get(name)) {
            (Joining::Adds, Some(Kept::Number(sum))) => {
                Kept::Number((sum + number).clamp(-MOST, MOST))
            }
            (Joining::Continues, Some(Kept::Series(series))) => {
                let mut series = *series;
                series.push(number);
                Kept::Series(series)
            }
            (Joining::Continues, _) => Kept::Series(Series::of(number)),
            _ => Kept::Number(number),
        };
        self.set(name, joined);
    }

    fn has_room(&self, name: &str) -> bool {
        self.0.len() < MOST_NAMES || self.get(name).is_some()
    }

    /// The place of a name, or the one where it belongs.
    fn place_of(&self, name: &str) -> Result<usize, usize> {
        self.0.binary_search_by(|(known, _)| known.as_str().cmp(name))
    }

    /// The value of a name.
    pub fn get(&self, name: &str) -> Option<&Kept> {
        self.place_of(name).ok().map(|at| &self.0[at].1)
    }

    /// All values by name.
    pub fn iter(&self) -> impl Iterator<Item = (&str, &Kept)> {
        self.0.iter().map(|(name, value)| (&**name, value))
    }

    /// Whether there are no values.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// Whether the values of a log that was read can be true.
    pub fn is_sound(&self) -> bool {
        self.0.len() <= MOST_NAMES
            && self.0.iter().all(|(name, value)| is_name(name) && is_sound(value))
    }
}

fn is_sound(value: &Kept) -> bool {
    match value {
        Kept::Number(number) => number.abs() <= MOST,
        Kept::Text(text) => text.chars().count() <= TEXT_LENGTH,
        Kept::Series(series) => series.is_sound(),
    }
}

#[cfg(test)]
mod tests {
    use super::super::line::ReportedLine;
    use super::*;

    fn after(lines: &[&str]) -> Values {
        let mut values = Values::default();
        for line in lines {
            let ReportedLine { name, value, joining, .. } = ReportedLine::read(line).unwrap();
            values.join(&name, value, joining);
        }
        values
    }

    #[test]
    fn the_last_value_counts_sums_add_and_a_series_is_summed_up() {
        let number = |lines: &[&str]| after(lines).get("a").cloned();
        assert_eq!(number(&["[PDATA] a = 1", "[PDATA] a = 4"]), Some(Kept::Number(4.0)));
        assert_eq!(number(&["[PDATA+] a = 1", "[PDATA+] a = 4"]), Some(Kept::Number(5.0)));
        assert_eq!(number(&["[PDATA] a = 7", "[PDATA+] a = 4"]), Some(Kept::Number(11.0)));
        assert_eq!(number(&["[PDATA] a = x", "[PDATA+] a = 4"]), Some(Kept::Number(4.0)));
        assert_eq!(number(&["@value a 1", "[PDATA] a = x"]), Some(Kept::Text("x".to_owned())));
        let series = Series { mean: 3.0, least: 1.0, most: 6.0, last: 2.0, count: 3 };
        let lines = ["@value a=6", "[PDATA][2] a = 1", "@value a 2"];
        assert_eq!(number(&lines), Some(Kept::Series(series)));
    }

    /// Every joined series agrees with its numbers, sorted and added in the plain way.
    #[test]
    fn a_series_is_that_of_its_numbers() {
        let numbers: Vec<f64> =
            (0..500_u32).map(|at| f64::from(at * 7919 % 1009) / 8.0 - 40.0).collect();
        let lines: Vec<String> = numbers.iter().map(|it| format!("@value a {it}")).collect();
        let values = after(&lines.iter().map(String::as_str).collect::<Vec<_>>());
        let Some(Kept::Series(series)) = values.get("a") else { panic!("{values:?}") };
        let mut sorted = numbers.clone();
        sorted.sort_by(f64::total_cmp);
        assert!((series.mean - sorted.iter().sum::<f64>() / 500.0).abs() < 1e-9);
        let ends = [series.least, series.most].map(f64::to_bits);
        assert_eq!(ends, [sorted[0], sorted[499]].map(f64::to_bits));
        assert_eq!((Some(&series.last), series.count), (numbers.last(), 500));
    }

    #[test]
    fn a_hostile_bot_fills_the_log_to_a_limit() {
        let mut values = Values::default();
        for name in 0..10_000 {
            let line = format!("[PDATA] {name} = {}", "x".repeat(10_000));
            let ReportedLine { name, value, joining, .. } = ReportedLine::read(&line).unwrap();
            values.join(&name, value, joining);
            values.join("sum", Single::Number(MOST), Joining::Adds);
            values.join("series", Single::Number(-MOST), Joining::Continues);
        }
        let text = serde_json::to_string(&values).unwrap();
        assert!(text.len() < MOST_NAMES * 200, "{}", text.len());
        assert_eq!(serde_json::from_str::<Values>(&text).unwrap(), values);
        assert!(values.is_sound());
    }

    #[test]
    fn values_that_no_game_has_are_not_sound() {
        let sound = r#"{"a":1.5,"b":"text","c":{"mean":2,"least":1,"most":3,"last":3,"count":2}}"#;
        let is_sound = |text: &str| serde_json::from_str::<Values>(text).unwrap().is_sound();
        assert!(is_sound(sound));
        for (from, to) in [
            ("1.5", "1e200"),
            ("\"a\"", "\"a b\""),
            ("\"a\"", "\"\""),
            ("\"mean\":2", "\"mean\":4"),
            ("\"mean\":2", "\"mean\":0"),
            ("\"last\":3", "\"last\":4"),
            ("\"last\":3", "\"last\":0"),
            ("\"count\":2", "\"count\":0"),
            ("\"most\":3", "\"most\":1e101"),
        ] {
            assert!(!is_sound(&sound.replace(from, to)), "{to}");
        }
        assert!(!is_sound(&sound.replace("text", &"x".repeat(TEXT_LENGTH + 1))));
        let many: BTreeMap<String, u8> = (0..=MOST_NAMES).map(|at| (at.to_string(), 1)).collect();
        assert!(!is_sound(&serde_json::to_string(&many).unwrap()));
    }
}

//! The values that bots and referees reported, over the games of a log.

use std::collections::{BTreeMap, BTreeSet};

use super::log::Log;
use super::logged::Logged;
use crate::game::Seat;
use crate::values::{Kept, Values};

/// Most names that a report has; those that most games have come first.
const MOST_NAMES: usize = 100;

/// Most different texts of a row; the most frequent ones.
const MOST_TEXTS: usize = 20;

/// A value over games.
#[derive(Clone, Debug, PartialEq)]
pub struct ValueRow {
    /// Its name.
    pub name: String,
    /// The bot that it describes; `None` for a value of the game.
    pub bot: Option<String>,
    /// The seat of that bot in the counted games; `None` for all seats.
    pub seat: Option<Seat>,
    /// Its numbers and texts.
    pub summary: ValueSummary,
}

/// The numbers and texts of a value over games. A series counts as its mean in a game.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct ValueSummary {
    /// Number of games that have it; one in which a bot reports it from two seats counts twice.
    pub games: u64,
    /// Number of games in which it is a number.
    numbers: u64,
    mean: f64,
    /// Sum of the squares around the mean.
    squares: f64,
    /// The least and the greatest number of a game.
    range: Option<[f64; 2]>,
    /// By how much the number of a game may be off: the mean of a series has the rounding of its sum.
    rounding: f64,
    ends: Option<[f64; 2]>,
    texts: BTreeMap<String, u64>,
}

impl ValueSummary {
    fn add(&mut self, value: &Kept) {
        self.games += 1;
        if let Kept::Text(text) = value {
            *self.texts.entry(text.clone()).or_default() += 1;
        }
        if let (Some(number), Some([least, most])) = (value.number(), value.ends()) {
            // Welford's recurrence: the numbers of a bot may be large and close together.
            self.numbers += 1;
            let before = number - self.mean;
            self.mean += before / self.numbers as f64;
            self.squares += before * (number - self.mean);
            let [low, high] = self.range.unwrap_or([number; 2]);
            self.range = Some([low.min(number), high.max(number)]);
            self.rounding = self.rounding.max(rounding(value));
            let [low, high] = self.ends.unwrap_or([least, most]);
            self.ends = Some([low.min(least), high.max(most)]);
        }
    }

    /// The mean over the games in which it is a number; `None` if there are none.
    pub fn mean(&self) -> Option<f64> {
        (self.numbers > 0).then_some(self.mean)
    }

    /// The standard deviation of a game's number; `None` for fewer than two games. Numbers that differ by their rounding
    /// only are equal: the mean of the same series in another order is not the same to the last digit.
    pub fn deviation(&self) -> Option<f64> {
        let [low, high] = self.range.filter(|_| self.numbers > 1)?;
        if high - low <= 2.0 * self.rounding {
            return Some(0.0);
        }
        Some((self.squares / (self.numbers - 1) as f64).sqrt())
    }

    /// The least and the greatest number, also within series.
    pub fn ends(&self) -> Option<[f64; 2]> {
        self.ends
    }

    /// The texts with the number of games, the most frequent first; at most 20.
    pub fn texts(&self) -> Vec<(&str, u64)> {
        let mut texts: Vec<(&str, u64)> =
            self.texts.iter().map(|(text, games)| (&**text, *games)).collect();
        texts.sort_by_key(|(text, games)| (std::cmp::Reverse(*games), *text));
        texts.truncate(MOST_TEXTS);
        texts
    }
}

/// By how much the number of a value may be off: each number of a series adds the rounding of one of its size to the mean.
fn rounding(value: &Kept) -> f64 {
    match value {
        Kept::Series(series) => {
            series.least.abs().max(series.most.abs()) * f64::EPSILON * series.count as f64
        }
        Kept::Number(_) | Kept::Text(_) => 0.0,
    }
}

/// A row's name, bot and seat. Their order is that of a report: values of the game first, and a bot's whole row before
/// those of its seats.
type Key = (bool, String, Option<String>, Option<Seat>);

impl ValueRow {
    /// The rows of the games for which `counts` is true: values of the game, then values of bots by name, each for all
    /// seats and, if the bot had several, for each seat.
    pub fn all(log: &Log, counts: impl Fn(&Logged) -> bool) -> Vec<Self> {
        let games = || log.games().filter(|game| counts(game));
        let kept = frequent_names(games());
        let mut all: BTreeMap<Key, ValueSummary> = BTreeMap::new();
        for game in games() {
            for (name, value) in game.values.iter().filter(|(name, _)| kept.contains(*name)) {
                all.entry((false, name.to_owned(), None, None)).or_default().add(value);
            }
            for (seat, values) in game.seat_values.iter().enumerate() {
                let bot = &game.bots[seat];
                for (name, value) in values.iter().filter(|(name, _)| kept.contains(*name)) {
                    for seat in [None, Some(Seat(seat))] {
                        let key = (true, name.to_owned(), Some(bot.clone()), seat);
                        all.entry(key).or_default().add(value);
                    }
                }
            }
        }
        let rows = all.into_iter().map(|((_, name, bot, seat), summary)| Self {
            name,
            bot,
            seat,
            summary,
        });
        rows.collect()
    }
}

/// The names that most games have.
fn frequent_names<'a>(games: impl Iterator<Item = &'a Logged>) -> BTreeSet<&'a str> {
    let mut counts: BTreeMap<&str, u64> = BTreeMap::new();
    for game in games {
        let names = [&game.values].into_iter().chain(&game.seat_values).flat_map(Values::iter);
        for name in names.map(|(name, _)| name).collect::<BTreeSet<_>>() {
            *counts.entry(name).or_default() += 1;
        }
    }
    let mut names: Vec<(&str, u64)> = counts.into_iter().collect();
    names.sort_by_key(|(name, games)| (std::cmp::Reverse(*games), *name));
    names.into_iter().take(MOST_NAMES).map(|(name, _)| name).collect()
}

#[cfg(test)]
mod tests {
    use super::super::log::log;
    use super::super::logged::logged;
    use super::*;

    fn game(seed: u32, names: &[String]) -> Logged {
        let mut game = logged(&seed.to_string(), &["a", "b"], &[1, 2]);
        game.seat_values = vec![Values::default(); 2].into();
        for name in names {
            game.seat_values[1].set(name, Kept::Number(f64::from(seed)));
        }
        game
    }

    #[test]
    fn invented_names_do_not_displace_those_of_most_games() {
        let names = |seed: u32| {
            let mut names: Vec<String> = (0..40).map(|at| format!("{seed}-{at}")).collect();
            names.push("real".to_owned());
            names
        };
        let games = log((0..50).map(|seed| game(seed, &names(seed))).collect());
        let rows = ValueRow::all(&games, |_| true);
        assert_eq!(rows.len(), 2 * MOST_NAMES);
        let real = rows.iter().find(|row| row.name == "real").unwrap();
        assert_eq!((real.summary.games, real.summary.mean()), (50, Some(24.5)));
    }

    #[test]
    fn a_constant_has_no_spread_and_close_numbers_have_one() {
        let spread = |values: &[Kept]| {
            let mut summary = ValueSummary::default();
            for value in values {
                summary.add(value);
            }
            summary.deviation()
        };
        let series = |mean: f64, count: u64| {
            let text = format!(r#"{{"mean":{mean},"least":1,"most":9,"last":4,"count":{count}}}"#);
            serde_json::from_str::<Kept>(&text).unwrap()
        };
        let noisy = [5.0, 5.0 + 1e-15, 5.0 - 1e-15].map(|mean| series(mean, 9));
        assert_eq!(spread(&noisy), Some(0.0));
        assert_eq!(spread(&[0.1; 7].map(Kept::Number)), Some(0.0));
        assert_eq!(spread(&noisy[..1]), None);
        let apart = spread(&[5.0, 5.0 + 1e-6].map(|mean| series(mean, 9))).unwrap();
        assert!((apart - 5e-7 * 2_f64.sqrt()).abs() < 1e-12, "{apart}");
        let large = spread(&[1e15, 1e15 + 2.0].map(Kept::Number)).unwrap();
        assert!((large - 2_f64.sqrt()).abs() < 1e-9, "{large}");
    }

    #[test]
    fn the_most_frequent_texts_come_first() {
        let mut summary = ValueSummary::default();
        for text in (0..30).flat_map(|text| vec![format!("{text:02}"); text + 1]) {
            summary.add(&Kept::Text(text));
        }
        let texts = summary.texts();
        assert_eq!((texts.len(), texts[0], texts[19]), (MOST_TEXTS, ("29", 30), ("10", 11)));
        assert_eq!((summary.mean(), summary.deviation(), summary.ends()), (None, None, None));
    }
}

//! Selects the games that a list shows.

use serde::de::{DeserializeOwned, Error};
use serde::{Deserialize, Deserializer};
use serde_json::Value;

use crate::arena::Logged;

/// The query of a list. Games must match all fields; a missing or empty field matches all games.
///
/// `pages/filter.js` decides the same for pages without a server; `tests/javascript/filter.json` tests both.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(default)]
pub(super) struct Filter {
    /// The name of a bot that played.
    bot: String,
    /// The seat of the bot that is meant by the other fields, from 0.
    #[serde(deserialize_with = "unless_empty")]
    seat: Option<usize>,
    /// What the bot reached.
    #[serde(deserialize_with = "unless_empty")]
    result: Option<Reached>,
    /// Whether the bot had a fault.
    #[serde(deserialize_with = "unless_empty")]
    fault: Option<Faults>,
    /// A part of the seed, or behind `=` the whole.
    seed: String,
    /// Fewest turns.
    #[serde(deserialize_with = "unless_empty")]
    least: Option<f64>,
    /// Most turns.
    #[serde(deserialize_with = "unless_empty")]
    most: Option<f64>,
    /// Any text: only games that were recorded.
    kept: String,
}

/// The result of a game for one bot.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "lowercase")]
enum Reached {
    /// It alone is first.
    Won,
    /// It is first with others.
    Drawn,
    /// Another bot is first.
    Lost,
}

/// The faults of one bot in a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "lowercase")]
enum Faults {
    /// It had one.
    Some,
    /// It had none.
    None,
    /// The game is undecided because the machine was overloaded.
    Overload,
}

/// Reads a word or a number from a text; an empty text is `None`.
fn unless_empty<'de, D: Deserializer<'de>, T: DeserializeOwned>(
    from: D,
) -> Result<Option<T>, D::Error> {
    let text = String::deserialize(from)?;
    if text.is_empty() {
        return Ok(None);
    }
    // A number as such, anything else as a word.
    let value = serde_json::from_str::<Value>(&text).ok().filter(Value::is_number);
    let value = value.unwrap_or(Value::String(text));
    serde_json::from_value(value).map(Some).map_err(D::Error::custom)
}

/// What is known of a game.
pub(super) struct Facts<'a> {
    pub seed: &'a str,
    pub bots: &'a [String],
    pub ranks: &'a [u32],
    pub turns: u32,
    /// Seats with faults.
    pub faults: Vec<usize>,
    pub overloaded: bool,
    pub kept: bool,
}

impl<'a> From<&'a Logged> for Facts<'a> {
    fn from(game: &'a Logged) -> Self {
        Self {
            seed: &game.seed,
            bots: &game.bots,
            ranks: &game.ranks,
            turns: game.turns,
            faults: game.thrown_out.iter().map(|out| out.seat.0).collect(),
            overloaded: !game.is_decided(),
            kept: game.recording.is_some(),
        }
    }
}

impl Filter {
    /// Whether a game matches.
    pub(super) fn wants(&self, game: &Facts<'_>) -> bool {
        let is_seat = |seat: usize| self.seat.is_none_or(|wanted| wanted == seat);
        let is_bot = |bot: &String| self.bot.is_empty() || self.bot == *bot;
        let seats =
            game.bots.iter().enumerate().filter(|(seat, bot)| is_seat(*seat) && is_bot(bot));
        let seats: Vec<usize> = seats.map(|(seat, _)| seat).collect();
        let is_shared = game.ranks.iter().filter(|rank| **rank == 1).count() > 1;
        let is_result = |seat: &usize| {
            let rank = game.ranks.get(*seat).copied();
            self.result.is_none_or(|result| match result {
                Reached::Won => rank == Some(1) && !is_shared,
                Reached::Drawn => rank == Some(1) && is_shared,
                Reached::Lost => rank.is_some_and(|rank| rank > 1),
            })
        };
        let has_fault = game.faults.iter().any(|seat| seats.contains(seat));
        let is_fault = self.fault.is_none_or(|fault| match fault {
            Faults::Some => has_fault,
            Faults::None => !has_fault,
            Faults::Overload => game.overloaded,
        });
        let turns = f64::from(game.turns);
        let is_seed = match self.seed.strip_prefix('=') {
            Some(whole) => game.seed == whole,
            None => game.seed.contains(&self.seed),
        };
        seats.iter().any(is_result)
            && is_fault
            && is_seed
            && self.least.is_none_or(|least| turns >= least)
            && self.most.is_none_or(|most| turns <= most)
            && (self.kept.is_empty() || game.kept)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn filter(pairs: &[(&str, &str)]) -> serde_json::Result<Filter> {
        let object = pairs.iter().map(|(name, value)| ((*name).to_owned(), (*value).into()));
        serde_json::from_value(Value::Object(object.collect()))
    }

    #[test]
    fn unknown_words_are_refused() {
        for pair in [("seat", "first"), ("result", "1"), ("fault", "crash"), ("most", "ten")] {
            assert!(filter(&[pair]).is_err(), "{pair:?}");
        }
    }

    /// `pages/filter.js` passes the same cases in its own tests.
    #[test]
    fn each_field_selects_games() {
        let cases = include_str!("../../tests/javascript/filter.json");
        let cases: Vec<(Value, bool)> = serde_json::from_str(cases).unwrap();
        let bots = ["a", "b"].map(str::to_owned);
        for (filter, passes) in cases {
            let facts = Facts {
                seed: "1234",
                bots: &bots,
                ranks: &[2, 1],
                turns: 30,
                faults: vec![0],
                overloaded: false,
                kept: false,
            };
            let is_met = |filter: Filter| filter.wants(&facts);
            assert_eq!(
                serde_json::from_value(filter.clone()).is_ok_and(is_met),
                passes,
                "{filter}"
            );
        }
    }
}

//! The names that a condition may use, and their values in a game.

use std::collections::{BTreeMap, BTreeSet};

use minijinja::value::{Value, ValueKind};
use serde_json::Value as Json;

use crate::arena::log::Log;
use crate::arena::logged::Logged;
use crate::values::{Kept, Values};

/// Names of every game.
const OF_GAME: [&str; 5] = ["seed", "turns", "score", "fault", "end"];

/// Most names of each kind in a sentence.
const MOST_SHOWN: usize = 40;

/// The names that a condition may use.
pub(super) struct KnownNames {
    of_games: Fields,
    seats: BTreeSet<String>,
    of_seats: Fields,
}

/// Names with the kinds of their values.
type Fields = BTreeMap<String, Vec<ValueKind>>;

/// Adds a name and the kind of its value.
fn note(fields: &mut Fields, name: String, kind: ValueKind) {
    let kinds = fields.entry(name).or_default();
    if !kinds.contains(&kind) {
        kinds.push(kind);
    }
}

impl KnownNames {
    pub(super) fn of(log: &Log) -> Self {
        let mut known =
            Self { of_games: Fields::new(), seats: BTreeSet::new(), of_seats: Fields::new() };
        // Older logs do not say how games ended.
        note(&mut known.of_games, "end".to_owned(), ValueKind::String);
        for (name, value) in &log.header().options {
            note(&mut known.of_games, identifier(name), of_json(value).kind());
        }
        for game in log.all_games() {
            for name in OF_GAME {
                let value = value_of(log, game, name);
                if let Some(value) = value {
                    note(&mut known.of_games, name.to_owned(), value.kind());
                }
            }
            for (name, value) in numbers(&game.values) {
                note(&mut known.of_games, name, value.kind());
            }
            for seat in 0..game.bots.len() {
                known.seats.extend([format!("p{}", seat + 1), identifier(&game.bots[seat])]);
                for (name, value) in fields_of(game, seat) {
                    note(&mut known.of_seats, name, value.kind());
                }
            }
        }
        known
    }

    /// Whether a name such as `seed` or `p1.depth` is known.
    pub(super) fn has(&self, name: &str) -> bool {
        !name.contains('.') && self.seats.contains(name) || self.kinds(name).is_some()
    }

    /// Whether a name is always a text (true) or always a number (false); `None` if it is both, something else or unknown.
    pub(super) fn is_text(&self, name: &str) -> Option<bool> {
        match self.kinds(name)? {
            [ValueKind::String] => Some(true),
            [ValueKind::Number] => Some(false),
            _ => None,
        }
    }

    /// The kinds of the values of a name such as `seed` or `p1.depth`.
    fn kinds(&self, name: &str) -> Option<&[ValueKind]> {
        let kinds = match name.split_once('.') {
            None => self.of_games.get(name),
            Some((seat, field)) => self.of_seats.get(field).filter(|_| self.seats.contains(seat)),
        };
        kinds.map(Vec::as_slice)
    }
}

impl std::fmt::Display for KnownNames {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let (seats, of_seats) = (list(self.seats.iter()), list(self.of_seats.keys()));
        write!(f, "{}; of each of {seats}: {of_seats}", list(self.of_games.keys()))
    }
}

/// Names for a sentence.
fn list<'a>(names: impl ExactSizeIterator<Item = &'a String>) -> String {
    let more = if names.len() > MOST_SHOWN { ", …" } else { "" };
    let names: Vec<&str> = names.take(MOST_SHOWN).map(String::as_str).collect();
    names.join(", ") + more
}

/// The value of a name of a game; `None` if the game lacks it.
pub(super) fn value_of(log: &Log, game: &Logged, name: &str) -> Option<Value> {
    match name {
        "seed" => return Some(number_or_text(&game.seed)),
        "turns" => return Some(game.turns.into()),
        "score" => return game.scores.iter().max().map(|score| Value::from(*score)),
        "fault" => return Some((!game.thrown_out.is_empty()).into()),
        "end" => return game.end.as_deref().map(Value::from),
        _ => {}
    }
    if let Some(seat) = seat_number(name).and_then(|seat| seat.checked_sub(1)) {
        return seat_of(game, seat);
    }
    let options = &log.header().options;
    if let Some((_, value)) = options.iter().find(|(option, _)| identifier(option) == name) {
        return Some(of_json(value));
    }
    let found = numbers(&game.values).find(|(value, _)| value == name);
    found.map(|(_, value)| value).or_else(|| {
        let seat = game.bots.iter().position(|bot| identifier(bot) == name);
        seat.and_then(|seat| seat_of(game, seat))
    })
}

/// The number of a seat, from 1, that has the name `p1` and so on.
pub(super) fn seat_number(name: &str) -> Option<usize> {
    name.strip_prefix('p')?.parse().ok()
}

/// A seat as an object of its fields.
fn seat_of(game: &Logged, seat: usize) -> Option<Value> {
    (seat < game.bots.len()).then(|| Value::from_pairs(fields_of(game, seat)))
}

/// The fields of a seat.
fn fields_of(game: &Logged, seat: usize) -> BTreeMap<String, Value> {
    let mut fields: BTreeMap<String, Value> = BTreeMap::new();
    fields.extend(game.seat_values.get(seat).into_iter().flat_map(numbers));
    let is_out = game.thrown_out.iter().any(|out| out.seat.0 == seat);
    let own: [(&str, Value); 4] = [
        ("bot", game.bots[seat].as_str().into()),
        ("score", game.scores[seat].into()),
        ("rank", game.ranks[seat].into()),
        ("fault", is_out.into()),
    ];
    fields.extend(own.map(|(name, value)| (name.to_owned(), value)));
    fields
}

/// Values by the names that a condition has for them. A value that was reported under a name takes precedence over the
/// number of a series that has the same name.
fn numbers(values: &Values) -> impl Iterator<Item = (String, Value)> {
    let mut all: BTreeMap<String, Value> = BTreeMap::new();
    for (name, value) in values.iter() {
        if let Kept::Series(series) = value {
            let name = identifier(name);
            let ends = [("last", series.last), ("least", series.least), ("most", series.most)];
            all.extend(ends.map(|(end, number)| (format!("{name}_{end}"), number.into())));
            all.insert(format!("{name}_count"), series.count.into());
        }
    }
    for (name, value) in values.iter() {
        let value = match value {
            Kept::Text(text) => Value::from(text.as_str()),
            Kept::Number(number) => Value::from(*number),
            Kept::Series(series) => Value::from(series.mean),
        };
        all.insert(identifier(name), value);
    }
    all.into_iter()
}

/// A name as an expression writes it.
fn identifier(name: &str) -> String {
    let letter = |letter: char| if letter.is_ascii_alphanumeric() { letter } else { '_' };
    let first = name.starts_with(|first: char| first.is_ascii_digit()).then_some('_');
    first.into_iter().chain(name.chars().map(letter)).collect()
}

fn number_or_text(text: &str) -> Value {
    text.parse::<i64>().map_or_else(|_| Value::from(text), Value::from)
}

fn of_json(value: &Json) -> Value {
    match value {
        Json::Bool(truth) => Value::from(*truth),
        Json::Number(number) => match number.as_i64() {
            Some(whole) => Value::from(whole),
            None => Value::from(number.as_f64().unwrap_or(f64::NAN)),
        },
        Json::String(text) => Value::from(text.as_str()),
        Json::Null => Value::from(()),
        other => Value::from(other.to_string()),
    }
}

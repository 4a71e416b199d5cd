//! The values that bots and referees reported, as lines, as JSON and as columns of a table.

use std::collections::BTreeMap;

use serde::Serialize;

use super::layout::{aligned, cell};
use crate::arena::{ValueRow, ValueSummary};
use crate::game::Seat;

/// Most rows of values in the text of a report.
const MOST_ROWS: usize = 60;

/// A value over games.
#[derive(Serialize)]
pub(super) struct ValueJson<'a> {
    /// Its name.
    name: &'a str,
    /// The bot that it describes; `null` for a value of the game.
    bot: Option<&'a str>,
    /// The seat of the bot in the counted games, from 0; `null` for all seats.
    seat: Option<Seat>,
    /// Number of games that have it.
    games: u64,
    /// The mean over games; `null` if it is always a text.
    mean: Option<f64>,
    /// The standard deviation of a game's number; `null` for fewer than two numbers.
    deviation: Option<f64>,
    /// The least number, also within a series.
    least: Option<f64>,
    /// The greatest number, also within a series.
    most: Option<f64>,
    /// Number of games by text; at most the 20 most frequent texts.
    texts: BTreeMap<&'a str, u64>,
}

impl<'a> ValueJson<'a> {
    pub(super) fn all(rows: &'a [ValueRow]) -> Vec<Self> {
        let value = |row: &'a ValueRow| {
            let ends = row.summary.ends();
            Self {
                name: &row.name,
                bot: row.bot.as_deref(),
                seat: row.seat,
                games: row.summary.games,
                mean: row.summary.mean(),
                deviation: row.summary.deviation(),
                least: ends.map(|ends| ends[0]),
                most: ends.map(|ends| ends[1]),
                texts: row.summary.texts().into_iter().collect(),
            }
        };
        rows.iter().map(value).collect()
    }
}

/// A table of the values, if there are any: a row for each value of the game and each value of a bot, with its mean in
/// each seat on the right. Below, the texts.
pub(super) fn value_lines(rows: &[ValueRow]) -> Vec<String> {
    let whole: Vec<&ValueRow> = rows.iter().filter(|row| row.seat.is_none()).collect();
    let seats: Vec<Seat> = {
        let mut seats: Vec<Seat> = rows.iter().filter_map(|row| row.seat).collect();
        seats.sort_unstable();
        seats.dedup();
        seats
    };
    let mut table =
        vec![["value", "games", "mean", "spread", "least", "most"].map(str::to_owned).to_vec()];
    table[0].extend(seats.iter().map(|seat| format!("as {}", seat.letter())));
    for row in whole.iter().take(MOST_ROWS).filter(|row| row.summary.mean().is_some()) {
        let ends = row.summary.ends();
        let mut cells = vec![
            format!("{} of {}", row.name, row.bot.as_deref().unwrap_or("the game")),
            row.summary.games.to_string(),
            short(row.summary.mean()),
            short(row.summary.deviation()),
            short(ends.map(|ends| ends[0])),
            short(ends.map(|ends| ends[1])),
        ];
        let in_seat = |seat: &Seat| {
            let of_seat = |other: &&ValueRow| {
                other.seat == Some(*seat) && (&other.name, &other.bot) == (&row.name, &row.bot)
            };
            short(rows.iter().find(of_seat).and_then(|other| other.summary.mean()))
        };
        if row.bot.is_some() {
            cells.extend(seats.iter().map(in_seat));
        }
        table.push(cells);
    }
    let mut lines: Vec<String> = Vec::new();
    if table.len() > 1 {
        lines.extend(aligned(&table).into_iter().map(|line| format!("  {}", line.trim_end())));
    }
    for row in whole.iter().take(MOST_ROWS) {
        let texts = row.summary.texts();
        let texts: Vec<String> =
            texts.iter().map(|(text, games)| format!("{text} in {games}")).collect();
        if !texts.is_empty() {
            let bot = row.bot.as_deref().unwrap_or("the game");
            lines.push(format!("  {} of {bot}: {}", row.name, texts.join(", ")));
        }
    }
    if whole.len() > MOST_ROWS {
        lines.push(format!("  {} more values; --json has all", whole.len() - MOST_ROWS));
    }
    lines
}

/// Columns for the values of one bot, in the order of the names: for each, a pair of a header and a cell for the mean,
/// and one for the deviation.
pub(super) fn columns(rows: &[ValueRow], bot: Option<&str>) -> Vec<[String; 2]> {
    let mut names: Vec<&str> = {
        let of_kind = rows.iter().filter(|row| row.bot.is_some() == bot.is_some());
        of_kind.filter(|row| row.summary.mean().is_some()).map(|row| &*row.name).collect()
    };
    names.sort_unstable();
    names.dedup();
    let column = |name: &str| {
        let is_row =
            |row: &&ValueRow| row.name == *name && row.bot.as_deref() == bot && row.seat.is_none();
        let summary = rows.iter().find(is_row).map(|row| &row.summary);
        [
            [format!("value {name}"), cell(summary.and_then(ValueSummary::mean), 6)],
            [format!("value {name} deviation"), cell(summary.and_then(ValueSummary::deviation), 6)],
        ]
    };
    names.into_iter().flat_map(column).collect()
}

/// A number with about five digits; `-` if it is unknown.
pub(super) fn short(number: Option<f64>) -> String {
    let Some(number) = number else { return "-".to_owned() };
    match number.abs() {
        size if size >= 1e9 => format!("{number:.3e}"),
        size if size >= 1e4 || size.fract() <= 0.0 => format!("{number:.0}"),
        size if size >= 100.0 => format!("{number:.1}"),
        size if size >= 0.01 => format!("{number:.2}"),
        _ => format!("{number:.2e}"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_number_has_about_five_digits() {
        let texts = [0.0, 3.0, -2.5, 123.456, 12345.6, 2.5e12, 0.0012].map(|it| short(Some(it)));
        assert_eq!(texts, ["0", "3", "-2.50", "123.5", "12346", "2.500e12", "1.20e-3"]);
    }
}

//! The table of a ladder, for people, programs and spreadsheets.

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::fs;
use std::path::Path;

use anyhow::Context;
use itertools::Itertools;
use serde_json::{Value, json};

use super::comparison::{CONFIDENCE, conduct, counted};
use super::{Failure, comparison, usage};
use crate::arena::{Conduct, CrossTable, Log, Team};
use crate::stats::Estimate;
use crate::stats::bradley_terry::Pairings;
use crate::stats::seats::{SeatRating, SeatRatings};

/// Bots with their ratings, the best first.
pub(super) struct Standings<'a> {
    log: &'a Log,
    table: CrossTable,
    /// Places in the table, the best first.
    order: Vec<usize>,
    elo: Vec<Estimate>,
    seats: Vec<SeatRating>,
    teams: Vec<Team>,
    conduct: BTreeMap<String, Conduct>,
}

impl<'a> Standings<'a> {
    /// The standings of some bots of a log, in whatever order they are named.
    pub fn of(log: &'a Log, names: &[String]) -> Self {
        let mut names = names.to_vec();
        names.sort();
        let table = CrossTable::of(&names, log.games().iter());
        let bots = names.len();
        let mut pairings = Pairings::new(bots);
        for [a, b] in (0..bots).array_combinations() {
            let points = f64::from(table.points[a][b]) / 2.0;
            pairings.add(a, b, points, table.games[a][b]);
        }
        let fit = pairings.fit();
        let elo: Vec<Estimate> = (0..bots).map(|bot| fit.rating(bot, CONFIDENCE)).collect();
        let mut ratings = SeatRatings::new(bots);
        for game in log.games() {
            if let Some(places) = table.places(game) {
                let ranks = game.ranks.iter().map(|rank| *rank as usize);
                ratings.add_game(&places.into_iter().zip(ranks).collect::<Vec<_>>());
            }
        }
        let seats = (0..bots).map(|bot| ratings.rating(bot)).collect();
        let mut order: Vec<usize> = (0..bots).collect();
        order.sort_by(|a, b| elo[*b].value.total_cmp(&elo[*a].value));
        let conduct = Conduct::of(log, |game| table.places(game).is_some());
        let games = log.games().iter().filter(|game| table.places(game).is_some());
        let best_first: Vec<String> = order.iter().map(|bot| names[*bot].clone()).collect();
        let teams = Team::all(&best_first, games);
        Self { log, table, order, elo, seats, teams, conduct }
    }

    pub fn print(&self, json: bool) -> Result<(), Failure> {
        comparison::print_report(json, || self.json(), || self.text())
    }

    fn json(&self) -> Value {
        let bots: Vec<Value> = self
            .order
            .iter()
            .map(|&bot| {
                let name = &self.table.names[bot];
                let against: serde_json::Map<String, Value> = self
                    .order
                    .iter()
                    .filter_map(|&other| {
                        let share = self.table.share(bot, other)?;
                        Some((self.table.names[other].clone(), Value::from(share)))
                    })
                    .collect();
                json!({
                    "bot": name,
                    "elo": self.elo[bot],
                    "weng_lin": {
                        "rating": self.seats[bot].rating, "uncertainty": self.seats[bot].uncertainty,
                    },
                    "games": self.table.scores[bot].0,
                    "points": self.table.total_share(bot),
                    "mean_score": self.table.mean_score(bot),
                    "points_against": against,
                    "faults": self.conduct.get(name).map(|conduct| &conduct.faults),
                    "overloaded": self.conduct.get(name).map(|conduct| conduct.overloaded),
                })
            })
            .collect();
        let header = self.log.header();
        json!({
            "game": header.game, "options": header.options, "bots": bots, "teams": self.teams,
            "log": self.log.path(),
        })
    }

    /// The rows of the table, the first one its head.
    fn rows(&self) -> Vec<Vec<String>> {
        let percent =
            |share: Option<f64>| share.map_or("-".into(), |it| format!("{:.1}", 100.0 * it));
        let head =
            ["bot", "elo", "low", "high", "weng-lin", "uncertain", "games", "points %", "score"];
        let mut rows = vec![head.map(str::to_owned).to_vec()];
        // Who has which number in the cross table.
        rows[0].extend((1..=self.order.len()).map(|place| place.to_string()));
        for &bot in &self.order {
            let Estimate { value, interval } = self.elo[bot];
            let mut row = vec![
                self.table.names[bot].clone(),
                whole(value),
                whole(interval.low),
                whole(interval.high),
                format!("{:.1}", self.seats[bot].rating),
                format!("{:.1}", self.seats[bot].uncertainty),
                self.table.scores[bot].0.to_string(),
                percent(self.table.total_share(bot)),
                self.table.mean_score(bot).map_or("-".into(), |score| format!("{score:.2}")),
            ];
            row.extend(self.order.iter().map(|&other| percent(self.table.share(bot, other))));
            rows.push(row);
        }
        rows
    }

    fn text(&self) -> String {
        let rows = self.rows();
        let width =
            |column: usize| rows.iter().map(|row| row[column].chars().count()).max().unwrap_or(0);
        let widths: Vec<usize> = (0..rows[0].len()).map(width).collect();
        let header = self.log.header();
        let games: u64 = self.table.scores.iter().map(|(games, _)| games).sum();
        let games = games / self.log.games().first().map_or(1, |game| game.bots.len() as u64);
        let (bots, games) = (counted(self.order.len() as u64, "bot"), counted(games, "game"));
        let mut text = format!("{bots}, {games} of {}\n", header.game);
        for (place, row) in rows.iter().enumerate() {
            let number = if place == 0 { " ".into() } else { place.to_string() };
            let cells: Vec<String> = row
                .iter()
                .zip(&widths)
                .enumerate()
                .map(|(column, (cell, &width))| {
                    if column == 0 { format!("{cell:<width$}") } else { format!("{cell:>width$}") }
                })
                .collect();
            let _ = writeln!(text, "{number:>3}  {}", cells.join("  "));
        }
        text.push_str("Elo by Bradley and Terry with 95 % intervals, mean 0; right, points in %\n");
        for line in comparison::teams(&self.teams).into_iter().chain(conduct(&self.conduct)) {
            let _ = writeln!(text, "{line}");
        }
        let _ = writeln!(text, "  log {}", self.log.path().display());
        text
    }

    /// Writes the table as comma-separated values (RFC 4180).
    pub fn write_csv(&self, path: &Path) -> Result<(), Failure> {
        let mut rows = self.rows();
        for (cell, &bot) in rows[0].iter_mut().rev().zip(self.order.iter().rev()) {
            *cell = format!("against {}", self.table.names[bot]);
        }
        let quoted = |cell: &String| {
            let special = cell.contains([',', '"', '\n']);
            if special { format!("\"{}\"", cell.replace('"', "\"\"")) } else { cell.clone() }
        };
        let lines: Vec<String> = rows
            .iter()
            .map(|row| row.iter().map(quoted).collect::<Vec<_>>().join(",") + "\r\n")
            .collect();
        fs::write(path, lines.concat())
            .with_context(|| format!("cannot write the table to {}", path.display()))?;
        Ok(())
    }
}

/// Finds out before any game is played whether a table can be written.
pub(super) fn demand_writable(path: &Path) -> Result<(), Failure> {
    let opened = fs::OpenOptions::new().append(true).create(true).open(path);
    let opened = opened.with_context(|| format!("cannot write a table to {}", path.display()));
    opened.map(drop).map_err(usage)
}

/// A signed whole number, without the sign that rounding leaves on a zero.
fn whole(value: f64) -> String {
    format!("{:+.0}", value.round() + 0.0)
}

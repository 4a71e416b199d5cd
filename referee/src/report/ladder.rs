//! The report of a ladder, as lines and as a table.

use super::conduct::{conduct_lines, isolation_line, overload_lines, team_lines};
use super::first_fault::fault_lines;
use super::layout::{aligned, cell, cells, counted, range};
use super::values::{columns, value_lines};
use crate::arena::LadderTable;
use crate::stats::Estimate;
use crate::terminal::page;

/// How the table for a file begins.
pub(super) const HEAD: [&str; 9] = [
    "bot",
    "elo",
    "elo_low",
    "elo_high",
    "weng_lin",
    "uncertainty",
    "games",
    "points_percent",
    "mean_score",
];

/// A header row, which ends with the rank of each bot, and a row for each bot.
fn rows(table: &LadderTable<'_>) -> Vec<Vec<String>> {
    let percent = |share: Option<f64>| share.map_or("-".into(), |it| format!("{:.1}", 100.0 * it));
    let head = ["bot", "elo", "low", "high", "weng-lin", "uncertain", "games", "points %", "score"];
    let mut rows = vec![head.map(str::to_owned).to_vec()];
    rows[0].extend((1..=table.rows.len()).map(|place| place.to_string()));
    for it in &table.rows {
        let Estimate { value, interval } = it.elo;
        let mut row = vec![
            it.bot.clone(),
            signed(value),
            signed(interval.low),
            signed(interval.high),
            format!("{:.1}", it.weng_lin.rating),
            format!("{:.1}", it.weng_lin.uncertainty),
            it.games.to_string(),
            percent(it.share),
            it.mean_score.map_or("-".into(), |score| format!("{score:.2}")),
        ];
        row.extend(it.shares_against.iter().map(|share| percent(*share)));
        rows.push(row);
    }
    rows
}

/// The ratings and the lead of the best bot.
fn ratings(table: &LadderTable<'_>) -> Vec<String> {
    let mut lines = Vec::new();
    for (place, line) in aligned(&rows(table)).iter().enumerate() {
        let number = if place == 0 { " ".into() } else { place.to_string() };
        lines.push(format!("{number:>3}  {line}"));
    }
    lines.push(
        "Elo by Bradley and Terry with 95 % intervals, mean 0; right, points in %".to_owned(),
    );
    if let ([first, second, ..], Some(lead)) = (&table.rows[..], table.lead) {
        let (first, second) = (&first.bot, &second.bot);
        lines.push(format!("{first} leads {second} by {} Elo (95 %)", range(lead)));
    }
    lines
}

/// The table as lines.
pub(super) fn text(table: &LadderTable<'_>) -> String {
    let (bots, games) = (counted(table.rows.len() as u64, "bot"), counted(table.games, "game"));
    let mut lines = vec![format!("{bots}, {games} of {}", table.log.header().game)];
    // One bot alone has no rating: only what it earned with itself. Without games all ratings are equal.
    if table.rows.len() > 1 && table.games > 0 {
        lines.extend(ratings(table));
    }
    lines.extend(team_lines(&table.teams));
    lines.extend(conduct_lines(&table.conduct));
    lines.extend(fault_lines(&table.conduct));
    lines.extend(value_lines(&table.values));
    lines.extend(overload_lines(table.overload, &table.conduct, &table.excesses));
    lines.extend(isolation_line(&table.conduct));
    lines.push(format!("  log {}", table.log.path().display()));
    page(lines)
}

/// The table for a file: a header row and a row for each bot.
pub(super) fn csv_rows(table: &LadderTable<'_>) -> Vec<Vec<String>> {
    let others = table.rows.iter().map(|row| format!("against {}", row.bot));
    let mut rows: Vec<Vec<String>> =
        vec![HEAD.map(str::to_owned).into_iter().chain(others).collect()];
    let names = table.rows.first().map(|row| columns(&table.values, Some(&row.bot)));
    rows[0].extend(names.into_iter().flatten().map(|[name, _]| name));
    let percent = |share: Option<f64>| cell(share.map(|share| 100.0 * share), 2);
    for it in &table.rows {
        let mut row = vec![it.bot.clone()];
        row.extend(cells(it.elo, 1));
        row.extend([
            cell(it.weng_lin.rating, 2),
            cell(it.weng_lin.uncertainty, 2),
            it.games.to_string(),
            percent(it.share),
            cell(it.mean_score, 3),
        ]);
        row.extend(it.shares_against.iter().map(|share| percent(*share)));
        row.extend(columns(&table.values, Some(&it.bot)).into_iter().map(|[_, value]| value));
        rows.push(row);
    }
    rows
}

/// A signed whole number; a rounded zero is +0, never -0.
fn signed(value: f64) -> String {
    format!("{:+.0}", value.round() + 0.0)
}

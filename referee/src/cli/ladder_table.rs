//! The table of a ladder, for people, programs and spreadsheets.

use std::fs;
use std::path::Path;

use anyhow::Context;
use serde_json::{Value, json};

use super::conduct::{conduct_lines, overload_line, team_lines};
use super::layout::{aligned, counted, print_report};
use super::{Failure, usage};
use crate::arena::{LadderRow, LadderTable};
use crate::stats::Estimate;
use crate::terminal::{harmless, page};

/// Prints a table.
pub(super) fn print_ladder(table: &LadderTable<'_>, json: bool) -> Result<(), Failure> {
    print_report(json, || ladder_json(table), || ladder_text(table))
}

fn ladder_json(table: &LadderTable<'_>) -> Value {
    let bot = |row: &LadderRow| {
        let others = table.rows.iter().zip(&row.shares_against);
        let against: serde_json::Map<String, Value> = others
            .filter_map(|(other, share)| Some((other.bot.clone(), Value::from((*share)?))))
            .collect();
        let conduct = table.conduct.get(&row.bot);
        json!({
            "bot": row.bot,
            "elo": row.elo,
            "weng_lin": {
                "rating": row.weng_lin.rating, "uncertainty": row.weng_lin.uncertainty,
            },
            "games": row.games,
            "points": row.share,
            "mean_score": row.mean_score,
            "points_against": against,
            "faults": conduct.map(|conduct| &conduct.faults),
            "overloaded": conduct.map(|conduct| conduct.overloaded),
        })
    };
    let bots: Vec<Value> = table.rows.iter().map(bot).collect();
    let header = table.log.header();
    json!({
        "game": header.game, "options": header.options, "bots": bots, "teams": table.teams,
        "log": table.log.path(),
    })
}

/// The rows of the table, the first one its head, which ends with what `against` calls each bot, from
/// its place.
fn rows(table: &LadderTable<'_>, against: impl Fn(usize) -> String) -> Vec<Vec<String>> {
    let percent = |share: Option<f64>| share.map_or("-".into(), |it| format!("{:.1}", 100.0 * it));
    let head = ["bot", "elo", "low", "high", "weng-lin", "uncertain", "games", "points %", "score"];
    let mut rows = vec![head.map(str::to_owned).to_vec()];
    rows[0].extend((0..table.rows.len()).map(against));
    for it in &table.rows {
        let Estimate { value, interval } = it.elo;
        let mut row = vec![
            it.bot.clone(),
            whole(value),
            whole(interval.low),
            whole(interval.high),
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

fn ladder_text(table: &LadderTable<'_>) -> String {
    let (bots, games) = (counted(table.rows.len() as u64, "bot"), counted(table.games(), "game"));
    let mut lines = vec![format!("{bots}, {games} of {}", table.log.header().game)];
    let rows = rows(table, |place| (place + 1).to_string());
    for (place, line) in aligned(&rows).iter().enumerate() {
        let number = if place == 0 { " ".into() } else { place.to_string() };
        lines.push(format!("{number:>3}  {line}"));
    }
    lines.push(
        "Elo by Bradley and Terry with 95 % intervals, mean 0; right, points in %".to_owned(),
    );
    lines.extend(team_lines(&table.teams));
    lines.extend(conduct_lines(&table.conduct));
    lines.extend(overload_line(table.overload));
    lines.push(format!("  log {}", table.log.path().display()));
    page(lines)
}

/// Writes a table as comma-separated values (RFC 4180).
pub(super) fn write_csv(table: &LadderTable<'_>, path: &Path) -> Result<(), Failure> {
    let quoted = |cell: &String| {
        let cell = harmless(cell);
        let special = cell.contains([',', '"']);
        if special { format!("\"{}\"", cell.replace('"', "\"\"")) } else { cell.into_owned() }
    };
    let rows = rows(table, |place| format!("against {}", table.rows[place].bot));
    let lines: Vec<String> = rows
        .iter()
        .map(|row| row.iter().map(quoted).collect::<Vec<_>>().join(",") + "\r\n")
        .collect();
    fs::write(path, lines.concat())
        .with_context(|| format!("cannot write the table to {}", path.display()))?;
    Ok(())
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

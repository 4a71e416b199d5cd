//! Numbers, words and tables as all reports print them.

use std::io::Write;

use serde_json::Value;

use super::Failure;
use crate::stats::Estimate;
use crate::terminal::{json_line, output};

/// `1 seed`, `2 seeds`
pub(super) fn counted(number: u64, word: &str) -> String {
    if number == 1 { format!("{number} {word}") } else { format!("{number} {word}s") }
}

/// `+12.3 [-4.0, +28.6]`
pub(super) fn range(estimate: Estimate) -> String {
    let Estimate { value, interval } = estimate;
    // What rounds to nothing has no sign.
    let rounded = [value, interval.low, interval.high].map(|it| (10.0 * it).round() / 10.0 + 0.0);
    let [value, low, high] = rounded;
    format!("{value:+.1} [{low:+.1}, {high:+.1}]")
}

/// The rows of a table as lines: the first column begins at the left, all others end at the right.
pub(super) fn aligned(rows: &[Vec<String>]) -> Vec<String> {
    let columns = rows.iter().map(Vec::len).max().unwrap_or(0);
    let width = |column: usize| {
        let cells = rows.iter().filter_map(|row| row.get(column));
        cells.map(|cell| cell.chars().count()).max().unwrap_or(0)
    };
    let widths: Vec<usize> = (0..columns).map(width).collect();
    let line = |row: &Vec<String>| {
        let cells = row.iter().zip(&widths).enumerate();
        let cells = cells.map(|(column, (cell, &width))| {
            if column == 0 { format!("{cell:<width$}") } else { format!("{cell:>width$}") }
        });
        cells.collect::<Vec<_>>().join("  ")
    };
    rows.iter().map(line).collect()
}

/// Prints a report for programs or for people.
pub(super) fn print_report(
    json: bool,
    object: impl FnOnce() -> Value,
    text: impl FnOnce() -> String,
) -> Result<(), Failure> {
    let mut out = output();
    if json {
        writeln!(out, "{}", json_line(&object()))?;
    } else {
        write!(out, "{}", text())?;
    }
    Ok(())
}

//! Formats of numbers, words and tables.

use crate::stats::Estimate;

/// `1 seed`, `2 seeds`
pub(crate) fn counted(number: u64, word: &str) -> String {
    if number == 1 { format!("{number} {word}") } else { format!("{number} {word}s") }
}

/// `+12.3 [-4.0, +28.6]`
pub(crate) fn range(estimate: Estimate) -> String {
    let Estimate { value, interval } = estimate;
    // -0.0 becomes 0.0.
    let rounded = [value, interval.low, interval.high].map(|it| (10.0 * it).round() / 10.0 + 0.0);
    let [value, low, high] = rounded;
    format!("{value:+.1} [{low:+.1}, {high:+.1}]")
}

/// The rows of a table as lines: the first column is aligned left, all others right.
pub(crate) fn aligned(rows: &[Vec<String>]) -> Vec<String> {
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

/// A number with `decimals` decimals; empty if it is unknown or infinite.
pub(crate) fn cell(value: impl Into<Option<f64>>, decimals: usize) -> String {
    let value = value.into().filter(|value| value.is_finite());
    // -0.0 becomes 0.0.
    let scale = 10_f64.powi(decimals as i32);
    value.map_or(String::new(), |it| format!("{:.decimals$}", (it * scale).round() / scale + 0.0))
}

/// The cells of a number and of the lower and upper end of its interval.
pub(crate) fn cells(estimate: impl Into<Option<Estimate>>, decimals: usize) -> [String; 3] {
    let estimate = estimate.into();
    let part = |of: fn(Estimate) -> f64| cell(estimate.map(of), decimals);
    [part(|it| it.value), part(|it| it.interval.low), part(|it| it.interval.high)]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_not_known_is_empty() {
        assert_eq!([cell(None, 2), cell(f64::INFINITY, 2), cell(f64::NAN, 2)], ["", "", ""]);
        assert_eq!([cell(-0.001, 2), cell(-1.0, 0), cell(2.345, 1)], ["0.00", "-1", "2.3"]);
        assert_eq!(cells(None, 1), ["", "", ""]);
    }
}

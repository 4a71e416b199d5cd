//! Formats of numbers, words and tables.

use console::measure_text_width;

use crate::stats::Estimate;
use crate::terminal::harmless;

/// `1 seed`, `2 seeds`
pub(crate) fn counted(number: u64, word: &str) -> String {
    if number == 1 { format!("{number} {word}") } else { format!("{number} {word}s") }
}

/// `+12.3 [-4.0, +28.6]`, or `+0.0 (no interval)` where nothing is known of both ends.
pub(crate) fn range(estimate: Estimate) -> String {
    let Estimate { value, interval } = estimate;
    // -0.0 becomes 0.0.
    let rounded = [value, interval.low, interval.high].map(|it| (10.0 * it).round() / 10.0 + 0.0);
    let [value, low, high] = rounded;
    if has_no_interval(estimate) {
        return format!("{value:+.1} (no interval)");
    }
    format!("{value:+.1} [{low:+.1}, {high:+.1}]")
}

/// Whether nothing is known of both ends of an interval.
pub(crate) fn has_no_interval(Estimate { interval, .. }: Estimate) -> bool {
    interval.low == f64::NEG_INFINITY && interval.high == f64::INFINITY
}

/// Columns of a terminal that a text takes as it is printed, with its escapes.
pub(crate) fn columns_of(text: &str) -> usize {
    measure_text_width(&harmless(text))
}

/// A text, [`harmless`] and filled up to a number of columns. Names have any length, and widths of `format!` end at 65,535.
pub(crate) fn padded(text: &str, columns: usize) -> String {
    harmless(text).into_owned() + &filling(text, columns)
}

/// The blanks that fill a text up.
fn filling(text: &str, columns: usize) -> String {
    " ".repeat(columns.saturating_sub(columns_of(text)))
}

/// The rows of a table as lines: the first column is aligned left, all others right.
pub(crate) fn aligned(rows: &[Vec<String>]) -> Vec<String> {
    let columns = rows.iter().map(Vec::len).max().unwrap_or(0);
    let width = |column: usize| {
        let cells = rows.iter().filter_map(|row| row.get(column));
        cells.map(|cell| columns_of(cell)).max().unwrap_or(0)
    };
    let widths: Vec<usize> = (0..columns).map(width).collect();
    let line = |row: &Vec<String>| {
        let cells = row.iter().zip(&widths).enumerate();
        let cells = cells.map(|(column, (cell, &width))| {
            if column == 0 { padded(cell, width) } else { filling(cell, width) + &harmless(cell) }
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
    use crate::stats::Interval;

    #[test]
    fn an_interval_without_ends_is_not_printed() {
        let of = |value: f64, low: f64, high: f64| {
            range(Estimate { value, interval: Interval { low, high } })
        };
        let most = f64::INFINITY;
        assert_eq!(of(12.34, -4.0, 28.56), "+12.3 [-4.0, +28.6]");
        assert_eq!(of(-0.0, -most, most), "+0.0 (no interval)");
        assert_eq!(of(-0.04, -1.0, 1.0), "+0.0 [-1.0, +1.0]");
        assert_eq!(of(most, 7.0, most), "+inf [+7.0, +inf]");
    }

    #[test]
    fn columns_of_a_table_end_at_the_same_column_of_a_terminal_whatever_the_names() {
        let long = "n".repeat(70_000);
        for name in ["漢字名前", "e\u{301}", "🚗", "a\u{202e}b", &long] {
            let row = |cells: [&str; 2]| cells.map(str::to_owned).to_vec();
            let lines = aligned(&[row(["bot", name]), row([name, "1"])]);
            assert_eq!(measure_text_width(&lines[0]), measure_text_width(&lines[1]), "{lines:?}");
        }
        assert_eq!(padded("漢字", 6) + "|", "漢字  |");
        assert_eq!(padded("a\u{202e}", 10) + "|", r"a\u{202e} |");
    }

    #[test]
    fn what_is_not_known_is_empty() {
        assert_eq!([cell(None, 2), cell(f64::INFINITY, 2), cell(f64::NAN, 2)], ["", "", ""]);
        assert_eq!([cell(-0.001, 2), cell(-1.0, 0), cell(2.345, 1)], ["0.00", "-1", "2.3"]);
        assert_eq!(cells(None, 1), ["", "", ""]);
    }
}

//! Reports as comma-separated values, for spreadsheets and scripts.

use std::fs;
use std::path::PathBuf;

use anyhow::Context;
use clap::Args;

use super::{Failure, usage};
use crate::stats::Estimate;
use crate::terminal::harmless;

/// Where a table goes.
#[derive(Args)]
pub(super) struct TableArgs {
    /// Write the table to a file of comma-separated values; what is not known is left empty
    #[arg(long, value_name = "FILE")]
    csv: Option<PathBuf>,
}

impl TableArgs {
    /// Finds out before any game is played whether the table can be written.
    pub fn demand_writable(&self) -> Result<(), Failure> {
        let Some(path) = &self.csv else { return Ok(()) };
        let opened = fs::OpenOptions::new().append(true).create(true).open(path);
        let opened = opened.with_context(|| format!("cannot write a table to {}", path.display()));
        opened.map(drop).map_err(usage)
    }

    /// Writes the rows, the first of which is the head, if a file was asked for.
    pub fn write(&self, rows: impl FnOnce() -> Vec<Vec<String>>) -> Result<(), Failure> {
        let Some(path) = &self.csv else { return Ok(()) };
        let all = || -> csv::Result<()> {
            let mut file = csv::Writer::from_path(path)?;
            for row in rows() {
                file.write_record(row.iter().map(|cell| harmless(cell).into_owned()))?;
            }
            Ok(file.flush()?)
        };
        Ok(all().with_context(|| format!("cannot write the table to {}", path.display()))?)
    }
}

/// A number with that many decimals, or nothing if it is not known or infinite.
pub(super) fn cell(value: impl Into<Option<f64>>, decimals: usize) -> String {
    let value = value.into().filter(|value| value.is_finite());
    // What rounds to nothing has no sign.
    let scale = 10_f64.powi(decimals as i32);
    value.map_or(String::new(), |it| format!("{:.decimals$}", (it * scale).round() / scale + 0.0))
}

/// The cells of a number, of the lower and of the upper end of its interval.
pub(super) fn cells(estimate: impl Into<Option<Estimate>>, decimals: usize) -> [String; 3] {
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

//! Reports as comma-separated values, for spreadsheets and scripts.

use std::fs;
use std::path::PathBuf;

use anyhow::anyhow;
use clap::Args;

use super::failure::{Failure, usage};
use crate::plain_words::unwritable;
use crate::report::Report;
use crate::terminal::harmless;

/// The option for a table of comma-separated values.
#[derive(Args)]
pub(super) struct TableArgs {
    /// Also write the table to this file as comma-separated values; unknown values are empty
    #[arg(long, value_name = "FILE")]
    csv: Option<PathBuf>,
}

impl TableArgs {
    /// Checks before the first game that the table can be written.
    pub fn demand_writable(&self) -> Result<(), Failure> {
        let Some(path) = &self.csv else { return Ok(()) };
        let opened = fs::OpenOptions::new().append(true).create(true).open(path);
        let wrong = |error| {
            anyhow!("cannot write a table to {}: {}", path.display(), unwritable(path, &error))
        };
        opened.map(drop).map_err(|error| usage(wrong(error)))
    }

    /// Writes the table of a report, if the option is given and the report has a table.
    pub fn write(&self, report: &Report<'_>) -> Result<(), Failure> {
        let Some((path, rows)) = self.csv.as_ref().zip(report.table()) else { return Ok(()) };
        let all = || -> csv::Result<()> {
            let mut file = csv::Writer::from_path(path)?;
            for row in rows {
                file.write_record(row.iter().map(|cell| harmless(cell).into_owned()))?;
            }
            Ok(file.flush()?)
        };
        all().map_err(|error| {
            let why = match error.into_kind() {
                csv::ErrorKind::Io(error) => unwritable(path, &error),
                kind => format!("{kind:?}"),
            };
            anyhow!("cannot write the table to {}: {why}", path.display()).into()
        })
    }
}

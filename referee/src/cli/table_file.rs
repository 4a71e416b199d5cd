//! Reports as comma-separated values, for spreadsheets and scripts.

use std::fs;
use std::path::{Path, PathBuf};

use anyhow::anyhow;
use clap::Args;

use super::failure::{Failure, usage};
use super::output_file::{demand_apart, demand_own};
use crate::plain_words::unwritable;
use crate::report::{Report, is_table};
use crate::terminal::harmless;

/// What to do if another file is where the table should be.
const REMEDY: &str = "choose another file with --csv";

/// The option for a table of comma-separated values.
#[derive(Args)]
pub(super) struct TableArgs {
    /// Also write the table to this file as comma-separated values; unknown values are empty. A table that is there
    /// is replaced, but no other file
    #[arg(long, value_name = "FILE")]
    csv: Option<PathBuf>,
}

impl TableArgs {
    /// Checks before the first game that the table is not another file of the command.
    pub fn demand_apart(&self, name: &str, other: &Path) -> Result<(), Failure> {
        let Some(path) = &self.csv else { return Ok(()) };
        demand_apart(("--csv", path), (name, other), REMEDY).map_err(usage)
    }

    /// Checks before the first game that the table can be written, and that it replaces nothing but a table. The log may
    /// not exist yet.
    pub fn demand_writable(&self, log: Option<&Path>) -> Result<(), Failure> {
        let Some(path) = &self.csv else { return Ok(()) };
        log.map_or(Ok(()), |log| self.demand_apart("the log", log))?;
        demand_own(path, REMEDY, is_table).map_err(usage)?;
        let opened = fs::OpenOptions::new().append(true).create(true).open(path);
        let wrong = |error| {
            anyhow!("cannot write a table to {}: {}", path.display(), unwritable(path, &error))
        };
        opened.map(drop).map_err(|error| usage(wrong(error)))
    }

    /// Checks that the report has a table, if one is wanted.
    pub fn demand_table(&self, report: &Report<'_>) -> Result<(), Failure> {
        if self.csv.is_none() || report.table().is_some() {
            return Ok(());
        }
        Err(usage(anyhow!(
            "--csv: a report on two bots that have not met has no table; leave --csv out, or give --json in its place"
        )))
    }

    /// Writes the table of a report, if the option is given and the report has a table.
    pub fn write(&self, report: &Report<'_>) -> Result<(), Failure> {
        let Some((path, rows)) = self.csv.as_ref().zip(report.table()) else { return Ok(()) };
        // Another program may have written the file meanwhile.
        demand_own(path, REMEDY, is_table)?;
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

//! Printing a report.

use std::io::Write;

use super::failure::Failure;
use crate::report::Report;
use crate::terminal::{json_line, output};

/// Prints a report as one JSON object or as lines.
pub(super) fn print_report(report: &Report<'_>, json: bool) -> Result<(), Failure> {
    let text = if json { json_line(&report.json()) + "\n" } else { report.text() };
    Ok(output().write_all(text.as_bytes())?)
}

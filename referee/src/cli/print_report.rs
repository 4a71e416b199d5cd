//! Printing a report.

use std::io::Write;

use serde_json::Value;

use super::failure::Failure;
use crate::report::Report;
use crate::terminal::{json_line, output};

/// Prints a report as one JSON object or as lines.
pub(super) fn print_report(report: &Report<'_>, json: bool) -> Result<(), Failure> {
    print(&report.json(), || report.text(), json)
}

/// Prints one JSON object, or lines that say the same.
pub(super) fn print(
    object: &Value,
    text: impl FnOnce() -> String,
    json: bool,
) -> Result<(), Failure> {
    let text = if json { json_line(object) + "\n" } else { text() };
    Ok(output().write_all(text.as_bytes())?)
}

//! Rows of an `SQLite` database, read by a program that is on most machines: `sqlite3`, or Python.

use std::path::Path;
use std::process::{Command, Output, Stdio};

use anyhow::{Context, Result, bail};
use serde_json::{Map, Value};

/// Prints rows as a JSON list of objects.
const PYTHON: &str = "import json, sqlite3, sys\n\
    base = sqlite3.connect('file:' + sys.argv[1] + '?mode=ro', uri=True)\n\
    base.row_factory = sqlite3.Row\n\
    print(json.dumps([dict(row) for row in base.execute(sys.argv[2])]))";

/// The rows that a query gives.
///
/// # Errors
/// If neither program is here, or the query fails.
pub(super) fn rows(database: &Path, query: &str) -> Result<Vec<Map<String, Value>>> {
    let file = std::path::absolute(database).unwrap_or_else(|_| database.to_owned());
    let mut sqlite = Command::new("sqlite3");
    sqlite.args(["-readonly", "-json"]).arg(&file).arg(query);
    let mut python = Command::new("python3");
    python.args(["-c", PYTHON]).arg(&file).arg(query);
    let shown = database.display();
    let mut failed = None;
    for command in [&mut sqlite, &mut python] {
        let Ok(output) = command.stdin(Stdio::null()).output() else { continue };
        if output.status.success() {
            return parsed(&output).with_context(|| format!("cannot read {shown}"));
        }
        failed = Some(String::from_utf8_lossy(&output.stderr).trim().to_owned());
    }
    match failed {
        Some(said) => bail!("cannot read {shown}: {}", said.lines().last().unwrap_or_default()),
        None => bail!(
            "{shown} is an SQLite database; install `sqlite3` or `python3` so that it can be read"
        ),
    }
}

fn parsed(output: &Output) -> Result<Vec<Map<String, Value>>> {
    let text = String::from_utf8_lossy(&output.stdout);
    // Without rows, sqlite3 prints nothing.
    if text.trim().is_empty() { Ok(Vec::new()) } else { Ok(serde_json::from_str(&text)?) }
}

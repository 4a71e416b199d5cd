//! How the games of a report were selected.

use serde_json::{Value, json};

use crate::arena::{Log, Selection};

/// Adds the field `where` to an object about a log whose games were selected.
pub(super) fn add_selection(object: &mut Value, log: &Log) {
    if let Some(Selection { condition, games, of, lacking, .. }) = log.selection() {
        object["where"] = json!({
            "condition": condition, "games": games, "of": of, "lacking": lacking,
        });
    }
}

/// A line about the games of a log, if they were selected.
pub(super) fn selection_line(log: &Log) -> Option<String> {
    let Selection { condition, games, of, lacking, .. } = log.selection()?;
    let lacking = match lacking {
        0 => String::new(),
        some => format!("; {some} lack a value that it names"),
    };
    Some(format!("  only games where {condition}: {games} of {of}{lacking}"))
}

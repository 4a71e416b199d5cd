//! What a report says about the chain and the damage of its log.

use serde_json::{Value, json};

use crate::arena::{ChainKind, Log, line_ranges};

/// Adds the field `chain` to an object about a log.
pub(super) fn add_chain(object: &mut Value, log: &Log) {
    let [more_damage, more_broken] = log.further();
    object["chain"] = json!({
        "kind": log.chain_kind(),
        "head": log.head(),
        "lines": log.lines(),
        "broken": log.broken().len() + more_broken,
        "damaged": log.damage().len() + more_damage,
    });
}

/// Which lines are not as they were written; `None` if all are.
pub(super) fn changed_lines(log: &Log) -> Option<String> {
    let [_, more] = log.further();
    let lines = (!log.broken().is_empty()).then(|| line_ranges(log.broken(), more))?;
    Some(format!("The log was changed after it was written: lines {lines}"))
}

/// Lines about a log that is not as it was written; none if it is.
pub(super) fn chain_lines(log: &Log) -> Vec<String> {
    let mut lines = Vec::new();
    let [more_damage, more_broken] = log.further();
    if let Some(first) = log.broken().first() {
        lines.push(format!(
            "  the log was changed after it was written (--trust): lines {}; line {} {}",
            line_ranges(log.broken(), more_broken),
            first.line,
            first.reason
        ));
    }
    if !log.damage().is_empty() {
        let damaged = line_ranges(log.damage(), more_damage);
        lines.push(format!(
            "  damaged lines of the log: {damaged}; what cannot be read or true does not count"
        ));
    }
    match log.chain_kind() {
        ChainKind::Plain | ChainKind::Keyed => {}
        ChainKind::None => {
            lines.push(
                "  the log has no chain of hashes, so a change of it cannot be found".to_owned(),
            );
        }
        ChainKind::Unchecked => {
            lines.push(
                "  the chain of the log was not checked: its key is not known here".to_owned(),
            );
        }
    }
    lines
}

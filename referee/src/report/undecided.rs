//! What a report says about undecided games, counted both ways.

use serde_json::{Value, json};

use super::layout::{counted, range};
use crate::arena::{BothWays, Way};
use crate::stats::sprt::TestVerdict;

/// The undecided games as an object; `null` if there are none.
pub(super) fn undecided_json(undecided: Option<&BothWays>) -> Value {
    let Some(BothWays { games, lost, won, hangs }) = undecided else { return Value::Null };
    let way = |way: &Way| {
        let accepted = way.verdict.map(|verdict| match verdict {
            TestVerdict::AcceptedH1 => "H1",
            _ => "H0",
        });
        json!({ "advantage": way.advantage, "accepted": accepted })
    };
    json!({ "games": games, "if_lost": way(lost), "if_won": way(won), "hangs": hangs })
}

/// The undecided games as a line.
pub(super) fn undecided_line(it: &BothWays) -> String {
    let percent = |way: &Way| range(way.advantage.map(|share| 100.0 * share));
    let verdict = if it.hangs { "hangs on them, so there is none" } else { "is the same" };
    format!(
        "  {}: counted as lost, the lead in points is {} %, as won {} %; the verdict {verdict}",
        counted(it.games, "undecided game"),
        percent(&it.lost),
        percent(&it.won),
    )
}

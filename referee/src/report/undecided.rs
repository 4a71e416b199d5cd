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
    let verdict = if it.hangs { "depends on them, so it is left open" } else { "is the same" };
    format!(
        "  {}: counted as lost, the lead in points is {} %, as won {} %; the verdict {verdict}",
        counted(it.games, "undecided game"),
        percent(&it.lost),
        percent(&it.won),
    )
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::stats::{Estimate, Interval};

    #[test]
    fn the_line_says_whether_the_verdict_depends_on_the_undecided_games() {
        let way = |value: f64| {
            let interval = Interval { low: value - 0.01, high: value + 0.01 };
            Way { advantage: Estimate { value, interval }, verdict: None }
        };
        let both = BothWays { games: 2, lost: way(-0.02), won: way(0.03), hangs: true };
        assert_eq!(
            undecided_line(&both),
            "  2 undecided games: counted as lost, the lead in points is -2.0 [-3.0, -1.0] %, as won +3.0 \
             [+2.0, +4.0] %; the verdict depends on them, so it is left open"
        );
        let same = undecided_line(&BothWays { hangs: false, ..both });
        assert!(same.ends_with("; the verdict is the same"), "{same}");
    }
}

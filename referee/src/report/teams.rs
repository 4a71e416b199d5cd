//! The report on two bots that have each worked with itself or with the same others.

use serde_json::{Value, json};

use super::conduct::{
    conduct_json, conduct_lines, difference_json, difference_line, isolation_line, overload_line,
    team_lines,
};
use super::layout::counted;
use crate::arena::TeamComparison;
use crate::terminal::page;

/// A comparison as lines.
pub(super) fn text(it: &TeamComparison<'_>) -> String {
    let [a, b] = &it.names;
    let (games, seeds) = (counted(it.games as u64, "game"), counted(it.seeds as u64, "seed"));
    let mut lines = vec![format!("{a} and {b}: {games} of {} on {seeds}", it.log.header().game)];
    lines.extend(it.differences.iter().map(|it| difference_line([a, b], it)));
    lines.extend(team_lines(&it.teams));
    lines.extend(conduct_lines(&it.conduct));
    lines.extend(overload_line(it.overload));
    lines.extend(isolation_line(&it.conduct));
    lines.push(format!("  log {}", it.log.path().display()));
    page(lines)
}

/// A comparison as an object.
pub(super) fn json_of(it: &TeamComparison<'_>) -> Value {
    let differences: Vec<Value> = it.differences.iter().map(difference_json).collect();
    json!({
        "game": it.log.header().game,
        "bots": it.names,
        "games": it.games,
        "units": it.seeds,
        "team_differences": differences,
        "teams": it.teams,
        "conduct": conduct_json(&it.conduct),
        "overload": it.overload,
        "log": it.log.path(),
    })
}

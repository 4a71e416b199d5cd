//! The report on two bots that have not met, in a contest with teams, as lines.

use super::conduct::{conduct_lines, difference_line, isolation_line, overload_lines, team_lines};
use super::first_fault::fault_lines;
use super::layout::counted;
use super::values::value_lines;
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
    lines.extend(fault_lines(&it.conduct));
    lines.extend(value_lines(&it.values));
    lines.extend(overload_lines(it.overload, &it.conduct, &it.excesses));
    lines.extend(isolation_line(&it.conduct));
    lines.push(format!("  log {}", it.log.path().display()));
    page(lines)
}

//! Lines that several reports print: times, faults and points of teams.

use std::collections::BTreeMap;
use std::fmt::Write as _;

use super::layout::{aligned, columns_of, counted, padded, range};
use crate::arena::{CONFIDENCE, Conduct, Excess, Overload, Team, TeamDifference};
use crate::player::protections::{held, missing};

/// A line for each bot: its times and its faults.
pub(super) fn conduct_lines(all: &BTreeMap<String, Conduct>) -> Vec<String> {
    let width = all.keys().map(|bot| columns_of(bot)).max().unwrap_or(0);
    let line = |(bot, conduct): (&String, &Conduct)| {
        let millis = |micros: u64| format!("{:.1}", micros as f64 / 1000.0);
        let [p50, p99] = [0.5, 0.99].map(|p| millis(conduct.times.quantile(p)));
        let max = millis(conduct.times.max());
        let strain = conduct.times.strain();
        let faults: Vec<String> =
            conduct.faults.iter().map(|(kind, count)| format!("{count} {kind}")).collect();
        let faults = if faults.is_empty() { "none".to_owned() } else { faults.join(", ") };
        let overloaded = match conduct.overloaded {
            0 => String::new(),
            some => format!("; {some} not counted, lost while the machine was overloaded"),
        };
        let late = match conduct.times.late() {
            0 => String::new(),
            some => format!("; {some} late because of the machine, counted"),
        };
        let bot = padded(bot, width);
        format!(
            "  {bot}  answers p50 {p50} ms, p99 {p99} ms, max {max} ms, {strain} % of the \
             limit at most; faults: {faults}{late}{overloaded}"
        )
    };
    all.iter().map(line).collect()
}

/// A line about the isolation of the programs, if there are any: a short one if nothing is missing.
pub(super) fn isolation_line(all: &BTreeMap<String, Conduct>) -> Option<String> {
    let mut by_gap: BTreeMap<&str, Vec<&str>> = BTreeMap::new();
    let programs = || all.iter().filter(|(_, conduct)| !conduct.in_force.is_empty());
    for (bot, conduct) in programs() {
        for gap in conduct.in_force.iter().flat_map(|words| missing(words)) {
            let bots = by_gap.entry(gap).or_default();
            if bots.last() != Some(&bot.as_str()) {
                bots.push(bot);
            }
        }
    }
    let count = programs().count();
    let gaps = by_gap.iter().map(|(gap, bots)| {
        let who = if bots.len() == count { "each bot".to_owned() } else { bots.join(", ") };
        format!("{who} {gap}")
    });
    let gaps: Vec<String> = gaps.collect();
    match (count, gaps.is_empty()) {
        (0, _) => None,
        (_, true) => Some("  the bots were isolated from each other and from the log".to_owned()),
        (_, false) => {
            let mut words = programs().flat_map(|(_, conduct)| &conduct.in_force);
            let is_any = words.any(|words| !held(words).is_empty());
            let what = if is_any { "isolated, but" } else { "not isolated:" };
            Some(format!("  the bots were {what} {}", gaps.join("; ")))
        }
    }
}

/// Lines about games in which the machine may have been overloaded, if there are any: how many plays, which part of the
/// games of each bot, and the bots that were late much more often than their opponents.
pub(super) fn overload_lines(
    overload: Overload,
    all: &BTreeMap<String, Conduct>,
    excesses: &[Excess],
) -> Vec<String> {
    let Overload { flagged, replayed, undecided, stands } = overload;
    if flagged == 0 {
        return Vec::new();
    }
    let plays = counted(flagged, "play");
    let mut line = format!(
        "  the machine was overloaded, or a signal ended a bot, in {plays}: {replayed} replayed, {undecided} games \
         undecided"
    );
    if stands > 0 {
        let games = counted(stands, "game");
        let _ = write!(line, ", {games} counted with the fault, which came again in the replay");
    }
    if undecided > 0 {
        line += "; try --replay-overloaded 1, a lower --parallel, or --clock cpu";
    }
    let share = |(bot, conduct): (&String, &Conduct)| {
        let Conduct { games, replayed, .. } = conduct;
        let percent = 100.0 * *replayed as f64 / (*games).max(1) as f64;
        format!("{bot} {replayed} of {games} ({percent:.1} %)")
    };
    let shares: Vec<String> = all.iter().map(share).collect();
    let shares = format!("  games replayed because of a bot: {}", shares.join(", "));
    let named = excesses.iter().map(|excess| format!("  {}", excess.sentence()));
    [line, shares].into_iter().chain(named).collect()
}

/// A table of teams: mean points per round.
pub(super) fn team_lines(all: &[Team]) -> Vec<String> {
    if all.is_empty() {
        return Vec::new();
    }
    let head = ["team", "points a round", "error", "rounds", "seeds"].map(str::to_owned).to_vec();
    let row = |team: &Team| {
        let error = team.standard_error.map_or("-".to_owned(), |error| format!("±{error:.1}"));
        let mean = format!("{:.1}", team.mean);
        vec![team.bots.join(" with "), mean, error, team.rounds.to_string(), team.seeds.to_string()]
    };
    let rows: Vec<Vec<String>> = [head].into_iter().chain(all.iter().map(row)).collect();
    aligned(&rows).into_iter().map(|line| format!("  {line}")).collect()
}

/// `each with itself: a earns +30.5 [-1.0, +62.0] points a round more than b (95 %), on 9 seeds more,
/// on 6 less`
pub(super) fn difference_line([a, b]: [&str; 2], it: &TeamDifference) -> String {
    let (with, more) = (company(it), range(it.points.estimate(CONFIDENCE)));
    let (better, worse) = (counted(it.better, "seed"), it.worse);
    format!(
        "  each {with}: {a} earns {more} points a round more than {b} (95 %), on {better} more, \
         on {worse} less"
    )
}

/// `with itself`, `with a, b`
pub(super) fn company(it: &TeamDifference) -> String {
    if it.company.is_empty() {
        return "with itself".to_owned();
    }
    format!("with {}", it.company.join(", "))
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::*;

    #[test]
    fn the_line_of_a_bot_has_the_median_the_99th_percentile_and_the_longest_time() {
        let mut conduct = Conduct::default();
        let times = [(60, 1), (37, 2), (2, 4), (1, 8)];
        for millis in times.iter().flat_map(|(count, millis)| vec![*millis; *count]) {
            conduct.times.add(millis * 1024, Duration::from_millis(10_240));
        }
        let lines = conduct_lines(&BTreeMap::from([("bot".to_owned(), conduct)]));
        let start = "  bot  answers p50 1.0 ms, p99 4.1 ms, max 8.2 ms, 0 % of the limit at most; faults: none";
        assert_eq!(lines, [start]);
    }
}

//! The report on two bots that have met, as lines and as a table.

use std::fmt::Write as _;

use super::conduct::{conduct_lines, difference_line, isolation_line, overload_lines, team_lines};
use super::first_fault::fault_lines;
use super::layout::{cell, cells, counted, has_no_interval, range};
use super::values::{columns, value_lines};
use super::verdict::{finding, subject, unit};
use crate::arena::{CONFIDENCE, Comparison, DuelStanding, Test};
use crate::stats::sprt::TestVerdict;
use crate::stats::{Estimate, elo};
use crate::terminal::page;

/// A standing as the end of a line of progress.
pub fn standing_line(standing: &DuelStanding) -> String {
    let [wins, draws, losses] = standing.games;
    let mut text = format!("+{wins} ={draws} -{losses}, Elo {}", range(standing.elo()));
    if let Some(ratio) = standing.log_likelihood_ratio() {
        let _ = write!(text, ", LLR {ratio:.2}");
    }
    text
}

/// How the table begins.
pub(super) const HEAD: [&str; 7] = ["a", "b", "seeds", "games", "wins", "draws", "losses"];

/// A comparison as a table: a header row and one row.
pub(super) fn csv_rows(it: &Comparison<'_>) -> Vec<Vec<String>> {
    let standing = &it.standing;
    let names = standing.pairing().names();
    let shares = &standing.shares;
    let (value, interval) = (shares.mean(), shares.interval(CONFIDENCE));
    let percent = Estimate { value, interval }.map(|share| 100.0 * share);
    let played: u64 = standing.games.iter().sum();
    let known = |estimate: Estimate| (played > 0).then_some(estimate);
    let found = standing.test().zip(standing.verdict).map(|(test, verdict)| finding(test, verdict));
    let mut head: Vec<String> = HEAD.map(str::to_owned).to_vec();
    let mut row = vec![names[0].clone(), names[1].clone(), shares.units().to_string()];
    row.push(played.to_string());
    row.extend(standing.games.map(|games| games.to_string()));
    for (name, estimate, decimals) in [
        ("points_percent", known(percent), 2),
        ("elo", known(standing.elo()), 1),
        ("normalised_elo", standing.normalised_elo(), 1),
        ("score_difference", known(it.score_difference()), 3),
    ] {
        head.extend(["", "_low", "_high"].map(|end| format!("{name}{end}")));
        row.extend(cells(estimate, decimals));
    }
    head.extend(["llr", "finding"].map(str::to_owned));
    row.extend([cell(standing.log_likelihood_ratio(), 3), found.unwrap_or_default()]);
    for (of, bot) in [("", None), (" of a", names.first()), (" of b", names.get(1))] {
        for [name, value] in columns(&it.values, bot.map(String::as_str)) {
            head.push(name + of);
            row.push(value);
        }
    }
    vec![head, row]
}

/// A comparison as lines.
pub(super) fn text(it: &Comparison<'_>) -> String {
    let standing = &it.standing;
    let games: u64 = standing.games.iter().sum();
    let title = standing.pairing().title();
    let (played, seeds) = (counted(games, "game"), counted(standing.shares.units(), "seed"));
    let mut lines = vec![format!("{title}: {played} of {} on {seeds}", it.log.header().game)];
    lines.extend(left_out_line(it));
    if games > 0 {
        lines.extend(result_lines(it));
    }
    lines.extend(standing.test().map(|test| test_line(test, standing)));
    lines.extend(team_lines(&it.teams));
    if let [a, b, ..] = standing.pairing().names() {
        lines.extend(it.differences.iter().map(|it| difference_line([a, b], it)));
    }
    lines.extend(conduct_lines(&it.conduct));
    lines.extend(fault_lines(&it.conduct));
    lines.extend(value_lines(&it.values));
    lines.extend(overload_lines(it.overload, &it.conduct, &it.excesses));
    lines.extend(isolation_line(&it.conduct));
    lines.push(format!("  log {}", it.log.path().display()));
    page(lines)
}

/// A line about incomplete seeds.
fn left_out_line(it: &Comparison<'_>) -> Option<String> {
    let pairing = it.standing.pairing();
    let several = pairing.companies().len() > 1;
    let of_a_seat = it.log.selection().map(|it| it.names_a_seat);
    (it.left_out > 0).then(|| {
        let (seeds, wanted) = (counted(it.left_out as u64, "seed"), pairing.orders().len());
        let all = if it.left_out == 1 { "all of its" } else { "all of their" };
        let advice = match (several, of_a_seat) {
            (true, _) => "; see --others",
            (false, Some(true)) => {
                "; a condition on p1 or p2 may select one game of a seed, use the name of a bot"
            }
            (false, Some(false)) => {
                "; a condition on what happens in a game may select one game of a seed"
            }
            (false, None) => "; times, faults and values are of all games",
        };
        format!("  not counted: {seeds} without {all} {wanted} games{advice}")
    })
}

/// Wins, points, Elo and scores.
fn result_lines(it: &Comparison<'_>) -> [String; 4] {
    let (standing, shares) = (&it.standing, &it.standing.shares);
    let [wins, draws, losses] = standing.games;
    let points = shares.interval(CONFIDENCE);
    let [a, b] = standing.scores;
    let normalised = standing.normalised_elo();
    let normalised = normalised.map_or(String::new(), |elo| format!(", normalised {}", range(elo)));
    [
        format!("  wins {wins}, draws {draws}, losses {losses}"),
        format!(
            "  points {:.1} % (95 %: {:.1} to {:.1}), seeds by points: {}",
            100.0 * shares.mean(),
            100.0 * points.low,
            100.0 * points.high,
            units(shares.counts()),
        ),
        format!(
            "  Elo {} (95 %){normalised}, better with likelihood {:.1} %",
            range(standing.elo()),
            100.0 * elo::likelihood_of_superiority(shares),
        ),
        format!("  mean score {a:.2} to {b:.2}, difference {}", score_difference(it)),
    ]
}

/// The difference of the scores, with its interval or the reason why there is none.
fn score_difference(it: &Comparison<'_>) -> String {
    let difference = it.score_difference();
    if !has_no_interval(difference) {
        return range(difference);
    }
    let why = match it.standing.shares.units() {
        0 => "no seed is complete".to_owned(),
        1 => "1 seed".to_owned(),
        units => format!("{units} seeds, each without a difference"),
    };
    range(difference).replace("no interval", &format!("no interval: {why}"))
}

fn test_line(test: &Test, standing: &DuelStanding) -> String {
    let sprt = test.sprt();
    let ([elo0, elo1], [lower, upper]) = (sprt.hypotheses(), sprt.bounds());
    let bot = &standing.pairing().names()[0];
    let state = match standing.verdict {
        None => "undecided".to_owned(),
        Some(verdict) => {
            let hypothesis = if verdict == TestVerdict::AcceptedH1 { "H1" } else { "H0" };
            format!("{bot} is {} ({hypothesis})", finding(test, verdict))
        }
    };
    let scores = standing.normalised_elo_of_scores();
    let scores = scores.map_or(String::new(), |elo| format!(", {} (95 %)", range(elo)));
    format!(
        "  test by {} of {} {elo0} against {elo1}{scores}: LLR {:.2}, bounds {lower:.2} and {upper:.2}: {state}",
        subject(test),
        unit(test),
        standing.log_likelihood_ratio().unwrap_or(0.0),
    )
}

/// `0: 3, ½: 1, 1: 20, 1½: 4, 2: 12`. With more than 7 levels, those without a seed are omitted.
fn units(counts: &[u64]) -> String {
    let points = |half: usize| match (half / 2, half % 2) {
        (0, 1) => "½".to_owned(),
        (whole, 1) => format!("{whole}½"),
        (whole, _) => whole.to_string(),
    };
    let all: Vec<String> = counts
        .iter()
        .enumerate()
        .filter(|(_, count)| counts.len() <= 7 || **count > 0)
        .map(|(half, count)| format!("{}: {count}", points(half)))
        .collect();
    all.join(", ")
}

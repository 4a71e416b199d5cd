//! The report on two bots that have met, for people and for programs.

use std::fmt::Write as _;

use serde_json::{Value, json};

use super::conduct::{
    conduct_json, conduct_lines, difference_json, difference_line, isolation_line, overload_line,
    team_lines,
};
use super::layout::{cell, cells, counted, range};
use super::verdict::{finding, unit};
use crate::arena::{CONFIDENCE, Comparison, DuelStanding, Test};
use crate::stats::sprt::TestVerdict;
use crate::stats::{Estimate, elo};
use crate::terminal::page;

/// A standing in a few words, for a line of progress.
pub fn standing_line(standing: &DuelStanding) -> String {
    let [wins, draws, losses] = standing.games;
    let mut text = format!("+{wins} ={draws} -{losses}, Elo {}", range(standing.elo()));
    if let Some(ratio) = standing.log_likelihood_ratio() {
        let _ = write!(text, ", LLR {ratio:.2}");
    }
    text
}

/// A comparison as an object.
pub(super) fn json_of(it: &Comparison<'_>) -> Value {
    let standing = &it.standing;
    let [wins, draws, losses] = standing.games;
    let header = it.log.header();
    let differences: Vec<Value> = it.differences.iter().map(difference_json).collect();
    json!({
        "game": header.game,
        "options": header.options,
        "bots": standing.pairing().names(),
        "companies": standing.pairing().companies(),
        "units": standing.shares.units(),
        "units_left_out": it.left_out,
        "games": wins + draws + losses,
        "wins": wins,
        "draws": draws,
        "losses": losses,
        "unit_results": standing.shares.counts(),
        "points": standing.shares.mean(),
        "points_interval": standing.shares.interval(CONFIDENCE),
        "elo": standing.elo(),
        "normalised_elo": standing.normalised_elo(),
        "superiority": elo::likelihood_of_superiority(&standing.shares),
        "mean_scores": standing.scores,
        "score_difference": it.score_difference(),
        "teams": it.teams,
        "team_differences": differences,
        "test": standing.test().map(|test| test_json(test, standing)),
        "conduct": conduct_json(&it.conduct),
        "overload": it.overload,
        "log": it.log.path(),
    })
}

fn test_json(test: &Test, standing: &DuelStanding) -> Value {
    let sprt = test.sprt();
    let ([elo0, elo1], [alpha, beta]) = (sprt.hypotheses(), sprt.risks());
    json!({
        "by": by(test),
        "elo0": elo0,
        "elo1": elo1,
        "alpha": alpha,
        "beta": beta,
        "llr": standing.log_likelihood_ratio(),
        "bounds": sprt.bounds(),
        "normalised_elo_of_scores": standing.normalised_elo_of_scores(),
        "accepted": standing.verdict.map(|verdict| match verdict {
            TestVerdict::AcceptedH1 => "H1",
            _ => "H0",
        }),
        "finding": standing.verdict.map(|verdict| finding(test, verdict)),
    })
}

/// A comparison as a row of a table, with its head.
pub(super) fn csv_rows(it: &Comparison<'_>) -> Vec<Vec<String>> {
    let standing = &it.standing;
    let names = standing.pairing().names();
    let shares = &standing.shares;
    let (value, interval) = (shares.mean(), shares.interval(CONFIDENCE));
    let percent = Estimate { value, interval }.map(|share| 100.0 * share);
    let found = standing.test().zip(standing.verdict).map(|(test, verdict)| finding(test, verdict));
    let mut head: Vec<String> =
        ["a", "b", "seeds", "games", "wins", "draws", "losses"].map(str::to_owned).to_vec();
    let mut row = vec![names[0].clone(), names[1].clone(), shares.units().to_string()];
    row.push(standing.games.iter().sum::<u64>().to_string());
    row.extend(standing.games.map(|games| games.to_string()));
    for (name, estimate, decimals) in [
        ("points_percent", Some(percent), 2),
        ("elo", Some(standing.elo()), 1),
        ("normalised_elo", standing.normalised_elo(), 1),
        ("score_difference", Some(it.score_difference()), 3),
    ] {
        head.extend(["", "_low", "_high"].map(|end| format!("{name}{end}")));
        row.extend(cells(estimate, decimals));
    }
    head.extend(["llr", "finding"].map(str::to_owned));
    row.extend([cell(standing.log_likelihood_ratio(), 3), found.unwrap_or_default()]);
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
    lines.extend(overload_line(it.overload));
    lines.extend(isolation_line(&it.conduct));
    lines.push(format!("  log {}", it.log.path().display()));
    page(lines)
}

/// How many seeds are left out, where that is no mere end of a run.
fn left_out_line(it: &Comparison<'_>) -> Option<String> {
    let pairing = it.standing.pairing();
    let several = pairing.companies().len() > 1;
    let nothing = it.standing.shares.units() == 0;
    (it.left_out > 0 && (nothing || several)).then(|| {
        let (seeds, wanted) = (counted(it.left_out as u64, "seed"), pairing.orders().len());
        let advice = if several { "; see --others" } else { "" };
        format!("  left out: {seeds} of which not all {wanted} games are played{advice}")
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
        format!("  mean score {a:.2} to {b:.2}, difference {}", range(it.score_difference())),
    ]
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
        "  test by {} of {} {elo0} against {elo1}{scores}: LLR {:.2} within {lower:.2} to {upper:.2}: {state}",
        by(test),
        unit(test),
        standing.log_likelihood_ratio().unwrap_or(0.0),
    )
}

/// What a test looks at.
fn by(test: &Test) -> &'static str {
    match test {
        Test::Points(_) => "points",
        Test::Score(_) => "score",
    }
}

/// `0: 3, ½: 1, 1: 20, 1½: 4, 2: 12`; where there are many levels only those that were reached.
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

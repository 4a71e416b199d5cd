//! The report on two bots against the same opponents, as lines and as a table.

use std::fmt::Write as _;

use super::conduct::{conduct_lines, isolation_line, overload_lines};
use super::first_fault::fault_lines;
use super::layout::{aligned, cell, cells, counted, range};
use super::verdict::{subject, trial_finding, unit};
use crate::arena::{
    CONFIDENCE, OpponentRow, SeedRow, Tendency, Test, TrialComparison, TrialStanding,
};
use crate::stats::Estimate;
use crate::terminal::page;

/// Most seeds of either kind in the lines.
const MOST_SEEDS: usize = 3;

/// A standing as the end of a line of progress.
pub fn trial_line(standing: &TrialStanding) -> String {
    let difference = range(standing.results.elo_difference(CONFIDENCE));
    let mut text = format!("{}, Elo {difference}", counted(standing.results.rounds(), "round"));
    if let Some(ratio) = standing.log_likelihood_ratio() {
        let _ = write!(text, ", LLR {ratio:.2}");
    }
    text
}

/// The header row of the table.
pub(super) const HEAD: [&str; 16] = [
    "opponent",
    "units",
    "better",
    "equal",
    "worse",
    "candidate_percent",
    "champion_percent",
    "difference_percent",
    "difference_percent_low",
    "difference_percent_high",
    "tendency",
    "elo",
    "elo_low",
    "elo_high",
    "llr",
    "finding",
];

/// A comparison as a table: a row for each opponent, then one for the field.
pub(super) fn csv_rows(it: &TrialComparison<'_>) -> Vec<Vec<String>> {
    let results = &it.standing.results;
    let mut rows = vec![HEAD.map(str::to_owned).to_vec()];
    for row in &it.opponents {
        let mut cells = vec![row.opponent.clone()];
        let units = row.units;
        let counts =
            [units.better + units.equal + units.worse, units.better, units.equal, units.worse];
        cells.extend(counts.map(|count| count.to_string()));
        cells.extend(shares_and_difference(row.shares, row.difference));
        cells.push(word(row.tendency).to_owned());
        cells.resize(HEAD.len(), String::new());
        rows.push(cells);
    }
    let mut field = vec!["the field".to_owned(), results.units().to_string()];
    field.resize(5, String::new());
    field.extend(shares_and_difference(results.shares(), results.share_difference(CONFIDENCE)));
    field.push(String::new());
    field.extend(cells(results.elo_difference(CONFIDENCE), 1));
    field.extend([
        cell(it.standing.log_likelihood_ratio(), 3),
        it.standing.test().map_or(String::new(), |_| trial_finding(&it.standing)),
    ]);
    rows.push(field);
    rows
}

fn shares_and_difference(shares: [f64; 2], difference: Estimate) -> Vec<String> {
    let shares = shares.map(|share| cell(100.0 * share, 2));
    let difference = cells(difference.map(|it| 100.0 * it), 2);
    shares.into_iter().chain(difference).collect()
}

/// A comparison as lines.
pub(super) fn text(it: &TrialComparison<'_>) -> String {
    let standing = &it.standing;
    let mut lines = vec![format!("{}{}", trial_finding(standing), elo_of(standing))];
    lines.push(games_line(it));
    if standing.results.rounds() > 0 {
        lines.extend(result_lines(standing));
    }
    lines.extend(standing.test().map(|test| test_line(test, standing)));
    if standing.results.rounds() > 0 {
        lines.extend(opponent_lines(it));
        lines.extend(seat_line(it));
        lines.extend(seed_lines(it));
    }
    lines.extend(conduct_lines(&it.conduct));
    lines.extend(fault_lines(&it.conduct));
    lines.extend(overload_lines(it.overload, &it.conduct, &it.excesses));
    lines.extend(isolation_line(&it.conduct));
    lines.push(format!("  log {}", it.log.path().display()));
    page(lines)
}

/// `: +12.3 Elo [+2.0, +22.6]`
fn elo_of(standing: &TrialStanding) -> String {
    let results = &standing.results;
    if results.rounds() == 0 {
        return String::new();
    }
    let scores = match standing.test() {
        Some(Test::Score(test)) => results.normalised_elo_of_scores(test, CONFIDENCE),
        _ => None,
    };
    match scores {
        Some(elo) => format!(": {} normalised Elo of the scores (95 %)", range(elo)),
        None => format!(": {} Elo (95 %)", range(results.elo_difference(CONFIDENCE))),
    }
}

/// `  480 games of ocean: 20 rounds, each a seed against each of 3 opponents, …`
fn games_line(it: &TrialComparison<'_>) -> String {
    let standing = &it.standing;
    let field = standing.field();
    let groups = match (field.groups().len(), field.seats()) {
        (1, _) => field.groups()[0].opponents().join(" with "),
        (groups, 2) => format!("each of {groups} opponents"),
        (groups, _) => format!("each of {groups} groups of opponents"),
    };
    let orders = counted(field.games_of_unit() as u64 / 2, "game");
    let mut line = format!(
        "  {} of {} in {}: a seed against {groups}, {orders} a seed with each bot",
        counted(standing.games(), "game"),
        it.log.header().game,
        counted(standing.results.rounds(), "round"),
    );
    if it.left_out > 0 {
        let _ = write!(
            line,
            "; not counted: {} of rounds that are not whole",
            counted(it.left_out as u64, "game")
        );
    }
    line
}

fn result_lines(standing: &TrialStanding) -> Vec<String> {
    let results = &standing.results;
    let [candidate, champion] = standing.field().rivals();
    let (shares, elos, scores) = (results.shares(), results.elos(), results.scores());
    let percent = results.share_difference(CONFIDENCE).map(|it| 100.0 * it);
    let mut lines = vec![
        format!(
            "  points {candidate} {:.1} %, {champion} {:.1} %, difference {} %",
            100.0 * shares[0],
            100.0 * shares[1],
            range(percent),
        ),
        format!(
            "  Elo against the field {candidate} {:+.1}, {champion} {:+.1}, better with likelihood {:.1} %",
            elos[0],
            elos[1],
            100.0 * results.likelihood_of_superiority(),
        ),
        format!(
            "  mean score {candidate} {:.2}, {champion} {:.2}, difference {}",
            scores[0],
            scores[1],
            range(results.score_difference(CONFIDENCE)),
        ),
    ];
    lines.extend(results.saved_by_pairing().map(|saved| {
        format!("  the same seeds for both save {:.0} % of the games", 100.0 * saved.max(0.0))
    }));
    lines
}

fn test_line(test: &Test, standing: &TrialStanding) -> String {
    let sprt = test.sprt();
    let ([elo0, elo1], [lower, upper]) = (sprt.hypotheses(), sprt.bounds());
    format!(
        "  test by {} of {} {elo0} against {elo1}: LLR {:.2}, bounds {lower:.2} and {upper:.2}",
        subject(test),
        unit(test),
        standing.log_likelihood_ratio().unwrap_or(0.0),
    )
}

/// A table of the opponents, those first against which the candidate gains most.
fn opponent_lines(it: &TrialComparison<'_>) -> Vec<String> {
    let [candidate, champion] = it.standing.field().rivals();
    let head = ["against", candidate, champion, "difference %", "units", "better", "worse", ""];
    let mut sorted: Vec<&OpponentRow> = it.opponents.iter().collect();
    sorted.sort_by(|a, b| b.difference.value.total_cmp(&a.difference.value));
    let row = |row: &OpponentRow| {
        let units = row.units;
        vec![
            row.opponent.clone(),
            format!("{:.1}", 100.0 * row.shares[0]),
            format!("{:.1}", 100.0 * row.shares[1]),
            range(row.difference.map(|it| 100.0 * it)),
            (units.better + units.equal + units.worse).to_string(),
            units.better.to_string(),
            units.worse.to_string(),
            word(row.tendency).to_owned(),
        ]
    };
    let head = head.map(|it| (*it).to_owned()).to_vec();
    let rows: Vec<Vec<String>> = [head].into_iter().chain(sorted.into_iter().map(row)).collect();
    aligned(&rows).iter().map(|line| format!("  {}", line.trim_end())).collect()
}

/// `  by seat: A +3.1 [-1.0, +7.2] %, B +10.4 [+5.0, +15.8] % better`
fn seat_line(it: &TrialComparison<'_>) -> Option<String> {
    let seats = it.seats.iter().map(|row| {
        let difference = range(row.difference.map(|it| 100.0 * it));
        let text = format!("{} {difference} % {}", row.seat.letter(), word(row.tendency));
        text.trim_end().to_owned()
    });
    let seats: Vec<String> = seats.collect();
    (seats.len() > 1).then(|| format!("  by seat: {}", seats.join(", ")))
}

/// The seeds with the largest differences.
fn seed_lines(it: &TrialComparison<'_>) -> Vec<String> {
    let [candidate, champion] = it.standing.field().rivals();
    let line = |row: &SeedRow| {
        let opponents: Vec<String> =
            row.opponents.iter().map(|group| group.join(" with ")).collect();
        let [ours, theirs] = row.points.map(|share| 100.0 * share);
        format!(
            "  {} seed {}: {candidate} {ours:.0} %, {champion} {theirs:.0} % against {}",
            if row.difference() > 0.0 { "better" } else { "worse" },
            row.seed,
            opponents.join(", "),
        )
    };
    let better = it.seeds.iter().filter(|row| row.difference() > 0.0).take(MOST_SEEDS);
    let worse = it.seeds.iter().rev().filter(|row| row.difference() < 0.0).take(MOST_SEEDS);
    better.chain(worse).map(line).collect()
}

/// A tendency as a word; none if it is open.
fn word(tendency: Tendency) -> &'static str {
    match tendency {
        Tendency::Better => "better",
        Tendency::Worse => "worse",
        Tendency::Open => "",
    }
}

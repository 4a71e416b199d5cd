//! The report on two bots against the same opponents, as a JSON object.

use std::collections::BTreeMap;

use serde::Serialize;
use serde_json::{Map, Value};

use super::json::{ConductJson, TestJson, log_path};
use super::verdict::trial_finding;
use crate::arena::{
    CONFIDENCE, Group, OpponentRow, Overload, SeatRow, SeedRow, Tendency, Test, TrialComparison,
};
use crate::stats::Estimate;

/// Most seeds of either kind.
const MOST_SEEDS: usize = 20;

/// A candidate and a champion against a field. Intervals have a confidence of 95 %.
#[derive(Serialize)]
pub(super) struct TrialJson<'a> {
    /// `botyard-try-report/1`.
    format: &'static str,
    /// Key of the contest.
    game: &'a str,
    /// The options by name.
    options: &'a Map<String, Value>,
    /// Name of the candidate.
    candidate: &'a str,
    /// Name of the champion.
    champion: &'a str,
    /// Names of the opponents.
    pool: &'a [String],
    /// The groups of opponents that fill the other seats.
    groups: Vec<&'a [String]>,
    /// Rounds that count: a seed for each group.
    rounds: u64,
    /// Games of these rounds.
    games: u64,
    /// Games that do not count, because their round is not whole.
    games_left_out: usize,
    /// The candidate's share of the points and the champion's.
    points: [f64; 2],
    /// The candidate's share less the champion's.
    points_difference: Estimate,
    /// Elo of each against the field.
    elos: [f64; 2],
    /// Difference of the two in Elo.
    elo_difference: Estimate,
    /// Probability that the candidate is better.
    superiority: f64,
    /// Mean score of each in a game.
    mean_scores: [f64; 2],
    /// The candidate's mean score less the champion's.
    score_difference: Estimate,
    /// The part of the games that the same seeds for both save.
    saved_by_pairing: Option<f64>,
    /// The sequential test.
    test: Option<TestJson>,
    /// The result in a sentence.
    sentence: String,
    /// A row for each opponent.
    opponents: Vec<OpponentJson<'a>>,
    /// A row for each seat.
    seats: Vec<SeatJson>,
    /// Seeds on which the candidate did better, the largest difference first.
    better_seeds: Vec<&'a SeedRow>,
    /// Seeds on which it did worse, the largest difference first.
    worse_seeds: Vec<&'a SeedRow>,
    /// Times and faults by name of the bot.
    conduct: BTreeMap<&'a str, ConductJson<'a>>,
    /// Games in which the machine was overloaded.
    overload: Overload,
    /// Path of the log.
    log: String,
}

/// The two bots against an opponent.
#[derive(Serialize)]
struct OpponentJson<'a> {
    /// Its name.
    opponent: &'a str,
    /// Seeds on which the candidate made more points than the champion.
    better: u64,
    /// Seeds on which both made as many.
    equal: u64,
    /// Seeds on which it made fewer.
    worse: u64,
    /// Shares of the points against it.
    points: [f64; 2],
    /// Difference of the shares.
    points_difference: Estimate,
    /// What can be said of the difference.
    tendency: Tendency,
}

/// The two bots in a seat.
#[derive(Serialize)]
struct SeatJson {
    /// The seat, from 0.
    seat: usize,
    /// Shares of the points from it.
    points: [f64; 2],
    /// Difference of the shares.
    points_difference: Estimate,
    /// What can be said of the difference.
    tendency: Tendency,
}

impl<'a> TrialJson<'a> {
    pub(super) fn of(it: &'a TrialComparison<'_>) -> Self {
        let (standing, header) = (&it.standing, it.log.header());
        let (field, results) = (standing.field(), &standing.results);
        let [candidate, champion] = field.rivals();
        let better = it.seeds.iter().filter(|row| row.difference() > 0.0);
        let worse = it.seeds.iter().rev().filter(|row| row.difference() < 0.0);
        Self {
            format: "botyard-try-report/1",
            game: &header.game,
            options: &header.options,
            candidate,
            champion,
            pool: field.pool(),
            groups: field.groups().iter().map(Group::opponents).collect(),
            rounds: results.rounds(),
            games: standing.games(),
            games_left_out: it.left_out,
            points: results.shares(),
            points_difference: results.share_difference(CONFIDENCE),
            elos: results.elos(),
            elo_difference: results.elo_difference(CONFIDENCE),
            superiority: results.likelihood_of_superiority(),
            mean_scores: results.scores(),
            score_difference: results.score_difference(CONFIDENCE),
            saved_by_pairing: results.saved_by_pairing(),
            test: standing.test().map(|test| {
                let scores = match test {
                    Test::Score(test) => results.normalised_elo_of_scores(test, CONFIDENCE),
                    Test::Points(_) => None,
                };
                TestJson::new(test, standing.log_likelihood_ratio(), scores, standing.verdict)
            }),
            sentence: trial_finding(standing),
            opponents: it.opponents.iter().map(OpponentJson::of).collect(),
            seats: it.seats.iter().map(SeatJson::of).collect(),
            better_seeds: better.take(MOST_SEEDS).collect(),
            worse_seeds: worse.take(MOST_SEEDS).collect(),
            conduct: ConductJson::all(&it.conduct),
            overload: it.overload,
            log: log_path(it.log),
        }
    }
}

impl<'a> OpponentJson<'a> {
    fn of(row: &'a OpponentRow) -> Self {
        let OpponentRow { opponent, units, shares, difference, tendency } = row;
        Self {
            opponent,
            better: units.better,
            equal: units.equal,
            worse: units.worse,
            points: *shares,
            points_difference: *difference,
            tendency: *tendency,
        }
    }
}

impl SeatJson {
    fn of(row: &SeatRow) -> Self {
        let SeatRow { seat, shares, difference, tendency } = *row;
        Self { seat: seat.0, points: shares, points_difference: difference, tendency }
    }
}

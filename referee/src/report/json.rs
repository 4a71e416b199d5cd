//! Reports as JSON objects. An infinite number is written as `null`.
//!
//! The fields are described in `docs/book/src/machine-interface.md`, too.

use std::collections::{BTreeMap, BTreeSet};

use serde::Serialize;
use serde_json::{Map, Value};

use super::conduct::company;
use super::values::ValueJson;
use super::verdict::{finding, subject};
use crate::arena::{
    CONFIDENCE, Comparison, Conduct, DuelStanding, Excess, FirstFault, Flagged, LadderRow,
    LadderTable, Log, Overload, Team, TeamComparison, TeamDifference, Test,
};
use crate::stats::sprt::TestVerdict;
use crate::stats::{Estimate, Interval, elo};

/// Two bots that have met. Intervals have a confidence of 95 %.
#[derive(Serialize)]
pub(super) struct DuelJson<'a> {
    /// `botyard-duel-report/1`.
    format: &'static str,
    /// Key of the contest.
    game: &'a str,
    /// The options by name.
    options: &'a Map<String, Value>,
    /// Names of A and B, then of the others.
    bots: &'a [String],
    /// The groups of other bots that sat with A and B.
    companies: &'a [Vec<String>],
    /// Number of seeds of which all games were played.
    units: u64,
    /// Number of seeds that are not counted, because some of their games are missing.
    units_left_out: usize,
    /// Number of games on the counted seeds.
    games: u64,
    /// Games that A won.
    wins: u64,
    /// Games that were drawn.
    draws: u64,
    /// Games that A lost.
    losses: u64,
    /// Number of seeds by the half points of A, from 0 to all.
    unit_results: &'a [u64],
    /// A's share of the points, from 0 to 1.
    points: f64,
    /// Confidence interval of `points`.
    points_interval: Interval,
    /// Difference of A and B in Elo.
    elo: Estimate,
    /// The same in normalised Elo; `null` for fewer than two seeds, or seeds with equal results.
    normalised_elo: Option<Estimate>,
    /// Probability that A is better, from 0 to 1.
    superiority: f64,
    /// Mean score of A and of B in a game.
    mean_scores: [f64; 2],
    /// Mean score of A less that of B in a game.
    score_difference: Estimate,
    /// What each team earned; empty in a contest without teams.
    teams: &'a [Team],
    /// What A earned more than B; empty in a contest without teams.
    team_differences: Vec<TeamDifferenceJson>,
    /// The sequential test; `null` if there is none.
    test: Option<TestJson>,
    /// Times and faults by name of the bot.
    conduct: BTreeMap<&'a str, ConductJson<'a>>,
    /// Games in which the machine was overloaded.
    overload: Overload,
    /// Values that the bots and the referee reported.
    values: Vec<ValueJson<'a>>,
    /// Path of the log.
    log: String,
}

/// A sequential test.
#[derive(Serialize)]
pub(super) struct TestJson {
    /// What is tested: `points` or `score`.
    by: &'static str,
    /// H0 in Elo, or in normalised Elo of scores.
    elo0: f64,
    /// H1 in the same unit.
    elo1: f64,
    /// Probability of accepting H1 although H0 is true.
    alpha: f64,
    /// Probability of accepting H0 although H1 is true.
    beta: f64,
    /// Log likelihood ratio of H1 to H0.
    llr: Option<f64>,
    /// The ratios at which H0 and H1 are accepted.
    bounds: [f64; 2],
    /// Difference of the scores in normalised Elo; `null` unless `by` is `score`.
    normalised_elo_of_scores: Option<Estimate>,
    /// `H0`, `H1`, or `null` while the test is undecided.
    accepted: Option<&'static str>,
    /// The accepted hypothesis in words; `null` while the test is undecided.
    finding: Option<String>,
}

/// How a bot behaved.
#[derive(Serialize)]
pub(super) struct ConductJson<'a> {
    /// Times of its answers.
    micros: TimesJson,
    /// The longest time of an answer in percent of its limit.
    percent_of_limit: u64,
    /// Number of faults by kind.
    faults: &'a BTreeMap<String, u64>,
    /// Games that it lost on time while the machine was overloaded. They do not count.
    overloaded: u64,
    /// Games that count and were replayed, because it was late while the machine may have been to blame, or was ended
    /// by a signal.
    replayed: u64,
    /// Number of its games that count.
    games: u64,
    /// Games in which that happened in the last play, too, so that its fault counts.
    stands: u64,
    /// Answers after the limit that counted, because the machine was overloaded.
    late: u64,
    /// What isolated its program.
    in_force: &'a BTreeSet<String>,
    /// The first game of which the bot was thrown out; `null` if it never was.
    first_fault: Option<&'a FirstFault>,
}

/// A bot that was late much more often than its opponents, while the machine may have been to blame.
#[derive(Serialize)]
pub(super) struct ExcessJson<'a> {
    /// Its name.
    bot: &'a str,
    /// Its seats in all games.
    seats: u64,
    /// Those in which it was late, or ended by a signal.
    flagged: u64,
    /// Seats of its opponents in these games.
    others: u64,
    /// Those in which they were late, or ended by a signal.
    others_flagged: u64,
    /// Probability of such an excess by chance, corrected for the number of bots.
    probability: f64,
    /// The excess as a sentence.
    sentence: String,
}

impl<'a> ExcessJson<'a> {
    pub(super) fn all(all: &'a [Excess]) -> Vec<Self> {
        let json = |it: &'a Excess| {
            let Flagged { seats, flagged, others, others_flagged } = it.counts;
            let (bot, probability, sentence) = (&*it.bot, it.probability, it.sentence());
            Self { bot, seats, flagged, others, others_flagged, probability, sentence }
        };
        all.iter().map(json).collect()
    }
}

/// Times of answers in microseconds, at most 3 % too low.
#[derive(Serialize)]
struct TimesJson {
    /// The median.
    p50: u64,
    /// The 99th percentile.
    p99: u64,
    /// The longest time, exactly.
    max: u64,
}

/// What one bot earned more than another.
#[derive(Serialize)]
struct TeamDifferenceJson {
    /// `with itself`, or `with` and the names of the others.
    company: String,
    /// Difference in points per round.
    points: Estimate,
    /// Number of seeds that both played.
    seeds: u64,
    /// Seeds on which the first bot earned more.
    better: u64,
    /// Seeds on which it earned less.
    worse: u64,
}

/// Two bots that have not met, in a contest with teams.
#[derive(Serialize)]
pub(super) struct TeamsJson<'a> {
    /// `botyard-teams-report/1`.
    format: &'static str,
    /// Key of the contest.
    game: &'a str,
    /// Names of A and B.
    bots: &'a [String; 2],
    /// Number of games.
    games: usize,
    /// Number of seeds that both played.
    units: usize,
    /// What A earned more than B.
    team_differences: Vec<TeamDifferenceJson>,
    /// What each team earned.
    teams: &'a [Team],
    /// Times and faults by name of the bot.
    conduct: BTreeMap<&'a str, ConductJson<'a>>,
    /// Games in which the machine was overloaded.
    overload: Overload,
    /// Values that the bots and the referee reported.
    values: Vec<ValueJson<'a>>,
    /// Path of the log.
    log: String,
}

/// Many bots, the best first.
#[derive(Serialize)]
pub(super) struct LadderJson<'a> {
    /// `botyard-ladder-report/1`.
    format: &'static str,
    /// Key of the contest.
    game: &'a str,
    /// The options by name.
    options: &'a Map<String, Value>,
    /// The bots, the best first.
    bots: Vec<LadderBotJson<'a>>,
    /// What each team earned; empty in a contest without teams.
    teams: &'a [Team],
    /// Elo of the first bot less that of the second; `null` for fewer than two bots.
    lead_of_first: Option<Estimate>,
    /// Values that the bots and the referee reported.
    values: Vec<ValueJson<'a>>,
    /// Path of the log.
    log: String,
}

/// A bot of a ladder.
#[derive(Serialize)]
struct LadderBotJson<'a> {
    /// Its name.
    bot: &'a str,
    /// Its rating by Bradley and Terry in Elo; the mean of all bots is 0.
    elo: Estimate,
    /// Its rating by Weng and Lin.
    weng_lin: WengLinJson,
    /// Number of its games; a game in which it has two seats counts twice.
    games: u64,
    /// Its share of the points against all others, from 0 to 1; `null` if it met no other bot.
    points: Option<f64>,
    /// Its mean score in a game; `null` if it played none.
    mean_score: Option<f64>,
    /// Its share of the points against each bot that it met, by name.
    points_against: BTreeMap<&'a str, f64>,
    /// Number of faults by kind; `null` if it played no game.
    faults: Option<&'a BTreeMap<String, u64>>,
    /// Games that it lost on time while the machine was overloaded. They do not count.
    overloaded: Option<u64>,
    /// Games that count and were replayed, because it was late while the machine may have been to blame, or was ended
    /// by a signal.
    replayed: Option<u64>,
    /// Games in which that happened in the last play, too, so that its fault counts.
    stands: Option<u64>,
    /// Answers after the limit that counted, because the machine was overloaded.
    late: Option<u64>,
    /// What isolated its program.
    in_force: Option<&'a BTreeSet<String>>,
    /// The first game of which the bot was thrown out; `null` if it never was.
    first_fault: Option<&'a FirstFault>,
}

/// A rating by Weng and Lin. A new bot has 25 with an uncertainty of 25/3.
#[derive(Serialize)]
struct WengLinJson {
    /// The mean.
    rating: f64,
    /// The standard deviation.
    uncertainty: f64,
}

pub(super) fn log_path(log: &Log) -> String {
    log.path().to_string_lossy().into_owned()
}

impl<'a> DuelJson<'a> {
    pub(super) fn of(it: &'a Comparison<'_>) -> Self {
        let (standing, header) = (&it.standing, it.log.header());
        let [wins, draws, losses] = standing.games;
        Self {
            format: "botyard-duel-report/1",
            game: &header.game,
            options: &header.options,
            bots: standing.pairing().names(),
            companies: standing.pairing().companies(),
            units: standing.shares.units(),
            units_left_out: it.left_out,
            games: wins + draws + losses,
            wins,
            draws,
            losses,
            unit_results: standing.shares.counts(),
            points: standing.shares.mean(),
            points_interval: standing.shares.interval(CONFIDENCE),
            elo: standing.elo(),
            normalised_elo: standing.normalised_elo(),
            superiority: elo::likelihood_of_superiority(&standing.shares),
            mean_scores: standing.scores,
            score_difference: it.score_difference(),
            teams: &it.teams,
            team_differences: it.differences.iter().map(TeamDifferenceJson::of).collect(),
            test: standing.test().map(|test| TestJson::of(test, standing)),
            conduct: ConductJson::all(&it.conduct),
            overload: it.overload,
            values: ValueJson::all(&it.values),
            log: log_path(it.log),
        }
    }
}

impl TestJson {
    fn of(test: &Test, standing: &DuelStanding) -> Self {
        let scores = standing.normalised_elo_of_scores();
        let finding = standing.verdict.map(|verdict| finding(test, verdict));
        let it = Self::new(test, standing.log_likelihood_ratio(), scores, standing.verdict);
        Self { finding, ..it }
    }

    /// A test without a finding in words.
    pub(super) fn new(
        test: &Test,
        llr: Option<f64>,
        normalised_elo_of_scores: Option<Estimate>,
        verdict: Option<TestVerdict>,
    ) -> Self {
        let sprt = test.sprt();
        let ([elo0, elo1], [alpha, beta]) = (sprt.hypotheses(), sprt.risks());
        Self {
            by: subject(test),
            elo0,
            elo1,
            alpha,
            beta,
            llr,
            bounds: sprt.bounds(),
            normalised_elo_of_scores,
            accepted: verdict.map(|verdict| match verdict {
                TestVerdict::AcceptedH1 => "H1",
                _ => "H0",
            }),
            finding: None,
        }
    }
}

impl<'a> ConductJson<'a> {
    pub(super) fn all(all: &'a BTreeMap<String, Conduct>) -> BTreeMap<&'a str, Self> {
        all.iter().map(|(bot, conduct)| (&**bot, Self::of(conduct))).collect()
    }

    fn of(conduct: &'a Conduct) -> Self {
        let times = &conduct.times;
        let [p50, p99] = [0.5, 0.99].map(|part| times.quantile(part));
        Self {
            micros: TimesJson { p50, p99, max: times.max() },
            percent_of_limit: times.strain(),
            faults: &conduct.faults,
            overloaded: conduct.overloaded,
            replayed: conduct.replayed,
            games: conduct.games,
            stands: conduct.stands,
            late: times.late(),
            in_force: &conduct.in_force,
            first_fault: conduct.first_fault.as_ref(),
        }
    }
}

impl TeamDifferenceJson {
    fn of(it: &TeamDifference) -> Self {
        Self {
            company: company(it),
            points: it.points.estimate(CONFIDENCE),
            seeds: it.points.units(),
            better: it.better,
            worse: it.worse,
        }
    }
}

impl<'a> TeamsJson<'a> {
    pub(super) fn of(it: &'a TeamComparison<'_>) -> Self {
        Self {
            format: "botyard-teams-report/1",
            game: &it.log.header().game,
            bots: &it.names,
            games: it.games,
            units: it.seeds,
            team_differences: it.differences.iter().map(TeamDifferenceJson::of).collect(),
            teams: &it.teams,
            conduct: ConductJson::all(&it.conduct),
            overload: it.overload,
            values: ValueJson::all(&it.values),
            log: log_path(it.log),
        }
    }
}

impl<'a> LadderJson<'a> {
    pub(super) fn of(table: &'a LadderTable<'_>) -> Self {
        let header = table.log.header();
        Self {
            format: "botyard-ladder-report/1",
            game: &header.game,
            options: &header.options,
            bots: table.rows.iter().map(|row| LadderBotJson::of(table, row)).collect(),
            teams: &table.teams,
            lead_of_first: table.lead,
            values: ValueJson::all(&table.values),
            log: log_path(table.log),
        }
    }
}

impl<'a> LadderBotJson<'a> {
    fn of(table: &'a LadderTable<'_>, row: &'a LadderRow) -> Self {
        let others = table.rows.iter().zip(&row.shares_against);
        let conduct = table.conduct.get(&row.bot);
        Self {
            bot: &row.bot,
            elo: row.elo,
            weng_lin: WengLinJson {
                rating: row.weng_lin.rating,
                uncertainty: row.weng_lin.uncertainty,
            },
            games: row.games,
            points: row.share,
            mean_score: row.mean_score,
            points_against: others
                .filter_map(|(other, share)| Some((&*other.bot, (*share)?)))
                .collect(),
            faults: conduct.map(|conduct| &conduct.faults),
            overloaded: conduct.map(|conduct| conduct.overloaded),
            replayed: conduct.map(|conduct| conduct.replayed),
            stands: conduct.map(|conduct| conduct.stands),
            late: conduct.map(|conduct| conduct.times.late()),
            in_force: conduct.map(|conduct| &conduct.in_force),
            first_fault: conduct.and_then(|conduct| conduct.first_fault.as_ref()),
        }
    }
}

//! The report on two bots, for people and for programs.

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::io::Write;

use itertools::Itertools;
use serde_json::{Value, json};

use super::Failure;
use crate::arena::{Conduct, Log, Logged, Standing, Team, TeamDifference, Test};
use crate::stats::sprt::Verdict;
use crate::stats::{Estimate, elo};

/// Confidence of all intervals.
pub(super) const CONFIDENCE: f64 = 0.95;

/// A standing with how the bots behaved.
pub(super) struct Comparison<'a> {
    log: &'a Log,
    standing: Standing,
    teams: Vec<Team>,
    /// What the first of the two earns more than the second, with whom each works.
    differences: Vec<(String, TeamDifference)>,
    conduct: BTreeMap<String, Conduct>,
    /// Number of seeds of which not all games are played.
    left_out: usize,
}

impl<'a> Comparison<'a> {
    pub fn new(log: &'a Log, standing: Standing) -> Self {
        let pairing = standing.pairing();
        let met = |game: &Logged| pairing.orders().contains(&game.bots);
        let conduct = Conduct::of(log, met);
        let games = log.games().iter();
        let teams = Team::all(pairing.names(), games.clone().filter(|game| standing.counts(game)));
        let differences =
            differences(pairing.names(), &games.clone().filter(|game| standing.counts(game)));
        let left_out = games.filter(|game| met(game) && !standing.counts(game));
        let left_out = left_out.map(|game| &game.seed).unique().count();
        Self { log, standing, teams, differences, conduct, left_out }
    }

    /// The standing in a few words, for a line of progress.
    pub fn line(standing: &Standing) -> String {
        let [wins, draws, losses] = standing.games;
        let elo = elo::difference(&standing.shares, CONFIDENCE);
        let (low, high) = (elo.interval.low, elo.interval.high);
        let mut text = format!("+{wins} ={draws} -{losses}, Elo {}", range(elo.value, low, high));
        if let Some(test) = standing.test() {
            let _ = write!(text, ", LLR {:.2}", test.log_likelihood_ratio(standing));
        }
        text
    }

    pub fn print(&self, json: bool) -> Result<(), Failure> {
        print_report(json, || self.json(), || self.text())
    }

    /// The report as an object.
    pub fn json(&self) -> Value {
        let standing = &self.standing;
        let [wins, draws, losses] = standing.games;
        let header = self.log.header();
        let test = standing.test().map(|test| {
            let sprt = test.sprt();
            let ([elo0, elo1], [alpha, beta]) = (sprt.hypotheses(), sprt.risks());
            json!({
                "by": by(test),
                "elo0": elo0,
                "elo1": elo1,
                "alpha": alpha,
                "beta": beta,
                "llr": test.log_likelihood_ratio(standing),
                "bounds": sprt.bounds(),
                "accepted": standing.verdict.map(|state| match state {
                    Verdict::AcceptedH1 => "H1",
                    _ => "H0",
                }),
            })
        });
        let differences: Vec<Value> =
            self.differences.iter().map(|(with, it)| difference_json(with, it)).collect();
        json!({
            "game": header.game,
            "options": header.options,
            "bots": standing.pairing().names(),
            "companies": standing.pairing().companies(),
            "units": standing.shares.units(),
            "units_left_out": self.left_out,
            "games": wins + draws + losses,
            "wins": wins,
            "draws": draws,
            "losses": losses,
            "unit_results": standing.shares.counts(),
            "points": standing.shares.mean(),
            "points_interval": standing.shares.interval(CONFIDENCE),
            "elo": elo::difference(&standing.shares, CONFIDENCE),
            "superiority": elo::likelihood_of_superiority(&standing.shares),
            "mean_scores": standing.scores,
            "score_difference": self.per_game(),
            "teams": self.teams,
            "team_differences": differences,
            "test": test,
            "conduct": conduct_json(&self.conduct),
            "log": self.log.path(),
        })
    }

    /// The difference of the scores in a game.
    fn per_game(&self) -> Estimate {
        let games = self.standing.pairing().orders().len() as f64;
        let Estimate { value, interval } = self.standing.differences.estimate(CONFIDENCE);
        Estimate { value: value / games, interval: interval.map(|end| end / games) }
    }

    /// The report as lines.
    pub fn text(&self) -> String {
        let standing = &self.standing;
        let shares = &standing.shares;
        let [wins, draws, losses] = standing.games;
        let games = wins + draws + losses;
        let title = standing.pairing().title();
        let header = self.log.header();
        let played = counted(games, "game");
        let seeds = counted(shares.units(), "seed");
        let mut lines = vec![format!("{title}: {played} of {} on {seeds}", header.game)];
        let several = standing.pairing().companies().len() > 1;
        if self.left_out > 0 && (games == 0 || several) {
            let (seeds, wanted) =
                (counted(self.left_out as u64, "seed"), standing.pairing().orders().len());
            let advice = if several { "; see --others" } else { "" };
            lines.push(format!(
                "  left out: {seeds} of which not all {wanted} games are played{advice}"
            ));
        }
        if games > 0 {
            let points = shares.interval(CONFIDENCE);
            let elo = elo::difference(shares, CONFIDENCE);
            lines.push(format!("  wins {wins}, draws {draws}, losses {losses}"));
            lines.push(format!(
                "  points {:.1} % (95 %: {:.1} to {:.1}), seeds by points: {}",
                100.0 * shares.mean(),
                100.0 * points.low,
                100.0 * points.high,
                units(shares.counts()),
            ));
            lines.push(format!(
                "  Elo {} (95 %), better with likelihood {:.1} %",
                range(elo.value, elo.interval.low, elo.interval.high),
                100.0 * elo::likelihood_of_superiority(shares),
            ));
            let [a, b] = standing.scores;
            let difference = self.per_game();
            let (low, high) = (difference.interval.low, difference.interval.high);
            let difference = range(difference.value, low, high);
            lines.push(format!("  mean score {a:.2} to {b:.2}, difference {difference}"));
        }
        if let Some(test) = standing.test() {
            let sprt = test.sprt();
            let ([elo0, elo1], [lower, upper]) = (sprt.hypotheses(), sprt.bounds());
            let state = match standing.verdict {
                None => "undecided".to_owned(),
                Some(Verdict::AcceptedH1) => {
                    format!("{} is stronger (H1)", standing.pairing().names()[0])
                }
                Some(_) => format!("{} is not stronger (H0)", standing.pairing().names()[0]),
            };
            lines.push(format!(
                "  test by {} of Elo {elo0} against {elo1}: LLR {:.2} within {lower:.2} to {upper:.2}: {state}",
                by(test),
                test.log_likelihood_ratio(standing),
            ));
        }
        lines.extend(teams(&self.teams));
        let names = standing.pairing().names();
        if let [a, b, ..] = names {
            lines.extend(self.differences.iter().map(|(with, it)| difference([a, b], with, it)));
        }
        lines.extend(conduct(&self.conduct));
        lines.push(format!("  log {}", self.log.path().display()));
        lines.join("\n") + "\n"
    }
}

/// `1 seed`, `2 seeds`
pub(super) fn counted(number: u64, word: &str) -> String {
    if number == 1 { format!("{number} {word}") } else { format!("{number} {word}s") }
}

/// What a test looks at.
fn by(test: &Test) -> &'static str {
    match test {
        Test::Points(_) => "points",
        Test::Score(_) => "score",
    }
}

/// Prints a report for programs or for people.
pub(super) fn print_report(
    json: bool,
    object: impl FnOnce() -> Value,
    text: impl FnOnce() -> String,
) -> Result<(), Failure> {
    let mut out = anstream::stdout().lock();
    if json {
        writeln!(out, "{}", object())?;
    } else {
        write!(out, "{}", text())?;
    }
    Ok(())
}

/// `+12.3 [-4.0, +28.6]`
fn range(value: f64, low: f64, high: f64) -> String {
    // What rounds to nothing has no sign.
    let [value, low, high] = [value, low, high].map(|it| (10.0 * it).round() / 10.0 + 0.0);
    format!("{value:+.1} [{low:+.1}, {high:+.1}]")
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

/// What the first of two players earns more than the second, each with itself, and each with every
/// other player.
pub(super) fn differences<'a>(
    names: &[String],
    games: &(impl Iterator<Item = &'a Logged> + Clone),
) -> Vec<(String, TeamDifference)> {
    let [a, b, others @ ..] = names else { return Vec::new() };
    let partners = std::iter::once(None).chain(others.iter().map(Some));
    let of = |partner: Option<&String>| {
        let team = |bot: &String| [bot].into_iter().chain(partner).cloned().collect::<Vec<_>>();
        let difference = TeamDifference::of([&team(a), &team(b)], games.clone());
        (format!("with {}", partner.map_or("itself", |it| it)), difference)
    };
    partners.map(of).filter(|(_, difference)| difference.points.units() > 0).collect()
}

/// `each with itself: a earns +30.5 [-1.0, +62.0] points a round more than b (95 %), on 9 seeds more,
/// on 6 less`
pub(super) fn difference([a, b]: [&str; 2], with: &str, it: &TeamDifference) -> String {
    let Estimate { value, interval } = it.points.estimate(CONFIDENCE);
    let more = range(value, interval.low, interval.high);
    let (better, worse) = (counted(it.better, "seed"), it.worse);
    format!(
        "  each {with}: {a} earns {more} points a round more than {b} (95 %), on {better} more, \
         on {worse} less"
    )
}

/// The same as an object.
pub(super) fn difference_json(with: &str, it: &TeamDifference) -> Value {
    json!({
        "company": with,
        "points": it.points.estimate(CONFIDENCE),
        "seeds": it.points.units(),
        "better": it.better,
        "worse": it.worse,
    })
}

/// How the bots behaved, by name.
pub(super) fn conduct_json(all: &BTreeMap<String, Conduct>) -> Value {
    let object = |(bot, conduct): (&String, &Conduct)| {
        let times = &conduct.times;
        let micros = json!({
            "p50": times.quantile(0.5), "p99": times.quantile(0.99), "max": times.max(),
        });
        let (faults, overloaded) = (&conduct.faults, conduct.overloaded);
        let object = json!({
            "micros": micros, "percent_of_limit": times.strain(), "faults": faults,
            "overloaded": overloaded,
        });
        (bot.clone(), object)
    };
    all.iter().map(object).collect()
}

/// A line for each team: what it earns in a round.
pub(super) fn teams(all: &[Team]) -> Vec<String> {
    if all.is_empty() {
        return Vec::new();
    }
    let mut rows = vec![["team", "points a round", "error", "rounds", "seeds"].map(str::to_owned)];
    rows.extend(all.iter().map(|team| {
        let error = team.standard_error.map_or("-".to_owned(), |error| format!("±{error:.1}"));
        let (rounds, seeds) = (team.rounds.to_string(), team.seeds.to_string());
        [team.bots.join(" with "), format!("{:.1}", team.mean), error, rounds, seeds]
    }));
    let width =
        |column: usize| rows.iter().map(|row| row[column].chars().count()).max().unwrap_or(0);
    let [team, numbers @ ..] = [0, 1, 2, 3, 4].map(width);
    rows.iter()
        .map(|row| {
            let numbers = row[1..].iter().zip(numbers);
            let numbers: Vec<String> =
                numbers.map(|(number, width)| format!("{number:>width$}")).collect();
            format!("  {:<team$}  {}", row[0], numbers.join("  "))
        })
        .collect()
}

/// A line for each bot: its times and its faults.
pub(super) fn conduct(all: &BTreeMap<String, Conduct>) -> Vec<String> {
    let width = all.keys().map(|bot| bot.chars().count()).max().unwrap_or(0);
    all.iter()
        .map(|(bot, conduct)| {
            let millis = |micros: u64| format!("{:.1}", micros as f64 / 1000.0);
            let [p50, p99] = [0.5, 0.99].map(|p| millis(conduct.times.quantile(p)));
            let max = millis(conduct.times.max());
            let strain = conduct.times.strain();
            let faults: Vec<String> =
                conduct.faults.iter().map(|(kind, count)| format!("{count} {kind}")).collect();
            let faults = if faults.is_empty() { "none".to_owned() } else { faults.join(", ") };
            let overloaded = match conduct.overloaded {
                0 => String::new(),
                some => format!("; the machine was overloaded in {some}: --replay-overloaded"),
            };
            format!(
                "  {bot:<width$}  answers p50 {p50} ms, p99 {p99} ms, max {max} ms, {strain} % of the \
                 limit at most; faults: {faults}{overloaded}"
            )
        })
        .collect()
}

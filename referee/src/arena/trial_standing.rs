//! The standing of a try, computed from the log.

use std::collections::{HashMap, HashSet, VecDeque};

use compact_str::CompactString;

use super::field::{Field, Showing};
use super::log::{Log, SoFar};
use super::logged::Logged;
use super::question::Test;
use super::standing::CONFIDENCE;
use crate::stats::Estimate;
use crate::stats::field::{FieldResults, PairedUnit};
use crate::stats::remaining::Walk;
use crate::stats::sprt::{Sprt, TestVerdict};

/// Standard errors on each side of an interval of [`CONFIDENCE`].
const DEVIATIONS: f64 = 1.96;

/// A candidate and a champion against a field.
///
/// A unit counts when each of its games is in the log, and a round when each group has one more unit. So every
/// group has the same weight.
pub struct TrialStanding {
    field: Field,
    test: Option<Test>,
    /// The results of whole rounds.
    pub results: FieldResults,
    /// The first verdict of the sequential test, in the order of the log.
    pub verdict: Option<TestVerdict>,
    /// The units of whole rounds: round by round, each in the order of the groups.
    units: Vec<TrialUnit>,
    /// Whole units of each group that wait for units of other groups.
    waiting: Vec<VecDeque<TrialUnit>>,
    /// Groups and seeds of whole units.
    seen: HashSet<(usize, CompactString)>,
    /// Groups and seeds of the units that are counted.
    counted: HashSet<(usize, CompactString)>,
    /// Numbers of the counted seeds.
    numbers: HashMap<CompactString, usize>,
}

/// A whole unit.
pub(super) struct TrialUnit {
    /// Its seed.
    pub seed: CompactString,
    /// The group of opponents.
    pub group: usize,
    /// The results of the candidate and of the champion in it.
    pub showings: [Showing; 2],
}

impl TrialStanding {
    /// The standing after no game.
    pub fn new(field: Field, test: Option<Test>) -> Self {
        let results = FieldResults::new(field.levels());
        Self {
            waiting: field.groups().iter().map(|_| VecDeque::new()).collect(),
            field,
            test,
            results,
            verdict: None,
            units: Vec::new(),
            seen: HashSet::new(),
            counted: HashSet::new(),
            numbers: HashMap::new(),
        }
    }

    /// The standing after all games of a log.
    pub fn of(log: &Log, field: &Field, test: Option<Test>) -> Self {
        let mut standing = Self::new(field.clone(), test);
        for (so_far, game) in log.as_played() {
            standing.see(so_far, game);
        }
        standing
    }

    /// Counts the round of a game, if this game completed it.
    pub fn see(&mut self, log: SoFar<'_>, game: &Logged) {
        let Some(group) = self.field.group_of(&game.bots) else { return };
        let key = (group, game.seed.clone());
        if self.seen.contains(&key) {
            return;
        }
        let of_bot = |bot| {
            let known = |order: &[String]| log.game(&game.seed, order);
            self.field.groups()[group].showing(bot, self.field.pool(), known)
        };
        let (Some(candidate), Some(champion)) = (of_bot(0), of_bot(1)) else { return };
        self.seen.insert(key);
        let unit = TrialUnit { seed: game.seed.clone(), group, showings: [candidate, champion] };
        self.waiting[group].push_back(unit);
        while self.waiting.iter().all(|units| !units.is_empty()) {
            self.count_round();
        }
    }

    /// Counts the first waiting unit of each group.
    fn count_round(&mut self) {
        let round: Vec<TrialUnit> =
            self.waiting.iter_mut().filter_map(VecDeque::pop_front).collect();
        let paired = round.iter().map(|unit| {
            let number = self.numbers.len();
            let seed = *self.numbers.entry(unit.seed.clone()).or_insert(number);
            self.counted.insert((unit.group, unit.seed.clone()));
            unit.paired(seed)
        });
        self.results.add_round(&paired.collect::<Vec<_>>());
        self.units.extend(round);
        let looks = Sprt::looks_after(self.results.rounds());
        if let (None, Some(test), true) = (self.verdict, &self.test, looks) {
            let verdict = test.sprt().verdict_at(self.ratio(test));
            self.verdict = (verdict != TestVerdict::Running).then_some(verdict);
        }
    }

    /// Whether a game belongs to a counted unit.
    pub fn counts(&self, game: &Logged) -> bool {
        let group = self.field.group_of(&game.bots);
        group.is_some_and(|group| self.counted.contains(&(group, game.seed.clone())))
    }

    /// The bots.
    pub fn field(&self) -> &Field {
        &self.field
    }

    /// The sequential test, if there is one.
    pub fn test(&self) -> Option<&Test> {
        self.test.as_ref()
    }

    /// Number of games of whole rounds.
    pub fn games(&self) -> u64 {
        self.results.rounds() * self.field.games_of_round() as u64
    }

    /// The log likelihood ratio of H1 to H0, if there is a test.
    pub fn log_likelihood_ratio(&self) -> Option<f64> {
        self.test.as_ref().map(|test| self.ratio(test))
    }

    /// The least and the greatest number of games that the test will probably still take; `None` without a test, or if too
    /// little is known.
    pub fn games_left(&self) -> Option<[u64; 2]> {
        let test = self.test.as_ref()?;
        let Estimate { interval, .. } = match test {
            Test::Points(_) => self.results.elo_difference(CONFIDENCE),
            Test::Score(test) => self.results.normalised_elo_of_scores(test, CONFIDENCE)?,
        };
        let (units, ratio) = (self.results.rounds(), self.ratio(test));
        let ([elo0, elo1], rounds) = (test.sprt().hypotheses(), units as f64);
        // Under a normal estimate the ratio changes by this for each standard error.
        let error = (interval.high - interval.low) / (2.0 * DEVIATIONS);
        let variance = ((elo1 - elo0) / error).powi(2) / rounds;
        let (bounds, drift) = (test.sprt().bounds(), ratio / rounds);
        let left = Walk { units, ratio, bounds, drift, variance }.units_left()?;
        let games = self.field.games_of_round() as f64;
        Some(left.map(|rounds| (rounds.ceil() * games) as u64))
    }

    fn ratio(&self, test: &Test) -> f64 {
        match test {
            Test::Points(test) => self.results.elo_ratio(test),
            Test::Score(test) => self.results.score_ratio(test),
        }
    }

    /// The units of whole rounds.
    pub(super) fn units(&self) -> &[TrialUnit] {
        &self.units
    }

    /// The number of a counted seed.
    pub(super) fn number_of(&self, seed: &str) -> usize {
        self.numbers.get(seed).copied().unwrap_or(0)
    }
}

impl TrialUnit {
    /// Its results, with the number of its seed.
    fn paired(&self, seed: usize) -> PairedUnit {
        let [shares, scores] = [|it: &Showing| it.share, |it: &Showing| it.score]
            .map(|of| self.showings.each_ref().map(of));
        PairedUnit { seed, shares, scores }
    }
}

#[cfg(test)]
mod tests {
    use super::super::log::log;
    use super::super::logged::logged;
    use super::*;

    fn field() -> Field {
        let pool = ["x", "y"].map(str::to_owned);
        Field::new(&["new", "old"].map(str::to_owned), &pool, 2)
    }

    /// The games of a unit: the ranks of both bots in both seats are 1 for a win, or else 3; opponents have 2.
    fn unit(seed: &str, opponent: &str, won: [[bool; 2]; 2]) -> Vec<Logged> {
        let mut games = Vec::new();
        for (bot, won) in ["new", "old"].into_iter().zip(won) {
            let rank = |won| if won { 1 } else { 3 };
            games.push(logged(seed, &[bot, opponent], &[rank(won[0]), 2]));
            games.push(logged(seed, &[opponent, bot], &[2, rank(won[1])]));
        }
        games
    }

    fn standing(games: &[Vec<Logged>], test: Option<Test>) -> TrialStanding {
        TrialStanding::of(&log(games.concat()), &field(), test)
    }

    #[test]
    fn a_round_needs_a_unit_of_each_opponent() {
        let won = [[true, true], [true, false]];
        let mut games = vec![unit("1", "x", won), unit("2", "x", won)];
        assert_eq!(standing(&games, None).results.rounds(), 0);
        games.push(unit("3", "y", [[false, false], [true, true]]));
        let it = standing(&games, None);
        assert_eq!((it.results.rounds(), it.games()), (1, 8));
        let [new, old] = it.results.shares();
        assert!((new - 0.5).abs() < 1e-12 && (old - 0.75).abs() < 1e-12);
        // Only the first unit of x has counted.
        assert!(it.counts(&games[0][0]) && !it.counts(&games[1][0]) && it.counts(&games[2][3]));
        games[2].pop();
        assert_eq!(standing(&games, None).results.rounds(), 0);
    }

    #[test]
    fn games_of_others_do_not_count() {
        let won = [[true, true], [true, false]];
        let both = |games: &[Vec<Logged>]| standing(games, None).results;
        let games = vec![unit("1", "x", won), unit("2", "y", won)];
        let others = vec![logged("1", &["new", "old"], &[1, 2]), logged("1", &["x", "y"], &[1, 2])];
        assert_eq!(both(&games), both(&[vec![others], games.clone()].concat()));
    }

    #[test]
    fn the_first_verdict_is_kept() {
        let test = Test::Points(Sprt::new(0.0, 60.0, 0.05, 0.05).unwrap());
        let round = |seed: usize, won| {
            [unit(&seed.to_string(), "x", won), unit(&seed.to_string(), "y", won)]
        };
        let good = [[true, true], [false, true]];
        let bad = [[false, false], [true, true]];
        let mut games: Vec<_> = (0..28).flat_map(|seed| round(seed, good)).collect();
        let it = standing(&games, Some(test));
        assert_eq!(it.verdict, Some(TestVerdict::AcceptedH1));
        games.extend((28..200).flat_map(|seed| round(seed, bad)));
        let it = standing(&games, Some(test));
        assert_eq!(it.verdict, Some(TestVerdict::AcceptedH1));
        assert!(it.log_likelihood_ratio().unwrap() < -3.0);
    }

    #[test]
    fn a_test_is_looked_at_only_when_its_risks_allow() {
        let test = Test::Points(Sprt::new(0.0, 60.0, 0.05, 0.05).unwrap());
        // Even for long, so that the verdict falls after twenty rounds.
        let even = |seed: usize| {
            if seed.is_multiple_of(2) {
                [[true, false], [false, false]]
            } else {
                [[false, false], [true, false]]
            }
        };
        let good = [[true, true], [false, false]];
        let games = |rounds: usize| -> Vec<Vec<Logged>> {
            let won = |seed| if seed < 20 { even(seed) } else { good };
            let units = |seed: usize| {
                [unit(&seed.to_string(), "x", won(seed)), unit(&seed.to_string(), "y", won(seed))]
            };
            (0..rounds).flat_map(units).collect()
        };
        let verdicts: Vec<bool> =
            (21..60).map(|rounds| standing(&games(rounds), Some(test)).verdict.is_some()).collect();
        let first = 21 + verdicts.iter().position(|it| *it).unwrap();
        assert!(first > 21 && first % 4 == 0, "{first}");
        let before = standing(&games(first - 1), Some(test));
        let beyond = before.log_likelihood_ratio().unwrap() > test.sprt().bounds()[1];
        assert!(beyond, "the test must be one that a look after each round would end earlier");
    }
}

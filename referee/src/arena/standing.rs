//! Where a comparison of two bots stands: everything that is computed from the log.

use std::cmp::Ordering;
use std::collections::HashSet;

use super::log::Log;
use super::logged::Logged;
use super::pairing::Pairing;
use super::question::Test;
use crate::stats::score::ScoreDifferences;
use crate::stats::shares::Shares;
use crate::stats::sprt::{Sprt, Verdict};
use crate::stats::{Estimate, elo};

/// Confidence of all intervals in reports.
pub const CONFIDENCE: f64 = 0.95;

/// The comparison of the first two bots of a pairing.
pub struct Standing {
    pairing: Pairing,
    test: Option<Test>,
    /// Results of the whole units.
    pub shares: Shares,
    /// Games of whole units that the first bot won, drew and lost.
    pub games: [u64; 3],
    /// Mean score of each bot over whole units.
    pub scores: [f64; 2],
    /// Difference of the two scores in each whole unit.
    pub differences: ScoreDifferences,
    /// What the sequential test said when it first said anything, in the order of the log.
    pub verdict: Option<Verdict>,
    /// The seeds of the units that are counted.
    seeds: HashSet<String>,
}

impl Standing {
    /// The standing after no game.
    pub fn new(pairing: Pairing, test: Option<Test>) -> Self {
        let shares = Shares::new(pairing.levels());
        Self {
            pairing,
            test,
            shares,
            games: [0; 3],
            scores: [0.0; 2],
            differences: ScoreDifferences::default(),
            verdict: None,
            seeds: HashSet::new(),
        }
    }

    /// The standing after all games of a log.
    pub fn of(log: &Log, pairing: &Pairing, test: Option<Test>) -> Self {
        let mut standing = Self::new(pairing.clone(), test);
        for game in log.games() {
            standing.see(log, game);
        }
        standing
    }

    /// Counts the unit of a game if that is whole now.
    pub fn see(&mut self, log: &Log, game: &Logged) {
        if self.seeds.contains(&game.seed) {
            return;
        }
        if !self.pairing.has(&game.bots) {
            return;
        }
        let Some(result) = self.pairing.result(|order| log.game(&game.seed, order)) else { return };
        for order in self.pairing.orders() {
            let Some(game) = log.game(&game.seed, order) else { continue };
            self.games[match self.pairing.game_result(game) {
                Ordering::Greater => 0,
                Ordering::Equal => 1,
                Ordering::Less => 2,
            }] += 1;
        }
        self.seeds.insert(game.seed.clone());
        self.shares.add(result.half_points);
        let [first, second] = result.scores;
        self.differences.add((first - second) * self.pairing.orders().len() as f64);
        let looks = Sprt::looks_after(self.shares.units());
        let units = self.seeds.len() as f64;
        for (mean, score) in self.scores.iter_mut().zip(result.scores) {
            *mean += (score - *mean) / units;
        }
        if let (None, Some(test), true) = (self.verdict, &self.test, looks) {
            let verdict = test.sprt().verdict_at(self.ratio(test));
            self.verdict = (verdict != Verdict::Running).then_some(verdict);
        }
    }

    /// Whether a game belongs to a whole unit.
    pub fn counts(&self, game: &Logged) -> bool {
        self.seeds.contains(&game.seed) && self.pairing.has(&game.bots)
    }

    /// The players.
    pub fn pairing(&self) -> &Pairing {
        &self.pairing
    }

    /// The sequential test, if there is one.
    pub fn test(&self) -> Option<&Test> {
        self.test.as_ref()
    }

    /// By how much Elo the first bot is better than the second.
    pub fn elo(&self) -> Estimate {
        elo::difference(&self.shares, CONFIDENCE)
    }

    /// The log of how much likelier the games are under H1 of the test than under H0, if there is a
    /// test.
    pub fn log_likelihood_ratio(&self) -> Option<f64> {
        self.test.as_ref().map(|test| self.ratio(test))
    }

    fn ratio(&self, test: &Test) -> f64 {
        match test {
            Test::Points(test) => test.log_likelihood_ratio(&self.shares),
            Test::Score(test) => test.log_likelihood_ratio(&self.differences),
        }
    }
}

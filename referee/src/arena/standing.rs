//! Where a comparison of two bots stands: everything that is computed from the log.

use std::cmp::Ordering;
use std::collections::{BTreeMap, HashMap};

use serde::{Deserialize, Serialize};

use super::log::{Log, Logged};
use super::times::Times;
use super::unit::{Pairing, UnitResult};
use crate::stats::score::{ScoreDifferences, ScoreSprt};
use crate::stats::shares::Shares;
use crate::stats::sprt::{Sprt, Verdict};

/// A sequential test, and what it looks at.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Test {
    /// Who ranks before whom.
    Points(Sprt),
    /// By how much.
    Score(ScoreSprt),
}

impl Test {
    /// The hypotheses and the risks.
    pub fn sprt(&self) -> &Sprt {
        match self {
            Test::Points(test) => test,
            Test::Score(test) => test.test(),
        }
    }

    /// The log of how much likelier a standing is under H1 than under H0.
    pub fn log_likelihood_ratio(&self, standing: &Standing) -> f64 {
        match self {
            Test::Points(test) => test.log_likelihood_ratio(&standing.shares),
            Test::Score(test) => test.log_likelihood_ratio(&standing.differences),
        }
    }
}

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
    /// Which units are counted.
    seeds: HashMap<String, UnitResult>,
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
            seeds: HashMap::new(),
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
        if self.seeds.contains_key(&game.seed) {
            return;
        }
        if !self.pairing.orders().contains(&game.bots) {
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
        self.seeds.insert(game.seed.clone(), result);
        self.shares.add(result.half_points);
        let [first, second] = result.scores;
        self.differences.add((first - second) * self.pairing.orders().len() as f64);
        let looks = Sprt::looks_after(self.shares.units());
        let units = self.seeds.len() as f64;
        for (mean, score) in self.scores.iter_mut().zip(result.scores) {
            *mean += (score - *mean) / units;
        }
        if let (None, Some(test), true) = (self.verdict, &self.test, looks) {
            let verdict = test.sprt().verdict_at(test.log_likelihood_ratio(self));
            self.verdict = (verdict != Verdict::Running).then_some(verdict);
        }
    }

    /// Whether a game belongs to a whole unit.
    pub fn counts(&self, game: &Logged) -> bool {
        self.seeds.contains_key(&game.seed) && self.pairing.orders().contains(&game.bots)
    }

    /// The players.
    pub fn pairing(&self) -> &Pairing {
        &self.pairing
    }

    /// The sequential test, if there is one.
    pub fn test(&self) -> Option<&Test> {
        self.test.as_ref()
    }
}

/// How a bot behaved: its times and its faults.
#[derive(Clone, Debug, Default, Serialize)]
pub struct Conduct {
    /// Times of its answers.
    pub times: Times,
    /// Number of its faults by kind and cause.
    pub faults: BTreeMap<String, u64>,
    /// Games that it lost on time because the machine was overloaded; they are counted above, too.
    pub overloaded: u64,
}

impl Conduct {
    /// How each bot of a log behaved in the games that `counts` says, by name.
    pub fn of(log: &Log, counts: impl Fn(&Logged) -> bool) -> BTreeMap<String, Self> {
        let mut all: BTreeMap<String, Self> = BTreeMap::new();
        for game in log.games().iter().filter(|game| counts(game)) {
            for (seat, bot) in game.bots.iter().enumerate() {
                let conduct = all.entry(bot.clone()).or_default();
                if let Some(times) = game.times.get(seat) {
                    conduct.times.merge(times);
                }
                for out in game.thrown_out.iter().filter(|out| out.seat.0 == seat) {
                    *conduct.faults.entry(out.kind()).or_default() += 1;
                }
                conduct.overloaded += u64::from(game.overloaded.iter().any(|it| it.0 == seat));
            }
        }
        all
    }
}

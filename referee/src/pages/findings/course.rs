//! The course of a comparison of two bots.

use serde::Serialize;

use crate::arena::{CONFIDENCE, DuelStanding, Log, TrialStanding};
use crate::stats::Estimate;

/// The course of a comparison of two bots.
#[derive(Clone, Debug, Serialize)]
pub struct Course {
    /// The results after some of the games, in order.
    pub looks: Vec<Look>,
    /// The log-likelihood ratios at which the sequential test stops: lower and upper.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub bounds: Option<[f64; 2]>,
}

/// The results after some of the games.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Look {
    /// Number of seeds of which all games were played; of a try, that of its rounds.
    pub seeds: u64,
    /// Number of their games.
    pub games: u64,
    /// The first bot's share of the points, from 0 to 1: value, and both ends of its interval. Of a try, the candidate's share
    /// less the champion's.
    pub points: [f64; 3],
    /// The Elo difference: value, and both ends of its interval. Infinite numbers are null.
    pub elo: [f64; 3],
    /// The log-likelihood ratio of the test.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub llr: Option<f64>,
}

impl Look {
    fn at(standing: &DuelStanding) -> Self {
        let (value, interval) = (standing.shares.mean(), standing.shares.interval(CONFIDENCE));
        Self {
            seeds: standing.shares.units(),
            games: standing.games.iter().sum(),
            points: ends(Estimate { value, interval }),
            elo: ends(standing.elo()),
            llr: standing.log_likelihood_ratio(),
        }
    }

    fn at_try(standing: &TrialStanding) -> Self {
        Self {
            seeds: standing.results.rounds(),
            games: standing.games(),
            points: ends(standing.results.share_difference(CONFIDENCE)),
            elo: ends(standing.results.elo_difference(CONFIDENCE)),
            llr: standing.log_likelihood_ratio(),
        }
    }
}

fn ends(it: Estimate) -> [f64; 3] {
    [it.value, it.interval.low, it.interval.high]
}

impl Course {
    /// The course of the games of a log up to the standing `end`, with about `looks` looks.
    pub fn of(log: &Log, end: &DuelStanding, looks: usize) -> Self {
        let every = (end.shares.units() / looks.max(1) as u64).max(1);
        let test = end.test().copied();
        let mut standing = DuelStanding::new(end.pairing().clone(), test);
        let mut all: Vec<Look> = Vec::new();
        for (so_far, game) in log.as_played() {
            let before = standing.shares.units();
            standing.see(so_far, game);
            let units = standing.shares.units();
            if units > before && (units.is_multiple_of(every) || units == end.shares.units()) {
                all.push(Look::at(&standing));
            }
        }
        Self { looks: all, bounds: test.map(|test| test.sprt().bounds()) }
    }

    /// The course of a try up to the standing `end`, with about `looks` looks. Each look costs time for all rounds before it.
    pub fn of_try(log: &Log, end: &TrialStanding, looks: usize) -> Self {
        let rounds = |standing: &TrialStanding| standing.results.rounds();
        let (every, test) = ((rounds(end) / looks.max(1) as u64).max(1), end.test().copied());
        let mut standing = TrialStanding::new(end.field().clone(), test);
        let mut all: Vec<Look> = Vec::new();
        for (so_far, game) in log.as_played() {
            let before = rounds(&standing);
            standing.see(so_far, game);
            let now = rounds(&standing);
            if now > before && (now.is_multiple_of(every) || now == rounds(end)) {
                all.push(Look::at_try(&standing));
            }
        }
        Self { looks: all, bounds: test.map(|test| test.sprt().bounds()) }
    }
}

//! How a comparison of two bots went, game by game.

use serde::Serialize;

use crate::arena::{CONFIDENCE, DuelStanding, Log};
use crate::stats::Estimate;

/// How a comparison of two bots went.
#[derive(Clone, Debug, Serialize)]
pub struct Course {
    /// What was known after some of the games.
    pub looks: Vec<Look>,
    /// Between them the sequential test goes on.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub bounds: Option<[f64; 2]>,
}

/// What was known after some seeds.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Look {
    /// Seeds of which all games were played.
    pub seeds: u64,
    /// Their games.
    pub games: u64,
    /// The first bot's share of the points, and the interval of it, from 0 to 1.
    pub points: [f64; 3],
    /// By how much Elo it is better, and the interval of that. Infinite numbers become null.
    pub elo: [f64; 3],
    /// The log-likelihood ratio of the test.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub llr: Option<f64>,
}

impl Look {
    fn at(standing: &DuelStanding) -> Self {
        let ends = |it: Estimate| [it.value, it.interval.low, it.interval.high];
        let (value, interval) = (standing.shares.mean(), standing.shares.interval(CONFIDENCE));
        Self {
            seeds: standing.shares.units(),
            games: standing.games.iter().sum(),
            points: ends(Estimate { value, interval }),
            elo: ends(standing.elo()),
            llr: standing.log_likelihood_ratio(),
        }
    }
}

impl Course {
    /// The way to a standing through the games of its log, in about so many looks.
    pub fn of(log: &Log, end: &DuelStanding, looks: usize) -> Self {
        let every = (end.shares.units() / looks.max(1) as u64).max(1);
        let test = end.test().copied();
        let mut standing = DuelStanding::new(end.pairing().clone(), test);
        let mut all: Vec<Look> = Vec::new();
        for game in log.games() {
            let before = standing.shares.units();
            standing.see(log, game);
            let units = standing.shares.units();
            if units > before && (units.is_multiple_of(every) || units == end.shares.units()) {
                all.push(Look::at(&standing));
            }
        }
        Self { looks: all, bounds: test.map(|test| test.sprt().bounds()) }
    }
}

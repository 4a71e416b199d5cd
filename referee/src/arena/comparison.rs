//! Everything that a log says about two bots that have met.

use std::collections::BTreeMap;

use itertools::Itertools;

use super::conduct::Conduct;
use super::log::Log;
use super::logged::Logged;
use super::standing::{CONFIDENCE, DuelStanding};
use super::teams::{Team, TeamDifference};
use crate::stats::Estimate;

/// Two bots that have met: how they stand, and how they behaved.
pub struct Comparison<'a> {
    /// The log that all of it comes from.
    pub log: &'a Log,
    /// How often each won.
    pub standing: DuelStanding,
    /// What the teams earned, in a contest whose players work together.
    pub teams: Vec<Team>,
    /// What the first of the two earned more than the second, for each company.
    pub differences: Vec<TeamDifference>,
    /// How the bots behaved, by name.
    pub conduct: BTreeMap<String, Conduct>,
    /// Number of seeds that are not counted, since not all of their games are in the log.
    pub left_out: usize,
}

impl<'a> Comparison<'a> {
    /// Computes what a log says beside a standing, which must come from the same log.
    pub fn new(log: &'a Log, standing: DuelStanding) -> Self {
        let pairing = standing.pairing();
        let met = |game: &Logged| pairing.has(&game.bots);
        let conduct = Conduct::of(log, met);
        let games = log.games().iter();
        let counted = games.clone().filter(|game| standing.counts(game));
        let teams = Team::all(pairing.names(), counted.clone());
        let differences = TeamDifference::all(pairing.names(), &counted);
        let left_out = games.filter(|game| met(game) && !standing.counts(game));
        let left_out = left_out.map(|game| &game.seed).unique().count();
        Self { log, standing, teams, differences, conduct, left_out }
    }

    /// How much more the first bot scores in a game than the second.
    pub fn score_difference(&self) -> Estimate {
        let games = self.standing.pairing().orders().len() as f64;
        let Estimate { value, interval } = self.standing.differences.estimate(CONFIDENCE);
        Estimate { value: value / games, interval: interval.map(|end| end / games) }
    }
}

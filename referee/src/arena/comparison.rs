//! The comparison of two bots that have met.

use std::collections::BTreeMap;
use std::thread;

use itertools::Itertools;

use super::both_ways::{BothWays, Way, less_a_half};
use super::circumstances::Circumstances;
use super::conduct::{Conduct, Overload};
use super::joined::joined;
use super::log::Log;
use super::logged::Logged;
use super::machines::Machines;
use super::pairing::Pairing;
use super::question::Test;
use super::replays::Excess;
use super::standing::{CONFIDENCE, DuelStanding};
use super::teams::{Team, TeamDifference};
use super::value_rows::ValueRow;
use crate::stats::Estimate;

/// Two bots that have met: their results, times and faults.
pub struct Comparison<'a> {
    /// The log.
    pub log: &'a Log,
    /// Their results.
    pub standing: DuelStanding,
    /// Points of teams; empty in a contest without teams.
    pub teams: Vec<Team>,
    /// What the first bot earned more than the second, with each partner.
    pub differences: Vec<TeamDifference>,
    /// Times and faults by name of the bot.
    pub conduct: BTreeMap<String, Conduct>,
    /// Counts of games in which the machine was overloaded.
    pub overload: Overload,
    /// Bots that were late much more often than their opponents, while the machine may have been to blame.
    pub excesses: Vec<Excess>,
    /// The machines on which it was played.
    pub machines: Machines,
    /// Its undecided games, counted both ways; `None` if all games are decided. If the verdict depends on them, the
    /// standing has no verdict.
    pub undecided: Option<BothWays>,
    /// Values that the bots and the referee reported.
    pub values: Vec<ValueRow>,
    /// Number of seeds that do not count because some of their games are missing.
    pub left_out: usize,
}

impl<'a> Comparison<'a> {
    /// The comparison of the players of a pairing.
    pub fn of(log: &'a Log, pairing: &Pairing, test: Option<Test>) -> Self {
        thread::scope(|scope| {
            let met = |game: &Logged| pairing.has(&game.bots);
            let circumstances = scope.spawn(move || Circumstances::of(log, met));
            let standing = DuelStanding::of(log, pairing, test);
            Self::with(log, standing, joined(circumstances))
        })
    }

    /// Computes the rest of a comparison; the standing must be of the same log.
    pub fn new(log: &'a Log, standing: DuelStanding) -> Self {
        let circumstances = Circumstances::of(log, |game| standing.pairing().has(&game.bots));
        Self::with(log, standing, circumstances)
    }

    fn with(log: &'a Log, mut standing: DuelStanding, circumstances: Circumstances) -> Self {
        let undecided = both_ways(log, &standing);
        if undecided.is_some_and(|it| it.hangs) {
            standing.verdict = None;
        }
        let pairing = standing.pairing();
        let met = |game: &Logged| pairing.has(&game.bots);
        let Circumstances { conduct, overload, excesses, machines } = circumstances;
        let values = ValueRow::all(log, met);
        let games = log.games();
        let counted = games.clone().filter(|game| standing.counts(game));
        let teams = Team::all(pairing.names(), counted.clone());
        let differences = TeamDifference::all(pairing.names(), &counted);
        let left_out = games.filter(|game| met(game) && !standing.counts(game));
        let left_out = left_out.map(|game| &game.seed).unique().count();
        Self {
            log,
            standing,
            teams,
            differences,
            conduct,
            overload,
            excesses,
            machines,
            undecided,
            values,
            left_out,
        }
    }

    /// Mean score of the first bot in a game less that of the second.
    pub fn score_difference(&self) -> Estimate {
        let games = self.standing.pairing().orders().len() as f64;
        let Estimate { value, interval } = self.standing.differences.estimate(CONFIDENCE);
        Estimate { value: value / games, interval: interval.map(|end| end / games) }
    }
}

/// The undecided games of a duel, counted both ways.
fn both_ways(log: &Log, standing: &DuelStanding) -> Option<BothWays> {
    let (pairing, test) = (standing.pairing(), standing.test().copied());
    let [first, second, ..] = pairing.names() else { return None };
    let way = |standing: &DuelStanding| {
        let shares = &standing.shares;
        let advantage = less_a_half(shares.mean(), shares.interval(CONFIDENCE));
        Way { advantage, verdict: standing.verdict }
    };
    let counts = |game: &Logged| pairing.has(&game.bots);
    BothWays::of(log, [first, second], counts, way(standing), test.is_some(), |log| {
        way(&DuelStanding::of(log, pairing, test))
    })
}

#[cfg(test)]
mod tests {
    use super::super::log::log;
    use super::super::logged::logged;
    use super::super::pairing::Pairing;
    use super::*;

    #[test]
    fn the_difference_of_scores_is_that_of_a_game() {
        // Ranks are scores with their sign changed: 3 more in two games, then 1 more.
        let games = log(vec![
            logged("1", &["a", "b"], &[1, 3]),
            logged("1", &["b", "a"], &[2, 1]),
            logged("2", &["a", "b"], &[1, 2]),
            logged("2", &["b", "a"], &[1, 1]),
            logged("3", &["a", "b"], &[1, 2]),
        ]);
        let pairing = Pairing::new(["a", "b"].map(str::to_owned).to_vec(), 2);
        let comparison = Comparison::new(&games, DuelStanding::of(&games, &pairing, None));
        let Estimate { value, interval } = comparison.score_difference();
        assert!((value - 1.0).abs() < 1e-12, "{value}");
        // Two seeds with a deviation of the square root of 2, t of 12.706 with one degree of freedom.
        assert!((interval.high - value - 12.706 / 2.0).abs() < 1e-3, "{interval:?}");
        assert_eq!(comparison.left_out, 1);
    }
}

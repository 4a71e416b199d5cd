//! The comparison of two bots that have not met, in a contest with teams: each with itself or with
//! the same partners, on the same seeds.

use std::collections::{BTreeMap, HashSet};

use itertools::Itertools;

use super::circumstances::Circumstances;
use super::conduct::{Conduct, Overload};
use super::log::Log;
use super::logged::Logged;
use super::machines::Machines;
use super::replays::Excess;
use super::teams::{Team, TeamDifference};
use super::value_rows::ValueRow;
use crate::contest::Contest;

/// Two bots, each with itself or with the same partners.
pub struct TeamComparison<'a> {
    /// The log.
    pub log: &'a Log,
    /// Names of the two.
    pub names: [String; 2],
    /// Number of games that count.
    pub games: usize,
    /// Number of seeds on which both have played.
    pub seeds: usize,
    /// What the first bot earned more than the second, with each partner.
    pub differences: Vec<TeamDifference>,
    /// Points of teams.
    pub teams: Vec<Team>,
    /// Times and faults by name of the bot.
    pub conduct: BTreeMap<String, Conduct>,
    /// Counts of games in which the machine was overloaded.
    pub overload: Overload,
    /// Bots that were late much more often than their opponents, while the machine may have been to blame.
    pub excesses: Vec<Excess>,
    /// The machines on which the games were played.
    pub machines: Machines,
    /// Values that the bots and the referee reported.
    pub values: Vec<ValueRow>,
}

impl<'a> TeamComparison<'a> {
    /// Compares two bots that have not met by their points with themselves and with common
    /// partners. `None` if they have met, if the contest has no teams, or if no seed can be
    /// compared.
    pub fn of(log: &'a Log, contest: &dyn Contest, names: [&str; 2]) -> Option<Self> {
        let names = names.map(str::to_owned);
        let met = |game: &Logged| names.iter().all(|name| game.bots.contains(name));
        if names[0] == names[1] || contest.about().teams.is_empty() || log.games().any(met) {
            return None;
        }
        let [with_a, with_b] = names.each_ref().map(|name| {
            let games = log.games().filter(|game| game.bots.contains(name));
            games.flat_map(|game| game.bots.iter()).collect::<HashSet<_>>()
        });
        let partners: Vec<String> =
            with_a.intersection(&with_b).copied().cloned().sorted().collect();
        let all = [&names[..], &partners].concat();
        let theirs = |game: &&Logged| {
            names.iter().any(|name| game.bots.contains(name))
                && game.bots.iter().all(|bot| all.contains(bot))
        };
        let differences = TeamDifference::all(&all, &log.games().filter(theirs));
        let [seeds_a, seeds_b] = names.each_ref().map(|name| {
            let games = log.games().filter(theirs).filter(|game| game.bots.contains(name));
            games.map(|game| &*game.seed).collect::<HashSet<_>>()
        });
        let seeds = seeds_a.intersection(&seeds_b).copied().collect();
        let some = !differences.is_empty();
        some.then(|| Self::new(log, names, &partners, differences, &seeds))
    }

    /// The comparison of two bots and their partners on `seeds`.
    pub fn new(
        log: &'a Log,
        names: [String; 2],
        partners: &[String],
        differences: Vec<TeamDifference>,
        seeds: &HashSet<&str>,
    ) -> Self {
        let all = [&names[..], partners].concat();
        let counts = |game: &Logged| {
            seeds.contains(&*game.seed) && game.bots.iter().all(|bot| all.contains(bot))
        };
        let games = log.games().filter(|game| counts(game));
        let Circumstances { conduct, overload, excesses, machines } =
            Circumstances::of(log, counts);
        Self {
            log,
            games: games.clone().count(),
            seeds: seeds.len(),
            teams: Team::all(&all, games),
            conduct,
            overload,
            excesses,
            machines,
            values: ValueRow::all(log, counts),
            names,
            differences,
        }
    }
}

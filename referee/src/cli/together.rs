//! The report on two bots that worked in teams of their own, on the same seeds.

use std::collections::{BTreeMap, HashSet};
use std::path::PathBuf;

use itertools::Itertools;
use serde_json::{Value, json};

use super::comparison::{
    conduct, conduct_json, counted, difference, difference_json, differences, teams,
};
use crate::arena::{Conduct, Log, Logged, Team, TeamDifference};

/// Two bots, each with itself or with the same partners.
pub struct Together {
    /// Key of the contest.
    game: String,
    names: [String; 2],
    games: usize,
    seeds: usize,
    /// What the first earns more than the second, with whom each works.
    differences: Vec<(String, TeamDifference)>,
    teams: Vec<Team>,
    conduct: BTreeMap<String, Conduct>,
    /// Where the log lies.
    log: PathBuf,
}

impl Together {
    /// Two bots that have never met, by what each has done with itself and with partners that both
    /// had. `None` if there is no such thing on any seed.
    pub fn of(log: &Log, names: [&str; 2]) -> Option<Self> {
        let names = names.map(str::to_owned);
        let [with_a, with_b] = names.each_ref().map(|name| {
            let games = log.games().iter().filter(|game| game.bots.contains(name));
            games.flat_map(|game| &game.bots).collect::<HashSet<_>>()
        });
        let partners: Vec<String> =
            with_a.intersection(&with_b).copied().cloned().sorted().collect();
        let all = [&names[..], &partners].concat();
        let both = |game: &&Logged| {
            names.iter().any(|name| game.bots.contains(name))
                && game.bots.iter().all(|bot| all.contains(bot))
        };
        let differences = differences(&all, &log.games().iter().filter(both));
        let [seeds_a, seeds_b] = names.each_ref().map(|name| {
            let games = log.games().iter().filter(both).filter(|game| game.bots.contains(name));
            games.map(|game| &*game.seed).collect::<HashSet<_>>()
        });
        let seeds = seeds_a.intersection(&seeds_b).copied().collect();
        let some = !differences.is_empty();
        some.then(|| Self::new(log, names, &partners, differences, &seeds))
    }

    /// Two bots with their partners on some seeds, and what the first earned more there.
    pub fn new(
        log: &Log,
        names: [String; 2],
        partners: &[String],
        differences: Vec<(String, TeamDifference)>,
        seeds: &HashSet<&str>,
    ) -> Self {
        let all = [&names[..], partners].concat();
        let counts = |game: &Logged| {
            seeds.contains(&*game.seed) && game.bots.iter().all(|bot| all.contains(bot))
        };
        let games = log.games().iter().filter(|game| counts(game));
        Self {
            game: log.header().game.clone(),
            games: games.clone().count(),
            seeds: seeds.len(),
            teams: Team::all(&all, games),
            conduct: Conduct::of(log, counts),
            log: log.path().to_owned(),
            names,
            differences,
        }
    }

    /// The report as lines.
    pub fn text(&self) -> String {
        let [a, b] = &self.names;
        let (games, seeds) =
            (counted(self.games as u64, "game"), counted(self.seeds as u64, "seed"));
        let mut lines = vec![format!("{a} and {b}: {games} of {} on {seeds}", self.game)];
        lines.extend(self.differences.iter().map(|(with, it)| difference([a, b], with, it)));
        lines.extend(teams(&self.teams));
        lines.extend(conduct(&self.conduct));
        lines.push(format!("  log {}", self.log.display()));
        lines.join("\n") + "\n"
    }

    /// The report as an object.
    pub fn json(&self) -> Value {
        let differences: Vec<Value> =
            self.differences.iter().map(|(with, it)| difference_json(with, it)).collect();
        json!({
            "game": self.game,
            "bots": self.names,
            "games": self.games,
            "units": self.seeds,
            "team_differences": differences,
            "teams": self.teams,
            "conduct": conduct_json(&self.conduct),
            "log": self.log,
        })
    }
}

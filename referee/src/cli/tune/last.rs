//! The games at the end of a tuning, which no value has been chosen by.

use std::collections::{BTreeMap, HashSet};

use itertools::Itertools;
use serde_json::{Value, json};

use super::{TUNED, UNTUNED};
use crate::arena::{Conduct, Log, Logged, Standing, Team, TeamDifference};
use crate::cli::comparison::{
    Comparison, conduct, conduct_json, difference, difference_json, teams,
};

/// What the tuned bot and the untuned have made of them.
pub enum Last {
    /// They played each other.
    Duel(Log, Standing),
    /// Each worked with itself or with the pool.
    Together(Together),
}

impl Last {
    /// For people.
    pub fn text(self) -> String {
        match self {
            Last::Duel(log, standing) => Comparison::new(&log, standing).text(),
            Last::Together(it) => it.text(),
        }
    }

    /// For programs.
    pub fn json(self) -> Value {
        match self {
            Last::Duel(log, standing) => Comparison::new(&log, standing).json(),
            Last::Together(it) => it.json(),
        }
    }
}

/// Two bots, each in a team, on the same seeds.
pub struct Together {
    log: Log,
    /// With whom: `with itself`.
    with: String,
    games: usize,
    teams: Vec<Team>,
    difference: TeamDifference,
    conduct: BTreeMap<String, Conduct>,
}

impl Together {
    /// The comparison on some seeds, with the mean points of a round of both there. `pool` are
    /// those who worked with them.
    pub fn new(log: Log, pool: &[String], with: String, seeds: &[(String, [f64; 2])]) -> Self {
        let mut difference = TeamDifference::default();
        for (_, points) in seeds {
            difference.add(*points);
        }
        let whole: HashSet<&String> = seeds.iter().map(|(seed, _)| seed).collect();
        let counts = |game: &&Logged| whole.contains(&game.seed);
        let names: Vec<String> =
            [TUNED, UNTUNED].into_iter().map(str::to_owned).chain(pool.iter().cloned()).collect();
        let teams = Team::all(&names, log.games().iter().filter(counts));
        let games = log.games().iter().filter(counts).count();
        let conduct = Conduct::of(&log, |_| true);
        Self { log, with, games, teams, difference, conduct }
    }

    fn text(&self) -> String {
        let (games, seeds) = (self.games, self.difference.points.units());
        let game = &self.log.header().game;
        let mut lines =
            vec![format!("{TUNED} and {UNTUNED}: {games} games of {game} on {seeds} seeds")];
        if seeds > 0 {
            lines.push(difference([TUNED, UNTUNED], &self.with, &self.difference));
        }
        lines.extend(teams(&self.teams));
        lines.extend(conduct(&self.conduct));
        lines.push(format!("  log {}", self.log.path().display()));
        lines.iter().join("\n") + "\n"
    }

    fn json(&self) -> Value {
        json!({
            "bots": [TUNED, UNTUNED],
            "games": self.games,
            "units": self.difference.points.units(),
            "team_differences": [difference_json(&self.with, &self.difference)],
            "teams": self.teams,
            "conduct": conduct_json(&self.conduct),
            "log": self.log.path(),
        })
    }
}

//! Contests in which players work together: what a team earns in a round.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

use super::log::Logged;
use crate::contest::Contest;
use crate::game::Seat;
use crate::stats::score::ScoreDifferences;

/// A round of a game, with those who share its points.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct TeamRound {
    /// Who worked together.
    pub seats: Vec<Seat>,
    /// What they earned.
    pub points: i64,
}

impl TeamRound {
    /// The rounds of a game, from what its outcome reports beside scores and ranks.
    pub(super) fn of(contest: &dyn Contest, outcome: &Map<String, Value>) -> Vec<Self> {
        let points = outcome.get("rounds").and_then(Value::as_array).into_iter().flatten();
        let rounds = contest.teams().iter().zip(points.filter_map(Value::as_i64));
        rounds.map(|(seats, points)| Self { seats: seats.to_vec(), points }).collect()
    }
}

/// Whether those who sit in some seats are the bots of these names, all of them and nobody else.
pub fn is_team(names: &[String], seats: &[Seat], bots: &[String]) -> bool {
    seats.iter().all(|seat| names.contains(&bots[seat.0]))
        && names.iter().all(|name| seats.iter().any(|seat| bots[seat.0] == *name))
}

/// What teams of the same bots earned.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Team {
    /// Names of the bots, in the order of the list that [`Team::all`] was given.
    pub bots: Vec<String>,
    /// Rounds played.
    pub rounds: usize,
    /// Number of seeds on which they were played.
    pub seeds: usize,
    /// Mean points of a round.
    pub mean: f64,
    /// Standard error of that mean. Rounds on one seed are alike, so it comes from how the seeds
    /// differ; `None` if there is only one.
    pub standard_error: Option<f64>,
}

impl Team {
    /// All teams of some bots in some games, sorted as the bots are.
    pub fn all<'a>(names: &[String], games: impl Iterator<Item = &'a Logged>) -> Vec<Self> {
        let mut points: BTreeMap<Vec<usize>, BTreeMap<&str, Vec<i64>>> = BTreeMap::new();
        for game in games {
            for round in &game.rounds {
                let place = |seat: &Seat| names.iter().position(|name| *name == game.bots[seat.0]);
                let Some(mut team) = round.seats.iter().map(place).collect::<Option<Vec<_>>>()
                else {
                    continue;
                };
                team.sort_unstable();
                points.entry(team).or_default().entry(&game.seed).or_default().push(round.points);
            }
        }
        let bots = |team: &[usize]| team.iter().map(|place| names[*place].clone()).collect();
        points.iter().map(|(team, seeds)| Self::of(bots(team), seeds.values())).collect()
    }

    /// The team of some bots, from its points on each seed.
    fn of<'a>(bots: Vec<String>, seeds: impl Iterator<Item = &'a Vec<i64>> + Clone) -> Self {
        let rounds = seeds.clone().map(Vec::len).sum::<usize>();
        let mean = seeds.clone().flatten().sum::<i64>() as f64 / rounds as f64;
        let count = seeds.clone().count();
        // The error of a ratio: of the seeds' points to their rounds.
        let squares: f64 = seeds
            .map(|points| {
                let excess = points.iter().sum::<i64>() as f64 - mean * points.len() as f64;
                excess * excess
            })
            .sum();
        let standard_error = (count > 1).then(|| {
            let of_sum = (squares * count as f64 / (count - 1) as f64).sqrt();
            of_sum / rounds as f64
        });
        Self { bots, rounds, seeds: count, mean, standard_error }
    }
}

/// How much more the team of some bots earns in a round than that of others, on the same seeds.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct TeamDifference {
    /// Difference of the mean points of a round, for each seed on which both have played.
    pub points: ScoreDifferences,
    /// Number of seeds on which the first team earned more.
    pub better: u64,
    /// Number of seeds on which it earned less.
    pub worse: u64,
}

impl TeamDifference {
    /// The first team compared with the second in some games.
    pub fn of<'a>(teams: [&[String]; 2], games: impl Iterator<Item = &'a Logged>) -> Self {
        let mut seeds: BTreeMap<&str, [Vec<i64>; 2]> = BTreeMap::new();
        for game in games {
            for round in &game.rounds {
                for (number, team) in teams.iter().enumerate() {
                    if is_team(team, &round.seats, &game.bots) {
                        seeds.entry(&game.seed).or_default()[number].push(round.points);
                    }
                }
            }
        }
        let mut difference = Self::default();
        let mean = |points: &Vec<i64>| points.iter().sum::<i64>() as f64 / points.len() as f64;
        for both in seeds.values().filter(|both| both.iter().all(|points| !points.is_empty())) {
            difference.add(both.each_ref().map(mean));
        }
        difference
    }

    /// Counts a seed, by the mean points of a round that the two teams earned there.
    pub fn add(&mut self, [first, second]: [f64; 2]) {
        self.points.add(first - second);
        self.better += u64::from(first > second);
        self.worse += u64::from(first < second);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn game(seed: &str, bots: [&str; 3], points: [i64; 3]) -> Logged {
        let seats = [[0, 1], [2, 0], [1, 2]];
        let rounds = seats.iter().zip(points);
        let rounds = rounds.map(|(seats, points)| {
            let seats = seats.iter().copied().map(Seat).collect();
            TeamRound { seats, points }
        });
        Logged {
            seed: seed.to_owned(),
            bots: bots.map(str::to_owned).to_vec(),
            scores: vec![0; 3],
            ranks: vec![1; 3],
            turns: 600,
            rounds: rounds.collect(),
            thrown_out: Vec::new(),
            overloaded: Vec::new(),
            times: Vec::new(),
            recording: None,
            again: String::new(),
        }
    }

    #[test]
    fn rounds_are_counted_by_who_worked_together() {
        let names = ["b", "a"].map(str::to_owned);
        let games = [
            game("1", ["a", "a", "b"], [10, 30, 50]),
            game("1", ["a", "b", "b"], [40, 20, 7]),
            game("2", ["b", "a", "a"], [60, 100, 20]),
            game("2", ["a", "x", "a"], [1000, 22, 1000]),
        ];
        let teams = Team::all(&names, games.iter());
        let short =
            teams.iter().map(|team| (team.bots.concat(), team.rounds, team.seeds, team.mean));
        let expected = [
            ("bb".to_owned(), 1, 1, 7.0),
            ("ba".to_owned(), 6, 2, 50.0),
            ("aa".to_owned(), 3, 2, 52.0 / 3.0),
        ];
        assert_eq!(short.collect::<Vec<_>>(), expected);
        assert_eq!(teams[0].standard_error, None);
        // Seed 1: 140 in 4 rounds, 60 less than the mean has it; seed 2: 160 in 2, 60 more.
        let error = teams[1].standard_error.unwrap();
        assert!((error - (7200.0_f64 * 2.0).sqrt() / 6.0).abs() < 1e-9, "{error}");
    }

    #[test]
    fn teams_are_compared_seed_by_seed() {
        let [a, b, x] = ["a", "b", "x"].map(str::to_owned);
        let games = [
            game("1", ["a", "a", "a"], [10, 10, 40]),
            game("1", ["b", "b", "b"], [5, 15, 10]),
            game("2", ["b", "b", "a"], [30, 50, 5]),
            game("2", ["a", "a", "b"], [20, 1, 1]),
            game("3", ["a", "a", "a"], [900, 900, 900]),
            game("4", ["a", "x", "b"], [70, 1, 40]),
        ];
        let compared = |first: &[&String], second: &[&String]| {
            let [first, second] = [first, second].map(|it| it.iter().copied().cloned().collect());
            let (first, second): (Vec<String>, Vec<String>) = (first, second);
            let it = TeamDifference::of([&first, &second], games.iter());
            (it.points.units(), it.points.mean(), it.better, it.worse)
        };
        // On seed 1 20 against 10, on seed 2 20 against 30; nobody else played on seed 3.
        assert_eq!(compared(&[&a], &[&b]), (2, 0.0, 1, 1));
        assert_eq!(compared(&[&a, &x], &[&x, &b]), (1, 30.0, 1, 0));
        assert_eq!(compared(&[&x], &[&b]), (0, 0.0, 0, 0));
    }
}

//! Points of teams in the rounds of a contest with teams.

use std::collections::BTreeMap;
use std::iter;

use serde::Serialize;

use super::logged::{Logged, is_team};
use crate::game::Seat;
use crate::stats::score::ScoreDifferences;

/// The results of the teams of the same bots.
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
    /// Standard error of that mean, computed from the differences between seeds, because rounds on
    /// one seed are alike; `None` for one seed, and if all seeds have the same mean: a few of those say nothing about how
    /// much seeds differ.
    pub standard_error: Option<f64>,
}

impl Team {
    /// All teams of `names` in some games, in the order of `names`.
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
        points.iter().map(|(team, seeds)| Self::of(bots(team), &seeds.values())).collect()
    }

    /// The team of some bots, from its points on each seed.
    fn of<'a>(bots: Vec<String>, seeds: &(impl Iterator<Item = &'a Vec<i64>> + Clone)) -> Self {
        let rounds = seeds.clone().map(Vec::len).sum::<usize>();
        let total = sum(seeds.clone().flatten());
        let mean = total as f64 / rounds as f64;
        let count = seeds.clone().count();
        // The standard error of a ratio: points of the seeds to rounds of the seeds.
        let squares: f64 = seeds
            .clone()
            .map(|points| {
                let excess = sum(points) as f64 - mean * points.len() as f64;
                excess * excess
            })
            .sum();
        let has_mean =
            |points: &Vec<i64>| sum(points) * rounds as i128 == total * points.len() as i128;
        let is_equal = seeds.clone().all(has_mean);
        let standard_error = (count > 1 && !is_equal).then(|| {
            let of_sum = (squares * count as f64 / (count - 1) as f64).sqrt();
            of_sum / rounds as f64
        });
        Self { bots, rounds, seeds: count, mean, standard_error }
    }
}

/// The exact sum of some points.
fn sum<'a>(points: impl IntoIterator<Item = &'a i64>) -> i128 {
    points.into_iter().map(|points| i128::from(*points)).sum()
}

/// What one bot earns in a round more than another, on the same seeds and with the same partners.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct TeamDifference {
    /// The partners of both bots, in turn. Empty: each is its own partner.
    pub company: Vec<String>,
    /// Difference of the mean points of a round, for each seed that both played.
    pub points: ScoreDifferences,
    /// Number of seeds on which the first bot earned more.
    pub better: u64,
    /// Number of seeds on which it earned less.
    pub worse: u64,
}

impl TeamDifference {
    /// What the first of two bots earned more than the second, with a partner or each with itself.
    pub fn of<'a>(
        rivals: [&str; 2],
        partner: Option<&str>,
        games: impl Iterator<Item = &'a Logged>,
    ) -> Self {
        let teams = rivals.map(|bot| -> Vec<String> {
            [bot].into_iter().chain(partner).map(str::to_owned).collect()
        });
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
        let company = partner.into_iter().map(str::to_owned).collect();
        let mut difference = Self { company, ..Self::default() };
        let mean = |points: &Vec<i64>| points.iter().sum::<i64>() as f64 / points.len() as f64;
        for both in seeds.values().filter(|both| both.iter().all(|points| !points.is_empty())) {
            difference.add(both.each_ref().map(mean));
        }
        difference
    }

    /// What the first bot of `names` earns more than the second: each with itself and each with
    /// every other bot as a partner. Comparisons without a common seed are omitted.
    pub fn all<'a>(
        names: &[String],
        games: &(impl Iterator<Item = &'a Logged> + Clone),
    ) -> Vec<Self> {
        let [a, b, others @ ..] = names else { return Vec::new() };
        let partners = iter::once(None).chain(others.iter().map(|it| Some(&**it)));
        let of = |partner: Option<&str>| Self::of([a, b], partner, games.clone());
        partners.map(of).filter(|difference| difference.points.units() > 0).collect()
    }

    /// Counts a seed with the mean points of a round of both bots.
    pub fn add(&mut self, [first, second]: [f64; 2]) {
        self.points.add(first - second);
        self.better += u64::from(first > second);
        self.worse += u64::from(first < second);
    }
}

#[cfg(test)]
mod tests {
    use super::super::logged::{TeamRound, logged};
    use super::*;

    fn game(seed: &str, bots: [&str; 3], points: [i64; 3]) -> Logged {
        const PAIRS: [&[Seat]; 3] = [&[Seat(0), Seat(1)], &[Seat(2), Seat(0)], &[Seat(1), Seat(2)]];
        Logged { rounds: TeamRound::all(&PAIRS, &points), ..logged(seed, &bots, &[1; 3]) }
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
    fn seeds_with_equal_points_leave_the_error_of_a_team_unknown() {
        let all = |other| {
            let games =
                [game("1", ["a", "a", "a"], [7, 7, 8]), game("2", ["a", "a", "a"], [8, 7, other])];
            Team::all(&["a".to_owned()], games.iter())
        };
        assert_eq!(all(7)[0].standard_error, None);
        assert!(all(8)[0].standard_error.unwrap() > 0.1);
    }

    #[test]
    fn teams_are_compared_seed_by_seed() {
        let games = [
            game("1", ["a", "a", "a"], [10, 10, 40]),
            game("1", ["b", "b", "b"], [5, 15, 10]),
            game("2", ["b", "b", "a"], [30, 50, 5]),
            game("2", ["a", "a", "b"], [20, 1, 1]),
            game("3", ["a", "a", "a"], [900, 900, 900]),
            game("4", ["a", "x", "b"], [70, 1, 40]),
            game("5", ["a", "a", "y"], [60, 1, 40]),
            game("5", ["b", "b", "y"], [60, 1, 40]),
        ];
        let compared = |rivals: [&str; 2], partner: Option<&str>| {
            let it = TeamDifference::of(rivals, partner, games.iter());
            (it.points.units(), it.points.mean(), it.better, it.worse)
        };
        // On seed 1 20 against 10, on seed 2 20 against 30; only one of them played on seed 3; on
        // seed 5 they earned the same.
        assert_eq!(compared(["a", "b"], None), (3, 0.0, 1, 1));
        assert_eq!(compared(["a", "b"], Some("x")), (1, 30.0, 1, 0));
        assert_eq!(compared(["x", "b"], None), (0, 0.0, 0, 0));
        let all = TeamDifference::all(&["b", "a", "x", "y"].map(str::to_owned), &games.iter());
        let all: Vec<(String, f64)> =
            all.iter().map(|it| (it.company.concat(), it.points.mean())).collect();
        assert_eq!(all, [(String::new(), 0.0), ("x".to_owned(), -30.0), ("y".to_owned(), 0.0)]);
    }
}

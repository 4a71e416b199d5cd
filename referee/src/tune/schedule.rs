//! The meetings of a round: bots and seeds.

use std::ops::Range;

use itertools::Itertools;

use super::method::RoundTally;
use crate::arena::{Pairing, is_team};
use crate::game::Seat;

/// The plan of the games of every round.
#[derive(Clone, Debug)]
pub struct Schedule {
    /// The opponents of the candidates; empty: each other. In a contest with teams, their partners;
    /// empty: each plays with itself.
    pub pool: Vec<String>,
    /// The bots in the other seats.
    pub others: Vec<String>,
    /// Seats of a game; both sides share the free ones.
    pub seats: usize,
    /// The seats of the team in each round of a game; empty in a contest without teams.
    pub teams: &'static [&'static [Seat]],
    /// Seeds of a round.
    pub pairs: u64,
}

/// One seed in every seat order: the unit of work.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Meeting {
    /// A candidate, then its opponent or partner if it has one, then the others.
    pub pairing: Pairing,
    /// Index of the seed in the sequence.
    pub unit: u64,
    /// The candidates whose points these are; the second is `None` for a bot of the pool.
    candidates: (usize, Option<usize>),
}

impl Schedule {
    /// Whether the candidates play each other or, in a contest with teams, each with itself.
    pub fn is_by_itself(&self) -> bool {
        self.pool.is_empty()
    }

    /// Whether the contest has teams.
    pub fn is_of_teams(&self) -> bool {
        !self.teams.is_empty()
    }

    /// The bots that sit with the two bots of the final games.
    pub fn company(&self) -> &[String] {
        if self.is_of_teams() { &self.pool } else { &self.others }
    }

    /// The meetings of a round. Every candidate has the same number on the same seeds. The bots of
    /// a pool take turns.
    pub fn meetings(&self, candidates: &[String], round: u64) -> Vec<Meeting> {
        self.meetings_on(candidates, round * self.pairs..(round + 1) * self.pairs)
    }

    /// The meetings on some seeds of the sequence, as in a round.
    pub fn meetings_on(&self, candidates: &[String], units: Range<u64>) -> Vec<Meeting> {
        let mut all = Vec::new();
        for unit in units {
            let pool = (!self.pool.is_empty())
                .then(|| &self.pool[(unit % self.pool.len() as u64) as usize]);
            for (a, first) in candidates.iter().enumerate() {
                if self.is_of_teams() {
                    let pairing = self.team(first, pool.unwrap_or(first));
                    all.push(Meeting { pairing, unit, candidates: (a, None) });
                    continue;
                }
                let mut meet = |second: &String, candidate| {
                    let names = [first, second].into_iter().chain(&self.others).cloned();
                    let pairing = Pairing::new(names.collect(), self.seats);
                    all.push(Meeting { pairing, unit, candidates: (a, candidate) });
                };
                if let Some(opponent) = pool {
                    meet(opponent, None);
                    continue;
                }
                for (b, second) in candidates.iter().enumerate().skip(a + 1) {
                    meet(second, Some(b));
                }
            }
        }
        all
    }

    /// Half points of each candidate. `half_points` returns those of the first player of a meeting.
    pub fn half_points(
        meetings: &[Meeting],
        candidates: usize,
        half_points: impl Fn(&Meeting) -> Option<usize>,
    ) -> Option<RoundTally> {
        let mut points = vec![0; candidates];
        for meeting in meetings {
            let (first, second) = meeting.candidates;
            let made = half_points(meeting)?;
            points[first] += made as u64;
            if let Some(second) = second {
                points[second] += (meeting.pairing.levels() - made) as u64;
            }
        }
        Some(RoundTally::HalfPoints(points))
    }

    /// Points of each candidate's team on each seed. `points` returns those of a meeting.
    pub fn team_points(
        meetings: &[Meeting],
        candidates: usize,
        points: impl Fn(&Meeting) -> Option<i64>,
    ) -> Option<RoundTally> {
        let mut all = vec![Vec::new(); candidates];
        for meeting in meetings {
            all[meeting.candidates.0].push(points(meeting)?);
        }
        Some(RoundTally::TeamPoints(all))
    }

    /// Whether `candidates` candidates can have made these points in a round.
    pub fn allows(&self, tally: &RoundTally, candidates: usize) -> bool {
        match tally {
            RoundTally::HalfPoints(points) => {
                let most = self.most_points(candidates);
                !self.is_of_teams()
                    && points.len() == candidates
                    && points.iter().all(|points| *points <= most)
            }
            RoundTally::TeamPoints(points) => {
                self.is_of_teams()
                    && points.len() == candidates
                    // A seed with a void game is left out.
                    && points.iter().map(Vec::len).all_equal()
                    && points.iter().all(|seeds| (1..=self.pairs).contains(&(seeds.len() as u64)))
            }
        }
    }

    /// The most half points of a candidate in a round.
    fn most_points(&self, candidates: usize) -> u64 {
        let opponents = if self.pool.is_empty() { candidates as u64 - 1 } else { 1 };
        let names = (0..2 + self.others.len()).map(|number| number.to_string()).collect();
        Pairing::new(names, self.seats).levels() as u64 * self.pairs * opponents
    }

    /// Number of rounds of a candidate's team on a seed.
    pub fn team_rounds(&self) -> usize {
        let candidate = "candidate".to_owned();
        let partner = self.pool.first().unwrap_or(&candidate);
        let pairing = self.team(&candidate, partner);
        let all = pairing.orders().iter().cartesian_product(self.teams);
        all.filter(|(order, seats)| is_team(pairing.names(), seats, order)).count()
    }

    /// The pairing of a candidate and its partners. It has few games per seed, because a bot
    /// usually plays alike in every seat and round, so another seed tells more than another order.
    fn team(&self, candidate: &str, partner: &str) -> Pairing {
        Pairing::among(candidate.to_owned(), partner.to_owned(), self.seats)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn names(names: &[&str]) -> Vec<String> {
        names.iter().map(|&name| name.to_owned()).collect()
    }

    fn shown(schedule: &Schedule, candidates: &[&str], round: u64) -> Vec<String> {
        let meetings = schedule.meetings(&names(candidates), round);
        meetings
            .iter()
            .map(|it| format!("{} on {}", it.pairing.names().concat(), it.unit))
            .collect()
    }

    #[test]
    fn candidates_meet_each_other_or_the_pool_in_turn() {
        let itself =
            Schedule { pool: vec![], others: names(&["x"]), seats: 3, teams: &[], pairs: 2 };
        assert_eq!(shown(&itself, &["a", "b"], 3), ["abx on 6", "abx on 7"]);
        assert_eq!(shown(&itself, &["a", "b", "c"], 0)[..3], ["abx on 0", "acx on 0", "bcx on 0"]);
        let pool =
            Schedule { pool: names(&["p", "q"]), others: vec![], seats: 2, teams: &[], pairs: 2 };
        let expected = ["ap on 2", "bp on 2", "aq on 3", "bq on 3"];
        assert_eq!(shown(&pool, &["a", "b"], 1), expected);
    }

    #[test]
    fn points_are_those_of_both() {
        let candidates = names(&["a", "b", "c"]);
        let itself = Schedule { pool: vec![], others: vec![], seats: 2, teams: &[], pairs: 5 };
        let meetings = itself.meetings(&candidates, 0);
        // The first of two always wins both games.
        let points = |meetings: &[Meeting]| {
            let made = Schedule::half_points(meetings, 3, |_| Some(4)).unwrap();
            made.totals()
        };
        assert_eq!(points(&meetings), [40, 20, 0]);
        assert_eq!(itself.most_points(3), 40);
        let pool = Schedule { pool: names(&["p"]), ..itself };
        let meetings = pool.meetings(&candidates, 0);
        assert_eq!(points(&meetings), [20, 20, 20]);
        assert_eq!(pool.most_points(3), 20);
        assert_eq!(Schedule::half_points(&meetings, 3, |_| None), None);
        // Six games a seed, in each of which one candidate sits twice.
        assert_eq!(Schedule { seats: 3, ..pool }.most_points(3), 5 * 24);
    }

    /// Three seats, in rounds of which each pair of them works together once.
    fn together(pool: &[&str]) -> Schedule {
        const PAIRS: &[&[Seat]] = &[&[Seat(0), Seat(1)], &[Seat(2), Seat(0)], &[Seat(1), Seat(2)]];
        Schedule { pool: names(pool), others: vec![], seats: 3, teams: PAIRS, pairs: 2 }
    }

    #[test]
    fn who_works_together_plays_with_itself_or_with_the_pool_in_turn() {
        let itself = together(&[]);
        assert_eq!(shown(&itself, &["a", "b"], 1), ["a on 2", "b on 2", "a on 3", "b on 3"]);
        assert_eq!(itself.meetings(&names(&["a"]), 0)[0].pairing.orders(), [names(&["a"; 3])]);
        let pool = together(&["p", "q"]);
        assert_eq!(shown(&pool, &["a", "b"], 0), ["ap on 0", "bp on 0", "aq on 1", "bq on 1"]);
        // All three rounds of one game; two rounds of each of three.
        assert_eq!((itself.team_rounds(), pool.team_rounds()), (3, 6));
    }

    #[test]
    fn points_of_teams_stay_apart_by_seed() {
        let schedule = together(&[]);
        let meetings = schedule.meetings(&names(&["a", "b"]), 0);
        let points = |it: &Meeting| {
            let of = if it.pairing.names()[0] == "a" { 100 } else { 70 };
            Some(of + it.unit as i64)
        };
        let tally = Schedule::team_points(&meetings, 2, points).unwrap();
        assert_eq!(tally, RoundTally::TeamPoints(vec![vec![100, 101], vec![70, 71]]));
        assert_eq!(tally.totals(), [201, 141]);
        assert!(schedule.allows(&tally, 2) && !schedule.allows(&tally, 3));
        // A seed may be missing, because one of its games was void; a further one may not.
        let with_pairs = |pairs| Schedule { pairs, ..schedule.clone() };
        assert!(with_pairs(3).allows(&tally, 2) && !with_pairs(1).allows(&tally, 2));
        let uneven = RoundTally::TeamPoints(vec![vec![100], vec![70, 71]]);
        assert!(!schedule.allows(&uneven, 2));
        assert!(!schedule.allows(&RoundTally::HalfPoints(vec![1, 2]), 2));
        assert!(!Schedule { teams: &[], ..schedule }.allows(&tally, 2));
        assert_eq!(Schedule::team_points(&meetings, 2, |_| None), None);
    }
}

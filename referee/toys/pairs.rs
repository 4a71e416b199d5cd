//! A contest whose players work together in rounds, as small as one can be.
//!
//! Three players meet in three rounds: 0 with 1, 2 with 0, 1 with 2. In each round both are sent its
//! number and answer a whole number from 0 to 20 within 100 ms. Both get the same points: 1000, less
//! 40 for each unit that an answer is off 6, and up to 200 more by the luck of the seed. Another
//! answer throws a player out; a round with such a player has no points.

use std::time::Duration;

use rand::{RngExt as _, SeedableRng as _};
use rand_pcg::Pcg64Mcg;
use referee::contest::{About, Contest, House, HouseKind, Setup, SetupError};
use referee::game::{Answer, Expected, Fault, Game, Outcome, Request, Seat, Step, ThrownOut};

/// The best answer.
const BEST: i64 = 6;
const TEAMS: &[&[Seat]] = &[&[Seat(0), Seat(1)], &[Seat(2), Seat(0)], &[Seat(1), Seat(2)]];

/// The contest.
pub struct Pairs;

const HOUSE: &[HouseKind] = &[
    HouseKind { name: "six", help: "says 6", make: |_, _| Box::new(Says(6)) },
    HouseKind { name: "nought", help: "says 0", make: |_, _| Box::new(Says(0)) },
];

impl Contest for Pairs {
    fn about(&self) -> About {
        About { seats: 3, teams: TEAMS, house: HOUSE, ..About::new("pairs", "Pairs", "pairs-bot") }
    }

    fn start(&self, setup: &Setup) -> Result<Box<dyn Game>, SetupError> {
        setup.demand_seats(3..=3)?;
        let luck = Pcg64Mcg::seed_from_u64(setup.integer_seed()? as u64);
        Ok(Box::new(PairsGame {
            luck,
            points: Vec::new(),
            thrown_out: Vec::new(),
            asked: Vec::new(),
        }))
    }
}

struct Says(i64);

impl House for Says {
    fn answer(&mut self, _sent: &[String]) -> Vec<String> {
        vec![self.0.to_string()]
    }
}

struct PairsGame {
    luck: Pcg64Mcg,
    /// Points of the rounds that are over.
    points: Vec<i64>,
    thrown_out: Vec<ThrownOut>,
    asked: Vec<Seat>,
}

impl PairsGame {
    fn is_out(&self, seat: Seat) -> bool {
        self.thrown_out.iter().any(|out| out.seat == seat)
    }

    /// Plays the round of which these are the answers.
    fn play_round(&mut self, answers: &[Answer]) {
        let luck = self.luck.random_range(0..=200);
        let mut off = 0;
        for (seat, answer) in self.asked.clone().into_iter().zip(answers) {
            let number = answer.line().map(|line| line.parse::<i64>().ok());
            let fault = match number {
                Ok(Some(number @ 0..=20)) => {
                    off += (number - BEST).abs();
                    continue;
                }
                Ok(_) => Fault::Garbage,
                Err(fault) => fault,
            };
            self.thrown_out.push(ThrownOut { seat, fault, cause: "no-number".into(), line: None });
        }
        let whole = TEAMS[self.points.len()].iter().all(|seat| !self.is_out(*seat));
        self.points.push(if whole { 1000 - 40 * off + luck } else { 0 });
    }

    fn outcome(&self) -> Outcome {
        let score = |seat: Seat| {
            let rounds = TEAMS.iter().zip(&self.points).filter(|(team, _)| team.contains(&seat));
            if self.is_out(seat) { -1 } else { rounds.map(|(_, points)| points).sum() }
        };
        let mut outcome = Outcome::by_score((0..3).map(|seat| score(Seat(seat))).collect(), 3);
        outcome.thrown_out.clone_from(&self.thrown_out);
        outcome.rounds.clone_from(&self.points);
        outcome
    }
}

impl Game for PairsGame {
    fn advance(&mut self, answers: &[Answer]) -> Step {
        assert_eq!(answers.len(), self.asked.len(), "one answer for each request");
        loop {
            if !self.asked.is_empty() {
                self.play_round(answers);
            }
            let Some(team) = TEAMS.get(self.points.len()) else {
                return Step::Over(self.outcome());
            };
            self.asked = team.iter().copied().filter(|seat| !self.is_out(*seat)).collect();
            if self.asked.is_empty() {
                self.points.push(0);
                continue;
            }
            let lines = vec![(self.points.len() + 1).to_string()];
            let limit = Duration::from_millis(100);
            let expected = Some(Expected { lines: 1, limit, line_bytes: 100 });
            let request = |seat: &Seat| Request { seat: *seat, lines: lines.clone(), expected };
            return Step::Ask(self.asked.iter().map(request).collect());
        }
    }

    fn draw(&self) -> String {
        format!("points of the rounds: {:?}\n", self.points)
    }

    fn thrown_out(&self) -> &[ThrownOut] {
        &self.thrown_out
    }
}

//! A small contest for tests that has all features of contests: seats that are asked at once or in turn, a fault that
//! disqualifies one seat while the others play on, options, randomness, several endings, a drawing, house players.
//!
//! In each round every player names a number from 1 to 9. The players nearest to a hidden number get a point. Two to four players, who are asked all at once or,
//! with the option `in_turn`, one after the other. A test program can register it:
//!
//! ```
//! use referee_core::contest::Registered;
//! use referee_core::testkit::nearest::Nearest;
//!
//! inventory::submit!(Registered(&Nearest));
//! # assert!(referee_core::games::contest("nearest").is_ok());
//! ```
//!
//! # The protocol
//!
//! A player is sent one line for each round, with its own points and the last hidden number, which
//! is 0 in the first round:
//!
//! ```text
//! 3 7
//! ```
//!
//! It answers one line, a number from 1 to 9, within 100 ms. Anything else throws it out: its score
//! is -1.

use std::fmt::Write as _;
use std::time::Duration;

use rand::{RngExt as _, SeedableRng as _};
use rand_pcg::Pcg64Mcg;

use crate::contest::{About, Contest, House, HouseKind};
use crate::game::{Answer, Expected, Fault, Game, Outcome, Request, Seat, Step, ThrownOut};
use crate::options::{OptionDoc, Options};
use crate::setup::{Setup, SetupError};

/// The contest.
#[derive(Clone, Copy, Debug)]
pub struct Nearest;

/// Time for an answer.
pub const LIMIT: Duration = Duration::from_millis(100);

const OPTIONS: &[OptionDoc] = &[
    OptionDoc::whole("rounds", 1..=1000, 5, "rounds of a game"),
    OptionDoc::whole("target", 1..=1000, 1000, "points that end it at once"),
    OptionDoc::truth("in_turn", "true: the seats are asked one after the other"),
];

const HOUSE: &[HouseKind] = &[
    HouseKind { name: "five", help: "always says 5", make: |_, _| Box::new(Five) },
    HouseKind {
        name: "random",
        help: "says any number",
        make: |seed, seat| Box::new(Random(Pcg64Mcg::seed_from_u64(seed ^ seat.0 as u64))),
    },
];

impl Contest for Nearest {
    fn about(&self) -> About {
        About {
            options: OPTIONS,
            house: HOUSE,
            ..About::new("nearest", "The nearest number", "nearest-bot")
        }
    }

    fn start(&self, setup: &Setup) -> Result<Box<dyn Game>, SetupError> {
        setup.demand_seats(2..=4)?;
        let seed = setup.integer_seed()?;
        let options = Options::read(OPTIONS, &setup.options)?;
        let (rounds, target) = (options.whole("rounds") as u32, options.whole("target"));
        let game = NearestGame::new(seed, rounds, target, setup.seats);
        Ok(Box::new(if options.truth("in_turn") { game.in_turn() } else { game }))
    }
}

struct Five;

impl House for Five {
    fn answer(&mut self, _sent: &[String]) -> Vec<String> {
        vec!["5".to_owned()]
    }
}

struct Random(Pcg64Mcg);

impl House for Random {
    fn answer(&mut self, _sent: &[String]) -> Vec<String> {
        vec![self.0.random_range(1..=9).to_string()]
    }
}

/// A game of it.
#[derive(Clone, Debug)]
pub struct NearestGame {
    rng: Pcg64Mcg,
    rounds: u32,
    target: i64,
    round: u32,
    /// The last hidden number.
    hidden: i64,
    scores: Vec<i64>,
    thrown_out: Vec<ThrownOut>,
    in_turn: bool,
    /// The seats that are asked now.
    asked: Vec<Seat>,
    /// The seats that will be asked in this round, the next one last.
    waiting: Vec<Seat>,
    /// The numbers that were named in this round.
    named: Vec<(Seat, i64)>,
}

impl NearestGame {
    /// A game of `rounds` rounds that also ends when a seat has `target` points. All seats are asked at once.
    pub fn new(seed: i64, rounds: u32, target: i64, seats: usize) -> Self {
        Self {
            rng: Pcg64Mcg::seed_from_u64(seed as u64),
            rounds,
            target,
            round: 0,
            hidden: 0,
            scores: vec![0; seats],
            thrown_out: Vec::new(),
            in_turn: false,
            asked: Vec::new(),
            waiting: Vec::new(),
            named: Vec::new(),
        }
    }

    /// The same game, in which the seats are asked one after the other.
    #[must_use]
    pub fn in_turn(self) -> Self {
        Self { in_turn: true, ..self }
    }

    fn living(&self) -> Vec<Seat> {
        let seats = (0..self.scores.len()).map(Seat);
        seats.filter(|seat| self.thrown_out.iter().all(|out| out.seat != *seat)).collect()
    }

    fn throw_out(&mut self, seat: Seat, fault: Fault, line: Option<&str>) {
        let cause = if line.is_some() { "no-number" } else { "no-answer" }.to_owned();
        self.thrown_out.push(ThrownOut { seat, fault, cause, line: line.map(str::to_owned) });
        self.scores[seat.0] = -1;
    }

    fn take(&mut self, seat: Seat, answer: &Answer) {
        match answer.line().map(|line| (line, line.parse())) {
            Ok((_, Ok(number @ 1..=9))) => self.named.push((seat, number)),
            Ok((line, _)) => self.throw_out(seat, Fault::Garbage, Some(line)),
            Err(fault) => self.throw_out(seat, fault, None),
        }
    }

    /// Adds the points of a round in which all seats have been asked.
    fn close_round(&mut self) {
        self.hidden = self.rng.random_range(1..=9);
        self.round += 1;
        let distance = |number: i64| i64::abs_diff(number, self.hidden);
        let nearest = self.named.iter().map(|(_, number)| distance(*number)).min();
        for (seat, number) in &self.named {
            self.scores[seat.0] += i64::from(Some(distance(*number)) == nearest);
        }
        self.named.clear();
    }

    fn end(&self) -> Option<&'static str> {
        if self.living().is_empty() {
            Some("all-thrown-out")
        } else if self.scores.iter().any(|score| *score >= self.target) {
            Some("target")
        } else {
            (self.round == self.rounds).then_some("rounds")
        }
    }
}

impl Game for NearestGame {
    fn advance(&mut self, answers: &[Answer]) -> Step {
        assert_eq!(answers.len(), self.asked.len(), "one answer for each request");
        for (seat, answer) in std::mem::take(&mut self.asked).into_iter().zip(answers) {
            self.take(seat, answer);
        }
        if self.waiting.is_empty() {
            if !answers.is_empty() {
                self.close_round();
            }
            if let Some(end) = self.end() {
                let mut outcome = Outcome::by_score(self.scores.clone(), self.round);
                outcome.thrown_out.clone_from(&self.thrown_out);
                outcome.more.insert("end".to_owned(), end.into());
                return Step::Over(outcome);
            }
            self.waiting = self.living();
            self.waiting.reverse();
        }
        let now = if self.in_turn { 1 } else { self.waiting.len() };
        self.asked = self.waiting.split_off(self.waiting.len() - now);
        self.asked.reverse();
        let request = |seat: &Seat| Request {
            seat: *seat,
            lines: vec![format!("{} {}", self.scores[seat.0], self.hidden)],
            expected: Some(Expected { lines: 1, limit: LIMIT, line_bytes: 100 }),
        };
        Step::Ask(self.asked.iter().map(request).collect())
    }

    fn draw(&self) -> String {
        let mut text = format!("round {} of {}, it was {}\n", self.round, self.rounds, self.hidden);
        for (seat, score) in self.scores.iter().enumerate() {
            let _ = writeln!(text, "\x1b[1mseat {seat}\x1b[0m {score}");
        }
        text
    }

    fn thrown_out(&self) -> &[ThrownOut] {
        &self.thrown_out
    }
}

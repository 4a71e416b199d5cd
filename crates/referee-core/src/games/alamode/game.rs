//! The course of a match: three rounds with changing pairs, disqualifications, the end.

use std::time::Duration;

use serde_json::Value;

use super::commands::{Cause, parse};
use super::food::Dish;
use super::generator::{League, kitchen_of_seed};
use super::round::{Place, Round, TURNS};
use crate::game::{Answer, AnswerCount, Expected, Fault, Outcome, Request, Seat, Step, ThrownOut};

/// The pairs of the three rounds: first and second mover.
pub const PAIRS: [[Seat; 2]; 3] = [[Seat(0), Seat(1)], [Seat(2), Seat(0)], [Seat(1), Seat(2)]];

/// The longest line that the engine reads, in bytes.
const LINE_BYTES: usize = 10_000;
const FIRST_TIME: Duration = Duration::from_secs(1);
const TURN_TIME: Duration = Duration::from_millis(50);

/// The state of one player in a match.
#[derive(Clone, Default)]
struct PlayerState {
    /// Whether it has been sent the kitchen and asked once.
    is_told: bool,
    is_dead: bool,
    /// Its last command as it was written, and its message.
    said: String,
    message: String,
}

/// A match of Code à la Mode.
pub struct AlamodeGame {
    round: Round,
    /// The points of the finished rounds.
    rounds: Vec<i64>,
    players: [PlayerState; 3],
    /// The seat whose answer the match waits for.
    asked: Option<Place>,
    /// The number of turns asked for in all rounds.
    turns: u32,
    /// The number of these that were played.
    played: u32,
    thrown_out: Vec<ThrownOut>,
    answers: AnswerCount,
    /// The seat that served a dish in the last turn, with the dish and its award.
    served: Option<(Seat, Dish, i64)>,
    /// The number of finished rounds before the last turn.
    rounds_before: usize,
}

impl AlamodeGame {
    /// The match in the kitchen of a seed.
    pub fn new(seed: i64, league: League) -> Self {
        let (kitchen, customers) = kitchen_of_seed(seed, league);
        Self {
            round: Round::new(kitchen, customers),
            rounds: Vec::new(),
            players: <[PlayerState; 3]>::default(),
            asked: None,
            turns: 0,
            played: 0,
            thrown_out: Vec::new(),
            answers: AnswerCount::default(),
            served: None,
            rounds_before: 0,
        }
    }

    /// The present round.
    pub fn round(&self) -> &Round {
        &self.round
    }

    /// The points of the finished rounds.
    pub fn rounds(&self) -> &[i64] {
        &self.rounds
    }

    /// Number of the present round, from 1; after the end that of the last one.
    pub fn round_number(&self) -> usize {
        PAIRS.len().min(self.rounds.len() + 1)
    }

    /// The seats that cook in the present round.
    pub fn pair(&self) -> [Seat; 2] {
        PAIRS[self.round_number() - 1]
    }

    /// The last answer of a seat and its message, without the semicolons.
    pub(super) fn said(&self, seat: Seat) -> (&str, &str) {
        let player = &self.players[seat.0];
        (&player.said, &player.message)
    }

    /// Whether a seat has been disqualified.
    pub fn is_dead(&self, seat: Seat) -> bool {
        self.players[seat.0].is_dead
    }

    /// The number of turns that were played, in all rounds together.
    pub fn played(&self) -> u32 {
        self.played
    }

    /// The seat that served a dish in the last turn, with the dish and its award.
    pub(super) fn served(&self) -> Option<(Seat, Dish, i64)> {
        self.served
    }

    /// The round that began with the last turn, from 1, but not the first one.
    pub(super) fn new_round(&self) -> Option<usize> {
        let finished = self.rounds.len();
        (self.rounds_before < finished && finished < PAIRS.len()).then_some(finished + 1)
    }

    /// The disqualifications so far, in order.
    pub(super) fn thrown_out(&self) -> &[ThrownOut] {
        &self.thrown_out
    }

    /// Continues with the answer to the last request. The first call gets no answers.
    pub(super) fn go_on(&mut self, answers: &[Answer]) -> Step {
        self.answers.demand(answers);
        self.played += answers.len() as u32;
        (self.served, self.rounds_before) = (None, self.rounds.len());
        if let (Some(place), [answer]) = (self.asked, answers) {
            self.take(place, answer);
        }
        let step = self.next_turn();
        self.answers.note(step)
    }

    fn take(&mut self, place: Place, answer: &Answer) {
        let seat = self.pair()[place];
        let thrown_out = match answer.line() {
            // On the site a program has only two faults: a time-out, and a line that is too long.
            Err(fault @ Fault::Garbage) => Some((fault, "too-long", None)),
            Err(fault) => Some((fault, "timeout", None)),
            Ok(line) => match self.obey(seat, place, line) {
                Ok(()) => None,
                Err(cause) => Some((Fault::Garbage, cause.name(), Some(line.to_owned()))),
            },
        };
        if let Some((fault, cause, line)) = thrown_out {
            self.round.die(place);
            self.players[seat.0].is_dead = true;
            self.thrown_out.push(ThrownOut { seat, fault, cause: cause.to_owned(), line });
        }
    }

    fn obey(&mut self, seat: Seat, place: Place, line: &str) -> Result<(), Cause> {
        let (command, message) = parse(line)?;
        self.round.act(place, command);
        self.served = self.round.served().map(|(dish, award)| (seat, dish, award));
        let player = &mut self.players[seat.0];
        player.said = command.to_string();
        player.message = message;
        Ok(())
    }

    /// Continues with the next turn of a living chef.
    fn next_turn(&mut self) -> Step {
        if self.players.iter().all(|player| player.is_dead) {
            return self.over("all-dead");
        }
        loop {
            if self.round.turn() == TURNS {
                self.rounds.push(self.round.points());
                if self.rounds.len() == PAIRS.len() {
                    return self.over("last-round");
                }
                let alive = self.pair().map(|seat| !self.is_dead(seat));
                self.round.begin_again(alive);
            }
            if let Some(place) = self.round.begin_turn() {
                return self.ask(place);
            }
        }
    }

    fn ask(&mut self, place: Place) -> Step {
        self.asked = Some(place);
        self.turns += 1;
        let seat = self.pair()[place];
        let told = std::mem::replace(&mut self.players[seat.0].is_told, true);
        let mut lines = if told { Vec::new() } else { self.first_lines(seat) };
        lines.extend(self.round.lines(place));
        let limit = if told { TURN_TIME } else { FIRST_TIME };
        let expected = Some(Expected { lines: 1, limit, line_bytes: LINE_BYTES });
        Step::Ask(vec![Request { seat, lines, expected }])
    }

    /// The lines that a player is sent once: all customers and the kitchen. For player 1 the digits of the starts are
    /// exchanged, so that it starts its first round on a `0`, like player 0.
    fn first_lines(&self, seat: Seat) -> Vec<String> {
        let customers = self.round.customers().list();
        let mut lines = vec![customers.len().to_string()];
        lines.extend(customers.iter().map(|it| format!("{} {}", it.order, it.full_award)));
        let digits = if seat == Seat(1) { ['1', '0'] } else { ['0', '1'] };
        lines.extend(self.round.kitchen().rows(digits));
        lines
    }

    fn over(&mut self, end: &str) -> Step {
        self.asked = None;
        let mut rounds = self.rounds.clone();
        if rounds.len() < PAIRS.len() {
            // The round ended early because both chefs were disqualified; the points earned so far count.
            rounds.push(self.round.points());
            rounds.resize(PAIRS.len(), 0);
        }
        let score = |seat: Seat| {
            if self.is_dead(seat) {
                return -1;
            }
            let mine = PAIRS.iter().zip(&rounds).filter(|(pair, _)| pair.contains(&seat));
            mine.map(|(_, points)| points).sum()
        };
        let scores = [Seat(0), Seat(1), Seat(2)].map(score).to_vec();
        let mut outcome = Outcome::by_score(scores, self.turns);
        outcome.thrown_out.clone_from(&self.thrown_out);
        outcome.rounds = rounds;
        outcome.more.insert("end".to_owned(), Value::from(end));
        Step::Over(outcome)
    }
}

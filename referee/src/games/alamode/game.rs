//! The course of a match: three rounds with changing pairs, deaths, the end.

use std::time::Duration;

use serde_json::Value;

use super::commands::{Cause, parse};
use super::generator::{League, kitchen_of_seed};
use super::round::{Place, Round, TURNS};
use crate::game::{Answer, AnswerCount, Expected, Fault, Outcome, Request, Seat, Step, ThrownOut};

/// The pairs of the three rounds: who moves first, who second.
pub const PAIRS: [[Seat; 2]; 3] = [[Seat(0), Seat(1)], [Seat(2), Seat(0)], [Seat(1), Seat(2)]];

/// The engine reads no longer lines.
const LINE_BYTES: usize = 10_000;
const FIRST_TIME: Duration = Duration::from_secs(1);
const TURN_TIME: Duration = Duration::from_millis(50);

/// What a match keeps of one player.
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
    /// Points of the rounds that are over.
    rounds: Vec<i64>,
    players: [PlayerState; 3],
    /// Whose answer is waited for.
    asked: Option<Place>,
    /// Turns that were asked for in all rounds.
    turns: u32,
    thrown_out: Vec<ThrownOut>,
    answers: AnswerCount,
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
            thrown_out: Vec::new(),
            answers: AnswerCount::default(),
        }
    }

    /// The present round.
    pub fn round(&self) -> &Round {
        &self.round
    }

    /// Points of the rounds that are over.
    pub fn rounds(&self) -> &[i64] {
        &self.rounds
    }

    /// Number of the present round, from 1; after the end that of the last one.
    pub fn round_number(&self) -> usize {
        PAIRS.len().min(self.rounds.len() + 1)
    }

    /// Who cooks in the present round.
    pub fn pair(&self) -> [Seat; 2] {
        PAIRS[self.round_number() - 1]
    }

    /// The last answer of a seat and its message, without the semicolons.
    pub(super) fn said(&self, seat: Seat) -> (&str, &str) {
        let player = &self.players[seat.0];
        (&player.said, &player.message)
    }

    /// Whether a seat has been thrown out.
    pub fn is_dead(&self, seat: Seat) -> bool {
        self.players[seat.0].is_dead
    }

    /// Who has been thrown out so far, in order.
    pub(super) fn thrown_out(&self) -> &[ThrownOut] {
        &self.thrown_out
    }

    /// Goes on with the answer to the last request; the first call gets none.
    pub(super) fn go_on(&mut self, answers: &[Answer]) -> Step {
        self.answers.demand(answers);
        if let (Some(place), [answer]) = (self.asked, answers) {
            self.take(place, answer);
        }
        let step = self.next_turn();
        self.answers.note(step)
    }

    fn take(&mut self, place: Place, answer: &Answer) {
        let seat = self.pair()[place];
        let thrown_out = match answer.line() {
            // The site knows no other fault of a program than a time-out and a line too long.
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
        let player = &mut self.players[seat.0];
        player.said = command.to_string();
        player.message = message;
        Ok(())
    }

    /// Goes on to the next turn of a living chef.
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

    /// What a player is sent once: all customers and the kitchen. Player 1 sees the digits of the
    /// starts exchanged, so that it starts its first round on a `0` as player 0 does.
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
            // Everyone's death has cut the round off; what was earned stands.
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

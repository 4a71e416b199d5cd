//! The course of a game: the order of turns, the lines for the player whose turn it is, and the effect of its
//! answer.

use std::time::Duration;

use serde_json::{Value, json};

use super::commands::Command;
use super::motion::Motion;
use super::protocol::{self, Show};
use super::race::{Car, Crash, Race, Status, Turn};
use crate::game::{Answer, AnswerCount, Expected, Fault, Outcome, Request, Seat, Step, ThrownOut};

/// The most bytes of an answer; valid ones are much shorter.
const LINE_BYTES: usize = 1000;

/// The settings of a game that do not belong to its race.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Terms {
    /// The settings of what players see.
    pub show: Show,
    /// The game ends after this number of turns of all players together.
    pub turns: u32,
    /// Whether a player is disqualified for a move against the direction. The site leaves that to the players.
    pub wrong_way_kicks: bool,
}

/// The event for which the game waits.
#[derive(Clone, Debug)]
enum Phase {
    /// Nothing: it is the first call, or the last answer has been carried out.
    Between,
    /// The answer of the player whose turn it is.
    Turn(Turn),
    /// Nothing: the last lines have been sent.
    Ending(&'static str),
}

/// A game of Karopapier.
pub struct KaroGame {
    race: Race,
    terms: Terms,
    phase: Phase,
    /// The number of records that each seat has been sent; `None` before the start lines.
    sent: Vec<Option<usize>>,
    turns: u32,
    thrown_out: Vec<ThrownOut>,
    count: AnswerCount,
    /// The round of the last answer.
    played: u32,
    /// The cars and the number of crashes before the last step.
    before: (Vec<Status>, usize),
}

impl KaroGame {
    /// A game before the placement.
    pub fn new(race: Race, terms: Terms) -> Self {
        Self {
            sent: vec![None; race.cars().len()],
            race,
            terms,
            phase: Phase::Between,
            turns: 0,
            thrown_out: Vec::new(),
            count: AnswerCount::default(),
            played: 0,
            before: (Vec::new(), 0),
        }
    }

    /// The race.
    pub fn race(&self) -> &Race {
        &self.race
    }

    /// The seat whose turn it is, with its candidates; `None` between turns.
    pub fn turn(&self) -> Option<&Turn> {
        match &self.phase {
            Phase::Turn(turn) => Some(turn),
            _ => None,
        }
    }

    /// The settings of what players see.
    pub fn show(&self) -> Show {
        self.terms.show
    }

    pub(super) fn thrown_out(&self) -> &[ThrownOut] {
        &self.thrown_out
    }

    /// The round in which the last answer was given; 0 before the first.
    pub fn played(&self) -> u32 {
        self.played
    }

    /// The cars whose status changed in the last step.
    pub(super) fn changed(&self) -> impl Iterator<Item = (Seat, &Car)> {
        let pairs = self.race.cars().iter().zip(&self.before.0).enumerate();
        pairs
            .filter(|(_, (car, before))| car.status != **before)
            .map(|(seat, (car, _))| (Seat(seat), car))
    }

    /// The crashes of the last step.
    pub(super) fn new_crashes(&self) -> &[Crash] {
        &self.race.crashes()[self.before.1..]
    }

    /// The points of a car so far, as the result counts them.
    pub(super) fn points(&self, car: &Car) -> i64 {
        match car.status {
            Status::Finished => self.race.cars().len() as i64 + 1 - i64::from(car.rank),
            Status::Racing | Status::Stuck => 0,
            Status::Left | Status::Kicked => -1,
        }
    }

    /// Continues with the answer of the player whose turn it is. The first call gets no answers.
    pub(super) fn go_on(&mut self, answers: &[Answer]) -> Step {
        self.count.demand(answers);
        let statuses = self.race.cars().iter().map(|car| car.status).collect();
        self.before = (statuses, self.race.crashes().len());
        let step = match std::mem::replace(&mut self.phase, Phase::Between) {
            Phase::Between => self.ask(),
            Phase::Turn(turn) => {
                self.play(&turn, &answers[0]);
                self.ask()
            }
            Phase::Ending(end) => Step::Over(self.outcome(end)),
        };
        self.count.note(step)
    }

    fn ask(&mut self) -> Step {
        let turn = if self.turns < self.terms.turns { self.race.next_turn() } else { None };
        let Some(turn) = turn else { return self.end() };
        self.turns += 1;
        let seat = turn.seat;
        let seen = self.sent[seat.0].replace(self.race.log().len());
        let mut lines = match seen {
            None => protocol::start_lines(&self.race, seat, self.terms.show),
            Some(_) => Vec::new(),
        };
        lines.extend(protocol::turn_lines(&self.race, &turn, seen.unwrap_or(0)));
        let limit = Duration::from_millis(self.terms.show.move_millis);
        let expected = Some(Expected { lines: 1, limit, line_bytes: LINE_BYTES });
        self.phase = Phase::Turn(turn);
        Step::Ask(vec![Request { seat, lines, expected }])
    }

    fn play(&mut self, turn: &Turn, answer: &Answer) {
        self.played = u32::try_from(self.race.round()).unwrap_or(u32::MAX);
        let seat = turn.seat;
        let line = match answer.line() {
            Ok(line) => line,
            Err(fault) => return self.throw_out(seat, fault, fault.cause(), None),
        };
        let garbage = |cause| (Fault::Garbage, cause, Some(line.to_owned()));
        let Ok(command) = line.parse::<Command>() else {
            let (fault, cause, line) = garbage("not-a-command");
            return self.throw_out(seat, fault, cause, line);
        };
        let Some(motion) = command.motion() else { return self.race.leave(seat) };
        let placing = matches!(command, Command::Start(_));
        let is_placed = self.race.cars()[seat.0].motion().is_some();
        let found = turn.candidates.iter().find(|it| it.motion == motion);
        let cause = match found {
            Some(candidate) if candidate.free && placing != is_placed => {
                if !(is_placed && self.is_disqualified(seat, motion)) {
                    return self.race.make(seat, motion);
                }
                "wrong-way"
            }
            Some(_) if placing != is_placed => "against-special-rule",
            _ => "not-a-candidate",
        };
        let (fault, cause, line) = garbage(cause);
        self.throw_out(seat, fault, cause, line);
    }

    fn is_disqualified(&self, seat: Seat, motion: Motion) -> bool {
        self.terms.wrong_way_kicks && self.race.is_wrong_way(seat, motion)
    }

    fn throw_out(&mut self, seat: Seat, fault: Fault, cause: &str, line: Option<String>) {
        self.race.kick(seat);
        self.thrown_out.push(ThrownOut { seat, fault, cause: cause.to_owned(), line });
    }

    /// The last lines for all players that are still connected.
    fn end(&mut self) -> Step {
        let cars = self.race.cars();
        let end = if cars.iter().any(Car::races) {
            "turn-limit"
        } else if cars.iter().all(|car| car.status == Status::Finished) {
            "all-finished"
        } else {
            "nobody-left"
        };
        let mut notices = Vec::new();
        for (seat, sent) in self.sent.iter().enumerate() {
            // A player that was never asked knows nothing of the game and needs no last lines.
            let Some(from) = *sent else { continue };
            if self.race.cars()[seat].status != Status::Kicked {
                let lines = protocol::over_lines(&self.race, from);
                notices.push(Request { seat: Seat(seat), lines, expected: None });
            }
        }
        if notices.is_empty() {
            return Step::Over(self.outcome(end));
        }
        self.phase = Phase::Ending(end);
        Step::Ask(notices)
    }

    /// A finisher gets one point, and one for each player behind it. A player that still races or is stuck gets 0,
    /// and one that left or was disqualified less.
    fn outcome(&self, end: &str) -> Outcome {
        let cars = self.race.cars();
        let rounds = u32::try_from(self.race.round()).unwrap_or(u32::MAX);
        let mut outcome =
            Outcome::by_score(cars.iter().map(|car| self.points(car)).collect(), rounds);
        outcome.thrown_out.clone_from(&self.thrown_out);
        let of_cars =
            |what: &dyn Fn(&Car) -> Value| -> Value { cars.iter().map(what).collect::<Value>() };
        outcome.more.insert("end".to_owned(), Value::from(end));
        for (name, values) in [
            ("status", of_cars(&|car| json!(car.status.word()))),
            ("finishers", of_cars(&|car| json!(car.rank))),
            ("moves", of_cars(&|car| json!(car.moves()))),
            ("crashes", of_cars(&|car| json!(car.crashes()))),
            ("collected", of_cars(&|car| json!(car.collected.to_string()))),
            ("wrong_way", of_cars(&|car| json!(car.breaches))),
        ] {
            outcome.more.insert(name.to_owned(), values);
        }
        outcome
    }
}

//! A race drawn by hand.

use referee::game::{Answer, Game, Outcome, Request, Seat, Step};
use referee::games::karo::{self, Car, Karo, KaroGame, Kind};
use referee::testkit;
use referee::testkit::scripts::says;
use serde_json::{Map, Value};

/// A race that has not begun.
pub struct Scene {
    options: Map<String, Value>,
    seats: usize,
    seed: u64,
}

impl Scene {
    /// A map and a number of players. In each round they move in the order of their seats.
    pub fn of(rows: &[&str], seats: usize) -> Self {
        let order: Vec<String> = (0..seats).map(|seat| seat.to_string()).collect();
        let orders = vec![order.join(" "); 60].join(";");
        let scene = Self { options: Map::new(), seats, seed: 1 };
        scene.option("map", rows.join("\n")).option("orders", orders)
    }

    pub fn option(mut self, name: &str, value: impl Into<Value>) -> Self {
        self.options.insert(name.to_owned(), value.into());
        self
    }

    pub fn seed(self, seed: u64) -> Self {
        Self { seed, ..self }
    }

    /// The race after its start: the first player is asked.
    pub fn begin(&self) -> Play {
        let options = Value::Object(self.options.clone());
        let mut setup = testkit::setup(&Karo, &self.seed.to_string(), options);
        setup.seats = self.seats;
        let game = karo::start(&setup).unwrap_or_else(|error| panic!("{error}"));
        let mut play = Play { game, sent: Vec::new(), notices: Vec::new(), outcome: None };
        play.advance(&[]);
        play
    }
}

/// A race that has begun.
pub struct Play {
    pub game: KaroGame,
    /// The lines that were sent to the player whose turn it is.
    pub sent: Vec<String>,
    /// The lines that all players were sent at the end.
    pub notices: Vec<Request>,
    pub outcome: Option<Outcome>,
}

/// Cells as they are written in tests.
pub type Place = (i32, i32);

impl Play {
    fn advance(&mut self, answers: &[Answer]) {
        match self.game.advance(answers) {
            Step::Over(outcome) => self.outcome = Some(outcome),
            Step::Ask(requests) if requests[0].expected.is_none() => {
                let answers = vec![Answer::default(); requests.len()];
                self.notices = requests;
                self.advance(&answers);
            }
            Step::Ask(requests) => {
                assert_eq!(requests.len(), 1, "one player at a time");
                self.sent.clone_from(&requests[0].lines);
            }
        }
    }

    /// The seat whose turn it is.
    pub fn asked(&self) -> Option<usize> {
        self.game.turn().map(|turn| turn.seat.0)
    }

    pub fn answer(&mut self, answer: Answer) {
        self.advance(&[answer]);
    }

    pub fn say(&mut self, line: &str) {
        self.answer(says(line));
    }

    /// The player whose turn it is drives to a cell, or is placed there.
    pub fn to(&mut self, to: Place) {
        let seat = self.asked().expect("somebody is asked");
        let line = match self.car(seat).motion() {
            None => format!("START {} {}", to.0, to.1),
            Some(car) => {
                let vector = (to.0 - car.at.x, to.1 - car.at.y);
                format!("MOVE {} {} {} {}", to.0, to.1, vector.0, vector.1)
            }
        };
        self.say(&line);
        let out = self.game.thrown_out().iter().find(|out| out.seat == Seat(seat));
        assert!(out.is_none(), "{line}: {out:?}");
    }

    /// One player after another drives to a cell.
    pub fn way(&mut self, cells: &[Place]) {
        for cell in cells {
            self.to(*cell);
        }
    }

    pub fn car(&self, seat: usize) -> &Car {
        &self.game.race().cars()[seat]
    }

    /// The cell of a car.
    pub fn at(&self, seat: usize) -> Place {
        let motion = self.car(seat).motion().expect("it is placed");
        (motion.at.x, motion.at.y)
    }

    /// The targets of the player whose turn it is.
    pub fn free(&self) -> Vec<Place> {
        self.targets(true)
    }

    /// The targets that track and cars leave it, without the special rules.
    pub fn targets(&self, only_free: bool) -> Vec<Place> {
        let candidates = self.game.turn().map_or(&[][..], |turn| &turn.candidates);
        let wanted = candidates.iter().filter(|it| it.free || !only_free);
        wanted.map(|it| (it.motion.at.x, it.motion.at.y)).collect()
    }

    /// The kinds of a car's records.
    pub fn kinds(&self, seat: usize) -> Vec<Kind> {
        self.car(seat).records.iter().map(|record| record.kind).collect()
    }

    /// The crash records of a car.
    pub fn crashes(&self, seat: usize) -> Vec<Place> {
        let records = self.car(seat).records.iter().filter(|record| record.kind == Kind::Crash);
        records.map(|record| (record.motion.at.x, record.motion.at.y)).collect()
    }

    /// The checkpoints that a car has collected.
    pub fn collected(&self, seat: usize) -> String {
        self.car(seat).collected.to_string()
    }

    pub fn end(&self) -> &Outcome {
        self.outcome.as_ref().expect("it is over")
    }
}

//! House players: simple opponents in the referee's own process.

use std::time::Instant;

use super::{Player, Reply};
use crate::game::{Expected, Seat};

/// The strategy of a house player.
pub trait House: Send {
    /// Returns the lines of its answer to the lines that it was sent.
    fn answer(&mut self, sent: &[String]) -> Vec<String>;
}

/// One kind of house player.
#[derive(Clone, Copy)]
pub struct HouseKind {
    /// Its name after the `@`.
    pub name: &'static str,
    /// What it does.
    pub help: &'static str,
    /// Makes one. The same seed and seat give the same player.
    pub make: fn(seed: u64, seat: Seat) -> Box<dyn House>,
}

/// Seats a [`House`] player. Its time is recorded but not limited, because a slow referee must not decide a game.
pub struct HousePlayer {
    name: String,
    strategy: Box<dyn House>,
    reply: Option<Reply>,
}

impl HousePlayer {
    /// A player called `name` that thinks with `strategy`.
    pub fn new(name: impl Into<String>, strategy: Box<dyn House>) -> Self {
        Self { name: name.into(), strategy, reply: None }
    }
}

impl Player for HousePlayer {
    fn name(&self) -> &str {
        &self.name
    }

    fn send(&mut self, lines: &[String], expected: Option<&Expected>) {
        let start = Instant::now();
        self.reply = expected.map(|_| {
            let lines = self.strategy.answer(lines);
            Reply::lines(lines, start.elapsed().as_micros() as u64)
        });
    }

    fn reply(&mut self) -> Option<Reply> {
        self.reply.take()
    }
}

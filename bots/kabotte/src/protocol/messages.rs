//! What the referee says, and the answers.

use std::fmt;
use std::time::Duration;

use crate::motion::Motion;
use crate::solve::Settings;
use crate::track::{Cell, Track};

/// What is said once, before the first turn.
#[derive(Clone, Debug)]
pub struct Start {
    pub seats: usize,
    /// Ours, from 0.
    pub seat: usize,
    pub title: String,
    /// The digits that have to be collected, a bit each.
    pub digits: u16,
    pub settings: Settings,
    /// Whether the cars block that still have to move in a round, too.
    pub all_block: bool,
    pub night: bool,
    /// For each answer.
    pub time: Duration,
    /// The team of each seat; empty if everybody drives alone, or if nothing is told of teams.
    pub teams: Vec<u8>,
    /// The rows of the map, as they were sent.
    pub code: String,
    pub track: Track,
}

impl Start {
    /// Whether another seat drives for our team.
    pub fn is_mate(&self, seat: usize) -> bool {
        let team = self.teams.get(seat);
        team.is_some() && team == self.teams.get(self.seat)
    }
}

/// What a record tells.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    Start,
    Move,
    Crash,
    Left,
    Parc,
}

/// What was written down for a seat.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Record {
    pub seat: usize,
    pub kind: Kind,
    pub motion: Motion,
}

/// A car as everybody sees it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Car {
    pub is_racing: bool,
    /// Whether it has moved in this round.
    pub has_moved: bool,
    /// The number of records other than crashes.
    pub moves: u16,
    /// The digits that it has collected, a bit each.
    pub collected: u16,
    /// `None` before it is placed.
    pub motion: Option<Motion>,
}

/// A move that the track and the cars leave.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Candidate {
    pub motion: Motion,
    /// Whether the special rules allow it, too.
    pub is_lawful: bool,
}

/// What is said before an answer is wanted.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Turn {
    pub round: u32,
    pub records: Vec<Record>,
    pub cars: Vec<Car>,
    pub candidates: Vec<Candidate>,
}

/// An answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Command {
    Start(Cell),
    Move(Motion),
    Leave,
}

impl fmt::Display for Command {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Command::Start(cell) => write!(f, "START {cell}"),
            Command::Move(Motion { at, vector }) => {
                write!(f, "MOVE {at} {} {}", vector.x, vector.y)
            }
            Command::Leave => write!(f, "LEAVE"),
        }
    }
}

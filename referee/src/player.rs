//! The second seam: a player is one seat, anything that answers lines.
//!
//! Nothing here blocks: [`Table`](crate::table::Table) waits for all players of a game in one place.

pub mod house;
pub mod process;
pub mod scripted;

use std::os::fd::BorrowedFd;
use std::time::Instant;

use crate::game::{Answer, Expected, Fault};
use nix::poll::PollFlags;

/// An answer with what people want to know about it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Reply {
    /// What the game gets.
    pub answer: Answer,
    /// Time from the end of the sending to the complete answer or the fault, in microseconds.
    pub micros: u64,
    /// What happened, for a fault: `exited with code 3`.
    pub detail: Option<String>,
    /// Lines on the standard error stream since the last answer.
    pub stderr: Vec<String>,
}

impl Reply {
    /// A complete answer.
    pub fn lines(lines: Vec<String>, micros: u64) -> Self {
        Self { answer: Answer { lines, fault: None }, micros, ..Self::default() }
    }

    /// A fault, with a sentence for people.
    pub fn fault(fault: Fault, detail: impl Into<String>, micros: u64) -> Self {
        let answer = Answer { lines: Vec::new(), fault: Some(fault) };
        Self { answer, micros, detail: Some(detail.into()), stderr: Vec::new() }
    }
}

/// A source of events that a player waits for.
pub struct Interest<'a> {
    /// The file.
    pub fd: BorrowedFd<'a>,
    /// The events on it.
    pub events: PollFlags,
}

/// One seat: a child process, a program in this process, a script.
pub trait Player: Send {
    /// What people call it.
    fn name(&self) -> &str;

    /// Takes lines to be sent and, if an answer is expected, begins to wait for it. Never blocks.
    fn send(&mut self, lines: &[String], expected: Option<&Expected>);

    /// The reply to the last [`send`](Player::send), once it is there. Moves what can be moved
    /// without waiting; is called again after each event and when [`wake_at`](Player::wake_at) comes.
    fn poll(&mut self) -> Option<Reply>;

    /// What the player waits for: nothing for one that answers at once.
    fn interests<'a>(&'a self, _into: &mut Vec<Interest<'a>>) {}

    /// When to call [`poll`](Player::poll) again even if nothing happens.
    fn wake_at(&self) -> Option<Instant> {
        None
    }

    /// Ends the player and everything that it started.
    fn close(&mut self) {}
}

//! The second seam: a player is one seat, anything that answers lines.
//!
//! Nothing here blocks: [`Table`](crate::table::Table) waits for all players of a game in one place.

pub mod house;
pub mod process;
pub mod scripted;
pub mod tcp;

use std::os::fd::BorrowedFd;
use std::time::Instant;

use anyhow::Result;
use nix::poll::PollFlags;

use crate::game::{Answer, Expected, Fault};

/// An answer with what people want to know about it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Reply {
    /// What the game gets.
    pub answer: Answer,
    /// Time from the end of the sending to the complete answer or the fault, in microseconds.
    pub micros: u64,
    /// Part of the time that was not the player's own, because the machine had no core for it or the
    /// referee was late; known for faults only.
    pub delay_micros: u64,
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
        Self { answer, micros, detail: Some(detail.into()), ..Self::default() }
    }
}

/// A file that a player waits for.
pub struct Interest<'a> {
    /// The player's own number for it, below 8; [`Ready`] gives it back.
    pub id: u8,
    /// The file.
    pub fd: BorrowedFd<'a>,
    /// The events on it. Its end and its errors are always reported, so a player that has had
    /// enough of a file leaves it out, or the table would never sleep.
    pub events: PollFlags,
}

/// On which of a player's [`Interest`]s something happened.
///
/// ```
/// # use referee::player::Ready;
/// let ready = Ready::default().with(2);
/// assert!(ready.has(2) && !ready.has(0));
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Ready(u8);

impl Ready {
    /// Adds the interest of number `id`.
    #[must_use]
    pub fn with(self, id: u8) -> Self {
        Self(self.0 | 1 << id)
    }

    /// Whether something happened on the interest of number `id`.
    pub fn has(self, id: u8) -> bool {
        self.0 & 1 << id != 0
    }

    /// Whether something happened at all.
    pub fn any(self) -> bool {
        self.0 != 0
    }
}

/// One seat: a child process, a program in this process, a script.
///
/// ```text
///        send ──► attend, attend, … ──► reply       while others are asked: attend
/// ```
pub trait Player: Send {
    /// What people call it.
    fn name(&self) -> &str;

    /// Takes lines to be sent and, if an answer is expected, begins to wait for it. A player that
    /// lives in this process may think here; all others never block.
    fn send(&mut self, lines: &[String], expected: Option<&Expected>);

    /// The reply to the last [`send`](Player::send), once, as soon as it is there.
    fn reply(&mut self) -> Option<Reply>;

    /// What the player waits for, asked or not: nothing for one that answers at once.
    fn interests<'a>(&'a self, _into: &mut Vec<Interest<'a>>) {}

    /// When the player wants to be attended to even if nothing happens.
    fn wake_at(&self) -> Option<Instant> {
        None
    }

    /// Moves what can be moved without waiting. Is called, asked or not, when something happened
    /// on one of the [`interests`](Player::interests) or [`wake_at`](Player::wake_at) has come;
    /// `now` is the moment at which the table saw it, the same for all players.
    ///
    /// # Errors
    /// The referee's own trouble, never the player's: the game is void.
    fn attend(&mut self, _now: Instant, _ready: Ready) -> Result<()> {
        Ok(())
    }

    /// Ends a player that failed to answer. A program is ended at once; who sits at the other end of
    /// a connection can still be sent its last lines.
    fn end_after_fault(&mut self) {
        self.close();
    }

    /// Begins to end the player and everything that it started, without waiting for it.
    fn begin_close(&mut self) {}

    /// Ends the player and everything that it started, and returns when they are gone. May be
    /// called again.
    fn close(&mut self) {}
}

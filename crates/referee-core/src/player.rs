//! A player is one seat: anything that answers lines.
//!
//! Nothing here blocks: [`Table`](crate::table::Table) waits for all players of a game in one place.

pub mod house;
pub mod kind;
pub mod process;
pub mod protections;
pub mod scripted;
pub mod tcp;

use std::time::{Duration, Instant};

use anyhow::Result;

use crate::game::{Answer, Expected, Fault};
use crate::system::Source;

/// An answer with its time and other facts for the recording.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Reply {
    /// What the game gets.
    pub answer: Answer,
    /// Time from the end of the sending to the complete answer or the fault, in microseconds.
    pub micros: u64,
    /// The part of `micros` for which the player is not to blame, because it had no core or the referee woke up late.
    /// Measured only for faults and late answers.
    pub delay_micros: u64,
    /// How many microseconds after the limit the answer came. It counts, because the machine was to blame.
    pub late_micros: u64,
    /// Whether the machine may be to blame for the fault, a timeout.
    pub overloaded: bool,
    /// Whether a signal that the referee did not send may have caused the fault: it ended the program, or stopped it
    /// while its answer was awaited. The referee cannot know who sent it: the program itself, its opponent by way of a
    /// service, or the user.
    pub signalled: bool,
    /// A sentence about the fault, such as `exited with code 3`.
    pub detail: Option<String>,
    /// Lines on standard error since the last answer.
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
    /// The player's own number for the file, below 8. [`Ready`] refers to it.
    pub id: u8,
    /// What to wait for. The end and the errors of a file are always reported. So a player must leave
    /// out a file that it no longer reads, or the table would never sleep.
    pub source: Source<'a>,
}

/// On which of a player's [`Interest`]s something happened.
///
/// ```
/// # use referee_core::player::Ready;
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

    /// Whether something happened on any interest.
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
    /// Its name in recordings and messages.
    fn name(&self) -> &str;

    /// The active isolation measures, as words for the recording; `None` for a player without a process.
    fn in_force(&self) -> Option<String> {
        None
    }

    /// Takes lines to be sent and, if an answer is expected, begins to wait for it. A player that
    /// runs in this process may think here; all others never block.
    fn send(&mut self, lines: &[String], expected: Option<&Expected>);

    /// How much time it has where the game gives `time`; `None` for any time. The limits of a program may be scaled.
    fn scaled(&self, time: Duration) -> Option<Duration> {
        Some(time)
    }

    /// Takes the reply to the last [`send`](Player::send), if it is complete.
    fn reply(&mut self) -> Option<Reply>;

    /// Takes a complete line that it has written beyond its last answer, if one has been read. Whoever reads a program
    /// line by line is spared the cost of an answer for each.
    fn next_line(&mut self) -> Option<String> {
        None
    }

    /// Adds the files that the player waits for, whether or not it was asked. A player that answers at once adds
    /// nothing.
    fn interests<'a>(&'a self, _into: &mut Vec<Interest<'a>>) {}

    /// When to call [`attend`](Player::attend) at the latest.
    fn wake_at(&self) -> Option<Instant> {
        None
    }

    /// Reads and writes what can be read and written without waiting. It is called, asked or not,
    /// when something has happened on one of the [`interests`](Player::interests), or when
    /// [`wake_at`](Player::wake_at) has come. `now` is when the table saw that; it is the same for
    /// all players.
    ///
    /// # Errors
    /// An error of the referee, never of the player: the game is void.
    fn attend(&mut self, _now: Instant, _ready: Ready) -> Result<()> {
        Ok(())
    }

    /// Whether all its threads sleep at this moment, usually because it waits for input.
    fn is_at_rest(&self) -> bool {
        true
    }

    /// At the end of a game: what the player has written to standard error since its last answer. Waits for a short
    /// time for output that the player is still writing.
    fn last_words(&mut self) -> Vec<String> {
        Vec::new()
    }

    /// Ends a player after a fault. A program is ended at once; a TCP client can still be sent its last lines.
    fn end_after_fault(&mut self) {
        self.close();
    }

    /// Begins to end the player and everything that it started, without waiting for it.
    fn begin_close(&mut self) {}

    /// Ends the player and everything that it started, and returns when they have ended. May be
    /// called again.
    fn close(&mut self) {}
}

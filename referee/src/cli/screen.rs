//! The board in the terminal while a game is played.

use std::io::{self, Write};
use std::thread;
use std::time::{Duration, Instant};

use crate::game::Game;

/// Draws each position over the last one.
pub(super) struct Screen {
    /// Least time that a position stays, so that quick bots can be watched.
    pace: Duration,
    last: Option<Instant>,
    height: usize,
}

impl Screen {
    pub fn new(pace: Duration) -> Self {
        Self { pace, last: None, height: 0 }
    }

    pub fn show(&mut self, game: &dyn Game) -> io::Result<()> {
        if let Some(last) = self.last {
            thread::sleep(self.pace.saturating_sub(last.elapsed()));
        }
        self.last = Some(Instant::now());
        let picture = game.draw();
        let mut out = anstream::stdout().lock();
        if self.height > 0 {
            // Up to the first line of the last picture, and clear all below.
            write!(out, "\x1b[{}A\x1b[J", self.height)?;
        }
        self.height = picture.lines().count();
        write!(out, "{picture}")?;
        out.flush()
    }
}

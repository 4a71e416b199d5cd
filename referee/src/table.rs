//! The table: the players around a game, and the one place that waits for them.
//!
//! One loop over the players' files instead of threads for each: an answer costs one wake-up, and
//! the output of players who are not asked is drained all the while.

use std::time::Instant;

use anyhow::{Context, Result};
use nix::errno::Errno;
use nix::poll::{PollFd, PollTimeout, poll};

use crate::game::{Request, Seat};
use crate::player::{Interest, Player, Reply};

/// The players of one game, by seat.
pub struct Table {
    players: Vec<Box<dyn Player>>,
}

impl Table {
    /// Seats the players in order.
    pub fn new(players: Vec<Box<dyn Player>>) -> Self {
        Self { players }
    }

    /// What the players are called, by seat.
    pub fn names(&self) -> Vec<String> {
        self.players.iter().map(|player| player.name().to_owned()).collect()
    }

    /// Sends the requests and waits for all replies, which come in the order of the requests.
    /// A request that expects nothing gets an empty reply. A player with a fault is closed.
    ///
    /// # Errors
    /// The operating system refused to wait: the game is void.
    pub fn ask(&mut self, requests: &[Request]) -> Result<Vec<Reply>> {
        let mut replies: Vec<Option<Reply>> = vec![None; requests.len()];
        for (request, reply) in requests.iter().zip(&mut replies) {
            self.players[request.seat.0].send(&request.lines, request.expected.as_ref());
            if request.expected.is_none() {
                *reply = Some(Reply::default());
            }
        }
        loop {
            for (request, reply) in requests.iter().zip(&mut replies) {
                if reply.is_none() {
                    *reply = self.players[request.seat.0].poll();
                }
            }
            if replies.iter().all(Option::is_some) {
                break;
            }
            self.wait()?;
        }
        let replies: Vec<Reply> = replies.into_iter().flatten().collect();
        for (request, reply) in requests.iter().zip(&replies) {
            if reply.answer.fault.is_some() {
                self.close(request.seat);
            }
        }
        Ok(replies)
    }

    /// Ends one player.
    pub fn close(&mut self, seat: Seat) {
        self.players[seat.0].close();
    }

    /// Sleeps until a player has something to do.
    fn wait(&mut self) -> Result<()> {
        let mut interests: Vec<Interest<'_>> = Vec::new();
        for player in &self.players {
            player.interests(&mut interests);
        }
        let mut fds: Vec<PollFd<'_>> =
            interests.iter().map(|it| PollFd::new(it.fd, it.events)).collect();
        let timeout = match self.players.iter().filter_map(|player| player.wake_at()).min() {
            None => PollTimeout::NONE,
            Some(at) => {
                // Rounded up, so that the deadline has passed when the wait is over.
                let micros = at.saturating_duration_since(Instant::now()).as_micros();
                PollTimeout::try_from(micros.div_ceil(1000)).unwrap_or(PollTimeout::MAX)
            }
        };
        match poll(&mut fds, timeout) {
            Ok(_) | Err(Errno::EINTR) => Ok(()),
            Err(errno) => Err(errno).context("cannot wait for the players"),
        }
    }
}

impl Drop for Table {
    fn drop(&mut self) {
        for player in &mut self.players {
            player.close();
        }
    }
}

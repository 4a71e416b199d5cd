//! A game that is played while it is watched.

use std::io;
use std::sync::mpsc::{Receiver, SyncSender, sync_channel};
use std::thread::{self, JoinHandle};

use super::screen::watch;
use super::shot::{Line, Shot, lines};
use super::viewer::Viewer;
use crate::game::Game;
use crate::recording::Exchange;

/// A game that is played while it is watched: the game waits with each position until the user wants to see
/// it, and no player's clock runs meanwhile.
pub struct LiveView {
    /// `None` when the user has left; the game goes on alone.
    shots: Option<SyncSender<Shot>>,
    screen: JoinHandle<io::Result<()>>,
    said: Vec<Line>,
    measured: Vec<f64>,
}

impl LiveView {
    /// Shows a game with this title and these players from now on.
    pub fn start(title: String, players: Vec<String>) -> Self {
        // The game waits in `moved` until the viewer takes the position.
        let (sender, receiver): (_, Receiver<Shot>) = sync_channel(0);
        let viewer = Viewer::new(title, players, Vec::new(), false);
        let screen = thread::spawn(move || watch(viewer, Some(&receiver)));
        Self { shots: Some(sender), screen, said: Vec::new(), measured: Vec::new() }
    }

    /// A seat has answered.
    pub fn exchange(&mut self, exchange: &Exchange) {
        self.said.extend(lines(exchange));
    }

    /// The game has moved on.
    pub fn moved(&mut self, game: &dyn Game) {
        let said = std::mem::take(&mut self.said);
        let Some(shots) = &self.shots else { return };
        if shots.send(Shot::of(game, said, &mut self.measured)).is_err() {
            self.shots = None;
        }
    }

    /// The game is over: waits until the user leaves.
    ///
    /// # Errors
    /// The terminal could not be drawn on.
    pub fn end(self) -> io::Result<()> {
        drop(self.shots);
        self.screen.join().unwrap_or_else(|_| Err(io::Error::other("the view has failed")))
    }
}

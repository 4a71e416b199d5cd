//! A game that is watched while it is played.

use std::io;
use std::sync::mpsc::{Receiver, SyncSender, sync_channel};
use std::thread::{self, JoinHandle};

use super::screen::watch;
use super::shot::{Line, Shot, lines};
use super::viewer::{Verdict, Viewer};
use crate::game::Game;
use crate::recording::Exchange;
use crate::terminal::harmless;

/// A game that is watched while it is played. The game waits with each position until the user wants to see it; no
/// player's clock runs during that time.
pub struct LiveView {
    /// `None` after the user has quit; the game continues without a view.
    shots: Option<SyncSender<Shot>>,
    screen: JoinHandle<io::Result<()>>,
    said: Vec<Line>,
    measured: Vec<f64>,
    verdict: Verdict,
}

impl LiveView {
    /// Opens the view of a game with this title and these players.
    pub fn start(title: String, players: Vec<String>) -> Self {
        // The game waits in `moved` until the viewer takes the position.
        let (sender, receiver): (_, Receiver<Shot>) = sync_channel(0);
        let viewer = Viewer::new(title, players, Vec::new(), false);
        let verdict = viewer.verdict();
        let screen = thread::spawn(move || watch(viewer, Some(&receiver)));
        Self { shots: Some(sender), screen, said: Vec::new(), measured: Vec::new(), verdict }
    }

    /// Takes an exchange; it is shown with the next position.
    pub fn exchange(&mut self, exchange: &Exchange) {
        self.said.extend(lines(exchange));
    }

    /// Shows the next position, and waits until the viewer takes it.
    pub fn moved(&mut self, game: &dyn Game) {
        let said = std::mem::take(&mut self.said);
        let Some(shots) = &self.shots else { return };
        if shots.send(Shot::of(game, said, &mut self.measured)).is_err() {
            self.shots = None;
        }
    }

    /// Shows who has won, and waits until the user quits.
    ///
    /// # Errors
    /// If the terminal could not be used.
    pub fn end(self, verdict: &str) -> io::Result<()> {
        let _ = self.verdict.set(harmless(verdict).into_owned());
        drop(self.shots);
        self.screen.join().unwrap_or_else(|_| Err(io::Error::other("the view failed")))
    }
}

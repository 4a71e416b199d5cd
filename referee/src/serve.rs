//! A server: clients connect over TCP, games are played, each is recorded.
//!
//! ```text
//! connections ──► lobby: first line, waiting ──► games, each on a thread of its own ──► recordings
//! ```

mod lobby;
mod service;
mod session;

use std::io;
use std::net::SocketAddr;
use std::sync::mpsc::{self, Receiver, Sender};
use std::thread;

use anyhow::{Context, Result};

use crate::play::play;
use crate::player::Player;
use crate::recording::{Header, Recorder};
use crate::setup::Setup;
use crate::table::Table;

pub use lobby::{Client, FIRST_LINE_BYTES, FIRST_LINE_TIME, Lobby, MOST_WAITING};
pub use service::{Mode, Played, Report, Service};
pub use session::Session;

/// Most games that are played at the same time. Further clients wait.
pub const MOST_GAMES: usize = 32;

impl Service {
    /// Serves until all games are played.
    ///
    /// # Errors
    /// The address cannot be listened on, or the operating system fails. What goes wrong with one
    /// game or one client is reported and ends nothing else.
    pub fn run(&self, address: SocketAddr, report: &Sender<Report>) -> Result<()> {
        let lobby = Lobby::listen(address, self.contest.about().tcp.first_line)
            .with_context(|| format!("cannot listen on {address}"))?;
        let _ = report.send(Report::Listens(lobby.address()?));
        match self.mode {
            Mode::One(clients) => self.rooms(lobby, clients, Some(1), report),
            Mode::Every(clients) => self.rooms(lobby, clients, self.games, report),
            Mode::Continuous => self.continuous(lobby, report),
        }
    }

    /// Games of a fixed number of clients.
    fn rooms(
        &self,
        mut lobby: Lobby,
        clients: usize,
        games: Option<u64>,
        report: &Sender<Report>,
    ) -> Result<()> {
        let (done, ended) = mpsc::channel();
        let mut running = 0;
        for number in 0.. {
            if games.is_some_and(|games| number >= games) {
                break;
            }
            if running == MOST_GAMES {
                wait_for_one(&ended, &mut running);
            }
            let clients = lobby.gather(clients).context("cannot wait for clients")?;
            let service = self.numbered(number);
            let (report, done) = (report.clone(), done.clone());
            running += 1;
            thread::spawn(move || {
                let _ =
                    report.send(service.room(clients).map_or_else(Report::Void, Report::Played));
                let _ = done.send(());
            });
            running -= ended.try_iter().count();
        }
        // No client is accepted while the last games are played.
        drop(lobby);
        while running > 0 {
            wait_for_one(&ended, &mut running);
        }
        Ok(())
    }

    /// One game of these clients.
    fn room(&self, clients: Vec<Client>) -> Result<Played> {
        let setup = Setup { seats: clients.len(), ..self.setup.clone() };
        let mut game = self.contest.start(&setup)?;
        let players: io::Result<Vec<Box<dyn Player>>> =
            clients.into_iter().map(|client| Ok(Box::new(client.into_player()?) as _)).collect();
        let mut table = Table::new(players.context("cannot seat a client")?);
        let names = table.names();
        let header = Header::new(self.contest.key(), &setup, names.clone());
        let mut recorder = Recorder::create_new(&self.stem(&setup), &header)
            .with_context(|| self.no_recording())?;
        let outcome = play(game.as_mut(), &mut table, &mut recorder)?;
        drop(table);
        let recording = recorder.result(&outcome).with_context(|| self.no_recording())?;
        Ok(Played { names, outcome, recording })
    }

    /// Games that clients join.
    fn continuous(&self, mut lobby: Lobby, report: &Sender<Report>) -> Result<()> {
        let (sender, arrivals) = mpsc::channel();
        let door = thread::spawn(move || -> io::Result<()> {
            loop {
                for client in lobby.gather(1)? {
                    if sender.send(client).is_err() {
                        return Ok(());
                    }
                }
            }
        });
        for number in 0.. {
            if self.games.is_some_and(|games| number >= games) {
                return Ok(());
            }
            let Ok(first) = arrivals.recv() else { break };
            let played = Session::new(&self.numbered(number))
                .and_then(|session| session.play(first, &arrivals));
            let _ = report.send(played.map_or_else(Report::Void, Report::Played));
        }
        match door.join() {
            Ok(Err(error)) => Err(error).context("cannot wait for clients"),
            _ => Ok(()),
        }
    }
}

fn wait_for_one(ended: &Receiver<()>, running: &mut usize) {
    if ended.recv().is_ok() {
        *running -= 1;
    }
}

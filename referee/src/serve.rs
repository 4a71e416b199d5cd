//! A server: clients connect over TCP, games are played, each is recorded.
//!
//! ```text
//! connections ──► lobby: first line, waiting ──► games, each on a thread of its own ──► recordings
//! ```

mod lobby;
mod session;

use std::io;
use std::net::SocketAddr;
use std::path::{Path, PathBuf};
use std::sync::mpsc::{self, Receiver, Sender};
use std::thread;

use anyhow::{Context, Result};

use crate::contest::Contest;
use crate::game::{Outcome, Seat};
use crate::play::play;
use crate::player::Player;
use crate::player::tcp::TcpPlayer;
use crate::recording::{Header, Recorder};
use crate::setup::Setup;
use crate::table::Table;

pub use lobby::{Client, FIRST_LINE_BYTES, FIRST_LINE_TIME, Lobby, MOST_WAITING};
pub use session::Session;

/// Most games that are played at the same time. Further clients wait.
pub const MOST_GAMES: usize = 32;

/// Which games are played.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Mode {
    /// One game with this many clients.
    One(usize),
    /// A new game each time this many clients have come.
    Every(usize),
    /// Clients join a running game. When it is over, the next one begins.
    Continuous,
}

/// What is served.
#[derive(Clone)]
pub struct Service {
    /// The contest.
    pub contest: &'static dyn Contest,
    /// The options of all games.
    pub setup: Setup,
    /// The seed of the first game; the next ones have the seeds after it.
    pub seed: u64,
    /// Which games are played.
    pub mode: Mode,
    /// The folder of the recordings.
    pub folder: PathBuf,
    /// How many games are played; `None` for any number.
    pub games: Option<u64>,
}

/// What the server reports.
#[derive(Debug)]
pub enum Report {
    /// It listens.
    Listens(SocketAddr),
    /// A game has ended.
    Played(Played),
    /// A game is void.
    Void(anyhow::Error),
}

/// A game that has ended.
#[derive(Debug)]
pub struct Played {
    /// The clients by seat.
    pub names: Vec<String>,
    /// How it ended.
    pub outcome: Outcome,
    /// The recording.
    pub recording: PathBuf,
}

impl Service {
    /// Serves until all games are played.
    ///
    /// # Errors
    /// The address cannot be listened on, or the operating system fails. What goes wrong with one
    /// game or one client is reported and ends nothing else.
    pub fn run(&self, address: SocketAddr, report: &Sender<Report>) -> Result<()> {
        let lobby = Lobby::listen(address, self.contest.about().tcp.first_line)
            .with_context(|| format!("cannot listen on {address}; choose another port"))?;
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

    /// The same service for its game of that number.
    fn numbered(&self, number: u64) -> Self {
        let seed = self.seed.wrapping_add(number).to_string();
        Self { setup: Setup { seed, ..self.setup.clone() }, ..self.clone() }
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

    fn stem(&self, setup: &Setup) -> PathBuf {
        self.folder.join(format!("{}-{}", self.contest.key(), setup.seed))
    }

    fn no_recording(&self) -> String {
        format!("cannot write a recording to {}; choose with --record", self.folder.display())
    }
}

fn wait_for_one(ended: &Receiver<()>, running: &mut usize) {
    if ended.recv().is_ok() {
        *running -= 1;
    }
}

impl Played {
    /// The points of each client, with the cause if it was disqualified: `first 35, second 0 (timeout)`.
    pub fn summary(&self) -> String {
        let part = |(seat, name): (usize, &String)| {
            let out = self.outcome.thrown_out.iter().find(|out| out.seat == Seat(seat));
            let out = out.map_or(String::new(), |out| format!(" ({})", out.kind()));
            format!("{name} {}{out}", self.outcome.scores.get(seat).copied().unwrap_or(0))
        };
        self.names.iter().enumerate().map(part).collect::<Vec<_>>().join(", ")
    }

    /// The path of the recording.
    pub fn recording(&self) -> &Path {
        &self.recording
    }
}

impl Client {
    /// Brings the client to a seat.
    ///
    /// # Errors
    /// The operating system refuses.
    pub fn into_player(self) -> io::Result<TcpPlayer> {
        TcpPlayer::new(self.name, self.stream, &self.received, 1.0)
    }
}

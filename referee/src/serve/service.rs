//! What is served, and what a server reports.

use std::net::SocketAddr;
use std::path::{Path, PathBuf};

use crate::contest::Contest;
use crate::game::{Outcome, Seat};
use crate::setup::Setup;

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
    /// The same service for its game of that number.
    pub(super) fn numbered(&self, number: u64) -> Self {
        let seed = self.seed.wrapping_add(number).to_string();
        Self { setup: Setup { seed, ..self.setup.clone() }, ..self.clone() }
    }

    /// The path of a recording without its extension.
    pub(super) fn stem(&self, setup: &Setup) -> PathBuf {
        self.folder.join(format!("{}-{}", self.contest.key(), setup.seed))
    }

    /// The error about a recording that cannot be written.
    pub(super) fn no_recording(&self) -> String {
        format!("cannot write a recording to {}; choose with --record", self.folder.display())
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

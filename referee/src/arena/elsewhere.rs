//! Games that are played on other machines.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::sync::atomic::AtomicBool;
use std::sync::{Arc, Mutex, PoisonError};

use anyhow::Result;

use super::finished_game::FinishedGame;
use super::jobs::Jobs;
use super::log::{BotProgram, LogHeader};
use super::progress::Progress;

/// A game that was played.
pub struct Played {
    /// Its seed.
    pub seed: String,
    /// Names of the bots by seat.
    pub bots: Vec<String>,
    /// The game, or why it is void.
    pub result: Result<FinishedGame>,
}

/// Receives each game. It returns the way in which the run ends, if it ends with this game.
pub type Take<'a> = dyn FnMut(Played) -> Result<Option<Progress>> + 'a;

/// What other machines have to know of a run.
pub struct RunElsewhere<'a> {
    /// The conditions of its games.
    pub header: LogHeader,
    /// The bots.
    pub bots: Vec<BotProgram>,
    /// The bot whose lost games `--keep losses` keeps.
    pub hero: &'a str,
    /// Nodes a second of the bots on this machine, by which time limits elsewhere are scaled; `None` if limits are not
    /// scaled.
    pub speeds: Option<BTreeMap<String, u64>>,
    /// The files of the bots.
    pub files: Vec<PathBuf>,
    /// The log.
    pub log: &'a Path,
    /// Cores that the games of a task use at the same time.
    pub cores: usize,
    /// Flags that are set from outside to end the run.
    pub stop: [&'a AtomicBool; 2],
}

/// A line about a run on other machines, which changes during the run.
#[derive(Clone, Debug, Default)]
pub struct News(Arc<Mutex<String>>);

impl News {
    /// The line; empty if there is nothing to say.
    pub fn line(&self) -> String {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }

    /// Changes it.
    pub fn set(&self, line: String) {
        *self.0.lock().unwrap_or_else(PoisonError::into_inner) = line;
    }
}

/// Plays games on other machines.
pub trait Elsewhere {
    /// What is known of the other machines while games are played there.
    fn news(&self) -> News;

    /// Plays jobs and hands over the games in the order of the jobs, until `take` ends the run or no job is left. A
    /// sequential test that sees games in this order does not see short games earlier than long ones.
    ///
    /// # Errors
    /// Those of `take`, or if the other machines cannot play.
    fn play(&self, run: &RunElsewhere<'_>, jobs: Jobs, take: &mut Take<'_>) -> Result<Progress>;
}

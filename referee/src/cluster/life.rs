//! Signs of life of a task.

use std::path::{Path, PathBuf};
use std::process;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::mpsc::{self, RecvTimeoutError, Sender};
use std::thread::{self, JoinHandle};
use std::time::Duration;

use serde::{Deserialize, Serialize};

use super::folder::write_whole;
use super::machine;
use crate::ordinary;

/// Time between two signs of life.
pub const EVERY: Duration = Duration::from_secs(5);

/// A sign of life: each one differs from the one before it.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Sign {
    /// The machine.
    pub host: String,
    /// The number of the process.
    pub process: u32,
    /// Number of this sign.
    pub number: u64,
    /// Finished games.
    pub games: usize,
}

impl Sign {
    /// Reads a sign; `None` if there is none.
    pub fn read(path: &Path) -> Option<Self> {
        serde_json::from_slice(&ordinary::read(path).ok()?).ok()
    }
}

/// Gives signs of life until it is dropped.
pub struct Life {
    games: Arc<AtomicUsize>,
    stop: Option<Sender<()>>,
    thread: Option<JoinHandle<()>>,
}

impl Life {
    /// Begins to give signs in a file.
    pub fn begin(path: PathBuf) -> Self {
        let games = Arc::new(AtomicUsize::new(0));
        let (stop, stopped) = mpsc::channel::<()>();
        let counted = Arc::clone(&games);
        let thread = thread::spawn(move || {
            for number in 0.. {
                let games = counted.load(Ordering::Relaxed);
                let host = machine::name().to_owned();
                let sign = Sign { host, process: process::id(), number, games };
                // A sign that cannot be written is one that is missing.
                let _ = serde_json::to_vec(&sign).map(|text| write_whole(&path, &text));
                if stopped.recv_timeout(EVERY) != Err(RecvTimeoutError::Timeout) {
                    break;
                }
            }
        });
        Self { games, stop: Some(stop), thread: Some(thread) }
    }

    /// Another game has ended.
    pub fn played(&self) {
        self.games.fetch_add(1, Ordering::Relaxed);
    }
}

impl Drop for Life {
    fn drop(&mut self) {
        self.stop = None;
        if let Some(thread) = self.thread.take() {
            let _ = thread.join();
        }
    }
}

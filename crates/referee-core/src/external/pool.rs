//! Referee processes that play many games.
//!
//! A referee may keep state between games, so a process is used again only after a proof: ten games are played in a
//! fresh process each; then one process gets the same ten setups and answers, and must send the same lines and scores.
//! The result is kept in the file `.botyard/reuse.json` beside the contest file.

use std::fs::{self, OpenOptions};
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::sync::{Mutex, MutexGuard, PoisonError};

use gridkit::hash::Fnv1a;
use serde::{Deserialize, Serialize};

use super::host::Host;
use crate::ordinary;

/// The number of games of a proof.
const GAMES: usize = 10;

/// The processes of one contest. `S` is what a proof needs of a game.
pub(super) struct Pool<S> {
    idle: Mutex<Vec<(Option<String>, Host)>>,
    proof: Mutex<Proof<S>>,
    /// Where the result of the proof is kept.
    file: PathBuf,
    /// A hash of the referee's command line.
    referee: u64,
}

/// The state of the proof that a process can be used again.
enum Proof<S> {
    /// Nobody asked for it, or it failed.
    No,
    /// Games are collected.
    Begun(Vec<S>),
    /// The games are compared.
    Deciding,
    /// A process can be used again.
    Yes,
}

/// The kept result of a proof.
#[derive(Serialize, Deserialize)]
struct Kept {
    /// A hash of the referee's command line.
    referee: u64,
    /// The number of games that were compared.
    games: usize,
    /// What differed; `None` if all games were equal.
    differs: Option<String>,
}

impl<S> Pool<S> {
    /// The processes of a contest, whose file is in `folder`. `words` identify the referee; without them each process plays
    /// one game.
    pub(super) fn new(folder: &Path, words: Option<&str>) -> Self {
        let file = folder.join(".botyard").join("reuse.json");
        let referee = Fnv1a::of(words.unwrap_or_default().as_bytes());
        let kept = kept(&file).filter(|kept| kept.referee == referee);
        let proof = match kept {
            _ if words.is_none() => Proof::No,
            None => Proof::Begun(Vec::new()),
            Some(Kept { differs: None, .. }) => Proof::Yes,
            Some(Kept { differs: Some(_), .. }) => Proof::No,
        };
        Self { idle: Mutex::default(), proof: Mutex::new(proof), file, referee }
    }

    /// An idle process for a league.
    pub(super) fn take(&self, league: Option<&str>) -> Option<Host> {
        let mut idle = lock(&self.idle);
        let at = idle.iter().position(|(of, _)| of.as_deref() == league)?;
        Some(idle.swap_remove(at).1)
    }

    /// Whether it is proven that a process can be used again.
    pub(super) fn is_proven(&self) -> bool {
        matches!(*lock(&self.proof), Proof::Yes)
    }

    /// Takes back a process that can play another game.
    pub(super) fn give(&self, league: Option<&str>, host: Host) {
        lock(&self.idle).push((league.map(str::to_owned), host));
    }

    /// Adds a game to the proof, if one is wanted. Returns the games of the proof once there are enough; the caller then
    /// decides.
    pub(super) fn collect(&self, sample: S) -> Option<Vec<S>> {
        let mut proof = lock(&self.proof);
        let Proof::Begun(samples) = &mut *proof else { return None };
        samples.push(sample);
        if samples.len() < GAMES {
            return None;
        }
        let samples = std::mem::take(samples);
        *proof = Proof::Deciding;
        Some(samples)
    }

    /// Ends the proof, by the first difference in `games` games, and keeps the result.
    ///
    /// # Errors
    /// If the result cannot be written. It counts for this run all the same.
    pub(super) fn decide(&self, games: usize, differs: Option<String>) -> io::Result<()> {
        *lock(&self.proof) = if differs.is_none() { Proof::Yes } else { Proof::No };
        keep(&self.file, &Kept { referee: self.referee, games, differs })
    }

    /// The file with the result.
    pub(super) fn file(&self) -> &Path {
        &self.file
    }
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

fn kept(file: &Path) -> Option<Kept> {
    serde_json::from_slice(&ordinary::read(file).ok()?).ok()
}

fn keep(file: &Path, kept: &Kept) -> io::Result<()> {
    file.parent().map_or(Ok(()), fs::create_dir_all)?;
    let mut options = OpenOptions::new();
    let mut opened = ordinary::open(file, options.write(true).create(true).truncate(true))?;
    opened.write_all((serde_json::to_string(kept)? + "\n").as_bytes())
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A pipe is refused in the same way: nobody ever reads from it, so writing would never begin.
    #[test]
    fn only_an_ordinary_file_takes_the_result() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("reuse.json");
        fs::create_dir(&file).unwrap();
        assert!(kept(&file).is_none());
        let error = keep(&file, &Kept { referee: 1, games: 10, differs: None }).unwrap_err();
        assert!(error.to_string().contains("not an ordinary file"), "{error}");
        fs::remove_dir(&file).unwrap();
        keep(&file, &Kept { referee: 1, games: 10, differs: None }).unwrap();
        assert_eq!(kept(&file).map(|it| it.games), Some(10));
    }
}

//! Referee processes that play many games.
//!
//! A referee may keep state between games, so a process is used again only after a proof: ten games are played in a
//! fresh process each; then one process gets the same ten setups and answers, and must send the same lines and scores.
//! The result is kept in the file `.botyard/reuse.json` beside the contest file.

use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::{fs, io};

use gridkit::hash::Fnv1a;
use serde::{Deserialize, Serialize};

use super::codingame::{CodingameGame, CodingameSetup};
use super::contest::Rules;
use super::host::Host;
use super::proof::{Transcript, prove};
use crate::tell;
use crate::terminal::harmless;

/// The number of games of a proof.
const GAMES: usize = 10;

/// The processes of one contest.
pub(super) struct Pool {
    idle: Mutex<Vec<(Option<String>, Host)>>,
    proof: Mutex<Proof>,
    /// Where the result of the proof is kept.
    file: PathBuf,
    /// A hash of the referee's command line.
    referee: u64,
}

/// The state of the proof that a process can be used again.
enum Proof {
    /// Nobody asked for it, or it failed.
    No,
    /// Games are collected.
    Begun(Vec<(CodingameSetup, Transcript)>),
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

impl Pool {
    /// The processes of a contest. `reuse` says whether they may play many games, `folder` is that of the contest
    /// file, `words` identify the referee.
    pub(super) fn new(reuse: bool, folder: &Path, words: &str) -> Self {
        let file = folder.join(".botyard").join("reuse.json");
        let referee = Fnv1a::of(words.as_bytes());
        let kept = kept(&file).filter(|kept| kept.referee == referee);
        let proof = match kept {
            _ if !reuse => Proof::No,
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

    /// A game is over: its process waits for the next one, or the game is used for the proof.
    pub(super) fn finished(&self, rules: &Arc<Rules>, game: &mut CodingameGame) {
        let games = {
            let mut proof = lock(&self.proof);
            match &mut *proof {
                Proof::No => return,
                Proof::Yes => {
                    let league = game.league().map(str::to_owned);
                    let host = game.take_host();
                    return lock(&self.idle).extend(host.map(|host| (league, host)));
                }
                Proof::Begun(games) => {
                    if game.transcript().is_complete() {
                        games.push((game.setup().clone(), game.transcript().clone()));
                    }
                    if games.len() < GAMES {
                        return;
                    }
                    std::mem::take(games)
                }
            }
        };
        // The next games begin to collect again until the result is there.
        let league = games[0].0.league().map(str::to_owned);
        let same: Vec<_> =
            games.into_iter().filter(|(setup, _)| setup.league() == league.as_deref()).collect();
        let differs = prove(rules, league.as_deref(), &same).err();
        match &differs {
            None => tell!(
                "{} games in one process equal those in fresh ones: from now on processes are used again",
                same.len()
            ),
            Some(what) => tell!(
                "the referee program cannot play a second game in the same process, so each game has its own: {}",
                harmless(what)
            ),
        }
        let kept = Kept { referee: self.referee, games: same.len(), differs };
        let result = if kept.differs.is_none() { Proof::Yes } else { Proof::No };
        if let Err(error) = keep(&self.file, &kept) {
            tell!("cannot keep this result in {}: {error}", self.file.display());
        }
        *lock(&self.proof) = result;
    }
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

fn kept(file: &Path) -> Option<Kept> {
    serde_json::from_str(&fs::read_to_string(file).ok()?).ok()
}

fn keep(file: &Path, kept: &Kept) -> io::Result<()> {
    file.parent().map_or(Ok(()), fs::create_dir_all)?;
    fs::write(file, serde_json::to_string(kept)? + "\n")
}

//! A log as it was when a game was added: see [`SoFar`].

use super::games::{GameEntry, Log};
use crate::arena::logged::Logged;

/// The lines of a log up to one of them. A unit of games counts when its last game is added. So what a run found after
/// each game is found again in its log.
#[derive(Clone, Copy)]
pub struct SoFar<'a> {
    log: &'a Log,
    line: usize,
}

impl<'a> SoFar<'a> {
    /// The game of this seed and these bots by seat, if it was there and counts.
    pub fn game(self, seed: &str, bots: &[String]) -> Option<&'a Logged> {
        let entry = self.log.entry_of(seed, bots).filter(|entry| entry.line <= self.line)?;
        Some(&entry.game).filter(|game| game.is_decided())
    }
}

impl Log {
    /// All lines.
    pub fn so_far(&self) -> SoFar<'_> {
        SoFar { log: self, line: usize::MAX }
    }

    /// The games that count in the order of their lines, each with the log up to it. A game that was played again is at
    /// its last line.
    pub fn as_played(&self) -> impl Iterator<Item = (SoFar<'_>, &Logged)> {
        let mut entries: Vec<&GameEntry> = self.entries.iter().collect();
        if !entries.is_sorted_by_key(|entry| entry.line) {
            entries.sort_by_key(|entry| entry.line);
        }
        let decided = entries.into_iter().filter(|entry| entry.game.is_decided());
        decided.map(|entry| (SoFar { log: self, line: entry.line }, &entry.game))
    }
}

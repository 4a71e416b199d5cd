//! How the games of a run are played, whichever bots take part.

use std::num::NonZero;
use std::path::{Path, PathBuf};
use std::sync::atomic::AtomicBool;
use std::thread;

use gridkit::hash::Fnv1a;
use serde_json::{Map, Value};

use super::cores::CorePlan;
use super::entrants::Entrants;
use super::file_name::file_name;
use super::keep::Keep;
use super::log::{Log, LogError, LogHeader};
use super::seeds::Seeds;
use crate::clocks::Clocks;
use crate::contest::Contest;

/// How the games of a run are played, whichever bots take part.
pub struct RunSettings {
    /// The contest.
    pub contest: &'static dyn Contest,
    /// All of its options by name.
    pub options: Map<String, Value>,
    /// Which seeds are played.
    pub seeds: Seeds,
    /// How the time of each bot is measured.
    pub clocks: Clocks,
    /// Which cores each program has for itself; `None` if they share all.
    pub cores: Option<CorePlan>,
    /// Whether this process may be made the parent of processes whose supervisor was killed. It must start
    /// no others then.
    pub adopts_orphans: bool,
    /// Number of games that are played at the same time.
    pub parallel: usize,
    /// Which recordings are kept.
    pub keep: Keep,
    /// How often a game is played again in which the machine was overloaded.
    pub replays: u32,
    /// Where the log lies; `None` for a file that belongs to the bots as they are now.
    pub log: Option<PathBuf>,
    /// Set from outside: running games are played to their end, and no other begins.
    pub stopping: &'static AtomicBool,
    /// Set from outside, as by Ctrl-C: running games are given up, and are not logged.
    pub interrupted: &'static AtomicBool,
}

/// How often a game is played again in which the machine was overloaded, unless something else is said.
pub const REPLAYS: u32 = 2;

impl RunSettings {
    /// The number of games to play at once, so that every bot that thinks has a core of its own.
    pub fn default_parallel(contest: &dyn Contest) -> usize {
        let cores = thread::available_parallelism().map_or(1, NonZero::get);
        (cores / contest.about().thinkers).max(1)
    }

    /// What all games of the run have in common, for a log.
    pub fn header(&self) -> LogHeader {
        let (options, factor) = (self.options.clone(), self.clocks.factor.all);
        let mut header = LogHeader::new(self.contest.key(), options, self.seeds.name(), factor);
        header.clocks = self.clocks.words();
        header
    }

    /// Opens the log of a kind of run, such as `duel`, with these bots in it.
    ///
    /// # Errors
    /// The log cannot be used for these games.
    pub fn open_log(&self, kind: &str, bots: &Entrants) -> Result<Log, LogError> {
        let path = self.log.clone().unwrap_or_else(|| self.default_log(kind, bots));
        self.open_log_at(&path, bots)
    }

    /// Opens a log with these bots in it.
    ///
    /// # Errors
    /// The log cannot be used for these games.
    pub fn open_log_at(&self, path: &Path, bots: &Entrants) -> Result<Log, LogError> {
        let mut log = Log::open(path, self.header())?;
        log.enter(bots.programs())?;
        Ok(log)
    }

    /// A file for these bots under these conditions. Another program or option gives another file,
    /// so that a changed bot is compared anew.
    fn default_log(&self, kind: &str, bots: &Entrants) -> PathBuf {
        let (header, programs) = (self.header(), bots.programs().collect::<Vec<_>>());
        let conditions = serde_json::to_string(&(&header, &programs)).unwrap_or_default();
        let names: Vec<&str> = programs.iter().map(|program| program.bot.as_str()).collect();
        let number = Fnv1a::of(conditions.as_bytes()) as u32;
        let name = format!("{kind}-{}-{}", header.game, file_name(&names.join("-vs-")));
        Path::new("games").join(format!("{name}-{number:08x}.jsonl"))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games;

    #[test]
    fn every_bot_that_thinks_has_a_core_if_there_are_enough() {
        let cores = thread::available_parallelism().map_or(1, NonZero::get);
        for contest in games::all() {
            let parallel = RunSettings::default_parallel(contest);
            assert!(parallel == 1 || parallel * contest.about().thinkers <= cores);
            assert!((parallel + 1) * contest.about().thinkers > cores);
        }
    }
}

//! Settings of a run that do not depend on its bots.

use std::path::{Path, PathBuf};
use std::sync::atomic::AtomicBool;

use serde_json::{Map, Value};

use super::cores::CorePlan;
use super::default_log::open_default_log;
use super::elsewhere::Elsewhere;
use super::entrants::Entrants;
use super::keep::Keep;
use super::log::{Log, LogError, LogHeader, LogKey};
use super::seeds::Seeds;
use super::start_note::StartNote;
use crate::clocks::Clocks;
use crate::contest::Contest;
use crate::identity::rules_mark;
use crate::system::number_of_cores;

/// Settings of a run that do not depend on its bots.
#[allow(clippy::struct_excessive_bools)] // Each is an option of the command line.
pub struct RunSettings {
    /// The contest.
    pub contest: &'static dyn Contest,
    /// All of its options by name.
    pub options: Map<String, Value>,
    /// The seeds.
    pub seeds: Seeds,
    /// The clock of each bot.
    pub clocks: Clocks,
    /// The cores of each program; `None` if all programs share all cores.
    pub cores: Option<CorePlan>,
    /// The sentence that is told when the first game starts.
    pub note: StartNote,
    /// Whether this process adopts the processes of a killed supervisor. It must not start other
    /// processes then.
    pub adopts_orphans: bool,
    /// Number of games that are played at the same time.
    pub parallel: usize,
    /// Which recordings are kept.
    pub keep: Keep,
    /// Whether a game is replayed in which a player was late, while the machine may have been to blame.
    pub replays: Replays,
    /// Whether the run ends when a bot is late much more often than its opponents, while the machine may have been to
    /// blame.
    pub is_strict: bool,
    /// Whether the run goes on after ten games in a row of which the same bot was thrown out.
    pub keeps_going: bool,
    /// The key of the log's chain; `None` for a chain without a key.
    pub key: Option<LogKey>,
    /// Path of the log; `None` for a file named after the bots and their programs.
    pub log: Option<PathBuf>,
    /// Plays the games on other machines; `None` if they are played here.
    pub elsewhere: Option<Box<dyn Elsewhere + Sync>>,
    /// Whether the time limits on other machines are scaled by the speed of the bots there.
    pub is_calibrated: bool,
    /// Set from outside: running games are finished and no other starts.
    pub stopping: &'static AtomicBool,
    /// Set from outside, for example by Ctrl-C: running games are aborted and not logged.
    pub interrupted: &'static AtomicBool,
}

/// Whether a game is replayed in which a player was late, while the machine may have been to blame, or was ended by a
/// signal.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Replays {
    /// No: it is undecided.
    Never,
    /// Once, while no other game of the run is played. The second result counts, even if the same happens again.
    #[default]
    Alone,
}

impl RunSettings {
    /// The number of parallel games at which every thinking bot has a core of its own.
    pub fn default_parallel(contest: &dyn Contest) -> usize {
        let cores = number_of_cores();
        (cores / contest.about().thinkers).max(1)
    }

    /// The header of the run's log.
    pub fn header(&self) -> LogHeader {
        let (options, factor) = (self.options.clone(), self.clocks.factor.all);
        let mut header = LogHeader::new(self.contest.key(), options, self.seeds.name(), factor);
        let calibrate = self.is_calibrated.then(|| "--calibrate".to_owned());
        let words: Vec<String> = self.clocks.words().into_iter().chain(calibrate).collect();
        header.clocks = (!words.is_empty()).then(|| words.join(" "));
        let marks = rules_mark(self.contest).map(|mark| (mark.word, mark.older));
        (header.rules, header.older_rules) = marks.unzip();
        header.key = self.key.as_ref().map(|key| key.name().to_owned());
        header
    }

    /// Opens the log of a kind of run, such as `duel`, with these bots in it. Without `--log`, a bot that has changed leads
    /// to another log.
    ///
    /// # Errors
    /// If the log cannot be used for these games.
    pub fn open_log(&self, kind: &str, bots: &Entrants) -> Result<Log, LogError> {
        match &self.log {
            Some(path) => self.open_log_at(path, bots),
            None => open_default_log(kind, &self.header(), self.key.as_ref(), bots),
        }
    }

    /// Opens a log with these bots in it.
    ///
    /// # Errors
    /// If the log cannot be used for these games.
    pub fn open_log_at(&self, path: &Path, bots: &Entrants) -> Result<Log, LogError> {
        let mut log = Log::open(path, self.header(), self.key.as_ref())?;
        log.enter(&bots.programs_beside(log.programs()))?;
        Ok(log)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games;

    #[test]
    fn every_bot_that_thinks_has_a_core_if_there_are_enough() {
        let cores = number_of_cores();
        for contest in games::all() {
            let parallel = RunSettings::default_parallel(contest);
            assert!(parallel == 1 || parallel * contest.about().thinkers <= cores);
            assert!((parallel + 1) * contest.about().thinkers > cores);
        }
    }
}

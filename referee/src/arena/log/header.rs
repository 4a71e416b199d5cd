//! The first lines of a log: the header and the bots.

use std::env;

use itertools::Itertools;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

use super::chain::ChainKind;
use crate::identity::{Change, Identity, Sameness, are_comparable_marks};

/// The format that this version reads and writes.
pub(super) const FORMAT: &str = "botyard-log/1";
/// The first bytes of every log.
pub(super) const BEGIN: &str = "{\"format\":\"botyard-log/1\"";

/// The first line: what all games of the log have in common.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct LogHeader {
    /// `botyard-log/1`.
    pub(super) format: String,
    /// Key of the contest.
    pub game: String,
    /// The options by name.
    pub options: Map<String, Value>,
    /// Start of the sequence of seeds, as text.
    pub base: String,
    /// Factor of every time limit.
    pub timeout_factor: f64,
    /// Other settings of the clock, in words; absent for the default.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub clocks: Option<String>,
    /// A word for the rules of a contest from outside, as they were; absent for a built-in contest and in older logs.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub rules: Option<String>,
    /// The word that older versions make of the same rules; absent in a header that was read.
    #[serde(skip)]
    pub older_rules: Option<String>,
    /// Name of the key of its chain; absent without a key.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(in crate::arena) key: Option<String>,
    /// The operating systems on which its games were played, with their processors, such as `linux-x86_64`. One, unless it
    /// was merged; empty in older logs.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub systems: Vec<String>,
    /// The logs whose lines it has, if it was merged or repaired.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub(super) sources: Vec<LogSource>,
}

/// A log from which another was made.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct LogSource {
    /// Its path then.
    pub log: String,
    /// How it was chained.
    pub chain: ChainKind,
    /// The hash of its last line; absent without a chain.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub head: Option<String>,
    /// Number of its lines.
    pub lines: usize,
    /// The systems on which its games were played; empty in older logs.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub systems: Vec<String>,
}

/// The name of this operating system with its processor, such as `linux-x86_64`.
pub(super) fn this_system() -> String {
    format!("{}-{}", env::consts::OS, env::consts::ARCH)
}

impl LogHeader {
    /// A placeholder for a log that has not been read yet.
    pub(super) fn none() -> Self {
        Self::new("", Map::new(), "0".to_owned(), 1.0)
    }

    /// Whether another log has games of the same kind, however the two were made.
    pub fn is_like(&self, other: &Self) -> bool {
        let plain = |header: &Self| Self {
            rules: None,
            older_rules: None,
            key: None,
            systems: Vec::new(),
            sources: Vec::new(),
            ..header.clone()
        };
        plain(self) == plain(other) && self.has_systems_of(other)
    }

    /// Whether another log has games by the same rules, as far as is known.
    ///
    /// The log of an older version has another kind of word. A run compares it with the one that such a version would make
    /// now. Of two logs that were read, nobody knows.
    pub fn has_rules_of(&self, other: &Self) -> bool {
        let (Some(ours), Some(theirs)) = (&self.rules, &other.rules) else { return true };
        if are_comparable_marks(ours, theirs) {
            return ours == theirs;
        }
        let is_either = |older: &String| older == ours || older == theirs;
        [&self.older_rules, &other.older_rules].into_iter().flatten().all(is_either)
    }

    /// The header that an older version would make.
    #[must_use]
    pub fn of_older_version(&self) -> Self {
        Self { rules: self.older_rules.clone(), older_rules: None, ..self.clone() }
    }

    /// A header in the present format, for games on this system.
    pub fn new(game: &str, options: Map<String, Value>, base: String, timeout_factor: f64) -> Self {
        Self {
            format: FORMAT.to_owned(),
            game: game.to_owned(),
            options,
            base,
            timeout_factor,
            clocks: None,
            rules: None,
            older_rules: None,
            key: None,
            systems: vec![this_system()],
            sources: Vec::new(),
        }
    }

    /// Whether it has games of the systems of another log, as far as is known.
    pub(super) fn has_systems_of(&self, other: &Self) -> bool {
        self.systems.is_empty() || other.systems.iter().all(|it| self.systems.contains(it))
    }

    /// Whether games were played on Windows, where earlier versions wrote paths with backslashes.
    pub(super) fn is_of_windows(&self) -> bool {
        self.systems.iter().any(|it| it.starts_with("windows-"))
    }

    /// A note on games of several systems: the systems, and the merged logs of each. `None` if all games are of one
    /// system, as far as is known.
    pub fn note_on_systems(&self) -> Option<String> {
        let (last, before) = self.systems.split_last().filter(|(_, before)| !before.is_empty())?;
        let logs_of = |system: &String| {
            let has_it = |source: &&LogSource| source.systems.contains(system);
            let logs: Vec<&str> =
                self.sources.iter().filter(has_it).map(|source| source.log.as_str()).collect();
            if logs.is_empty() { system.clone() } else { format!("{system} ({})", logs.join(", ")) }
        };
        let before = before.iter().map(logs_of).join(", ");
        Some(format!(
            "the games were played on {} systems, which differ in speed and in limits: {before} and {}",
            self.systems.len(),
            logs_of(last)
        ))
    }
}

/// Whether names of bots have a letter: they go into files and lists.
pub fn is_in_names(letter: char) -> bool {
    letter.is_alphanumeric() || "-_.".contains(letter)
}

/// A bot and its program when it played.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct BotProgram {
    /// Its name.
    pub bot: String,
    /// The word for it on the command line.
    pub command: String,
    /// A hash of its program and of the files that its command line names; 0 for a house player.
    pub fingerprint: u64,
    /// The files that make it what it is; absent for a house player and in older logs.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub identity: Option<Identity>,
}

impl BotProgram {
    /// What has changed since an earlier line of the bot on this machine.
    pub fn change_since(&self, earlier: &Self) -> Option<Change> {
        if self.command != earlier.command {
            return Some(Change::Command(earlier.command.clone()));
        }
        match (&self.identity, &earlier.identity) {
            (Some(ours), Some(theirs)) => ours.change_since(theirs),
            _ => (self.fingerprint != earlier.fingerprint).then_some(Change::Program),
        }
    }

    /// Whether a line of another log, perhaps of another machine, is of the same bot.
    pub fn sameness(&self, other: &Self) -> Sameness {
        let is_same = self.command == other.command && self.fingerprint == other.fingerprint;
        match (&self.identity, &other.identity) {
            (Some(ours), Some(theirs)) => ours.sameness(theirs),
            _ if is_same => Sameness::Same,
            _ if self.command == other.command => Sameness::Different(Change::Program),
            _ => Sameness::Different(Change::Command(other.command.clone())),
        }
    }

    /// The line without the files that the bot was seen to open, which may be others in the next run.
    #[must_use]
    pub fn named(&self) -> Self {
        Self { identity: None, ..self.clone() }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rules_of_an_older_version_are_compared_as_that_version_would() {
        let header = |rules: Option<&str>, older: Option<&str>| LogHeader {
            rules: rules.map(str::to_owned),
            older_rules: older.map(str::to_owned),
            ..LogHeader::none()
        };
        let run = header(Some("2-a"), Some("1"));
        let log = |rules| header(rules, None);
        for (log, is_same) in [
            (log(Some("2-a")), true),
            (log(Some("2-b")), false),
            (log(Some("1")), true),
            (log(Some("2")), false),
            (log(None), true),
        ] {
            assert_eq!(log.has_rules_of(&run), is_same, "{log:?}");
            assert_eq!(run.has_rules_of(&log), is_same, "{log:?}");
        }
        assert!(log(Some("2-a")).has_rules_of(&log(Some("2"))), "nobody knows");
        assert!(!log(Some("1")).has_rules_of(&log(Some("2"))));
        assert_eq!(run.of_older_version(), log(Some("1")));
    }
}

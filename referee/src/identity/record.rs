//! The identity of a bot as a log holds it.

use std::collections::BTreeSet;
use std::path::PathBuf;

use serde::{Deserialize, Serialize};

use super::hashes::Hashes;
use super::parts::Parts;
use super::seen::Seen;

/// The files that make a bot what it is, with the hashes of their contents.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Identity {
    /// Its command line as on any machine: own files by their names, without the interpreter.
    pub runs: String,
    /// Its interpreter, if it has one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub outside: Option<Outside>,
    /// Its files, sorted by name.
    pub files: Vec<OwnFile>,
    /// Files that it opens and changes itself; they do not count.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub writes: Vec<String>,
    /// Files of other bots in its folder that it does not open itself.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub others: Vec<String>,
    /// Whether its start was watched until it waited for input. All that it opens at its start is known then.
    pub settled: bool,
}

/// A program that runs a bot and does not belong to it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Outside {
    /// The name of the program, without its folder.
    pub program: String,
    /// The hash of its contents.
    pub hash: String,
}

/// A file of a bot.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct OwnFile {
    /// Its path from the bot's folder.
    pub file: String,
    /// The hash of its contents.
    pub hash: String,
    /// Since when it is known to belong to the bot.
    pub since: Since,
}

/// Since when a file is known to belong to a bot.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Since {
    /// It is the program, or the command line or its author names it.
    Named,
    /// The bot opened it when it started.
    Start,
    /// The bot opened it during a game.
    Game,
}

impl Identity {
    /// The identity of a bot that has not been seen to open anything.
    pub fn named(parts: &Parts, hashes: &Hashes) -> Self {
        let outside = parts.outside().map(|path| Outside {
            program: path.file_name().unwrap_or_default().to_string_lossy().into_owned(),
            hash: hashes.text(path).unwrap_or_default(),
        });
        let mut identity = Self { runs: parts.runs().to_owned(), outside, ..Self::default() };
        for path in parts.named() {
            identity.add(parts.name(path), hashes.text(path), Since::Named);
        }
        identity
    }

    /// Adds files that the bot was seen to open, and takes out those that it changes itself.
    pub fn see(&mut self, parts: &Parts, seen: &Seen, since: Since, hashes: &Hashes) {
        let written: BTreeSet<String> = seen.written.iter().map(|path| parts.name(path)).collect();
        self.files.retain(|it| it.since == Since::Named || !written.contains(&it.file));
        self.writes.extend(written);
        self.writes.sort();
        self.writes.dedup();
        for path in &seen.read {
            let name = parts.name(path);
            if !self.writes.contains(&name) {
                self.add(name, hashes.text(path), since);
            }
        }
    }

    /// Takes out what a second start, alone, does not confirm. `self` must have looked at the files of an earlier record
    /// [again](Self::look_again).
    ///
    /// The system does not say who opened or changed a file: it may have been another program, or the author who saved it.
    /// So a new file counts only if the second start opens it, too, and a file counts as changed by the bot only if the
    /// second start changes it, too. A file that is known to be read stays a file of the bot.
    pub fn doubt(&mut self, again: &Seen, earlier: &Self, parts: &Parts, hashes: &Hashes) {
        let names = |paths: &BTreeSet<PathBuf>| -> BTreeSet<String> {
            paths.iter().map(|path| parts.name(path)).collect()
        };
        let (read, written) = (names(&again.read), names(&again.written));
        let is_known = |file: &String| earlier.file(file).is_some();
        self.files.retain(|OwnFile { file, since, .. }| {
            *since != Since::Start
                || is_known(file)
                || read.contains(file)
                || written.contains(file)
        });
        let is_sure = |file: &String| {
            earlier.writes.contains(file) || written.contains(file) && !is_known(file)
        };
        let writes = std::mem::take(&mut self.writes).into_iter();
        let (sure, doubtful): (Vec<String>, Vec<String>) = writes.partition(is_sure);
        self.writes = sure;
        for file in doubtful.into_iter().filter(|file| read.contains(file)) {
            let hash = hashes.text(&parts.path(&file));
            self.add(file, hash, Since::Start);
        }
    }

    /// Adds a file, unless it is known or cannot be read.
    fn add(&mut self, file: String, hash: Option<String>, since: Since) {
        let Some(hash) = hash else { return };
        self.others.retain(|other| *other != file);
        if let Err(at) = self.files.binary_search_by(|it| it.file.cmp(&file)) {
            self.files.insert(at, OwnFile { file, hash, since });
        }
    }

    /// The file of a name.
    pub fn file(&self, name: &str) -> Option<&OwnFile> {
        let at = self.files.binary_search_by(|it| it.file.as_str().cmp(name)).ok()?;
        Some(&self.files[at])
    }

    /// Adds the files of an earlier record of the bot as they are now. A file that is gone is left out.
    pub fn look_again(&mut self, earlier: &Self, parts: &Parts, hashes: &Hashes) {
        for OwnFile { file, since, .. } in &earlier.files {
            self.add(file.clone(), hashes.text(&parts.path(file)), *since);
        }
        for file in &earlier.writes {
            self.files.retain(|it| it.since == Since::Named || it.file != *file);
        }
        self.writes.extend(earlier.writes.iter().cloned());
        self.writes.sort();
        self.writes.dedup();
        earlier.others.iter().for_each(|file| self.leave_out(file.clone()));
        self.settled |= earlier.settled;
    }

    /// Notes a file of another bot in the folder that this one does not open.
    pub fn leave_out(&mut self, file: String) {
        if !self.others.contains(&file) && self.file(&file).is_none() {
            self.others.push(file);
            self.others.sort();
        }
    }

    /// Whether it is known if the bot opens a file.
    pub fn knows(&self, file: &String) -> bool {
        self.file(file).is_some() || self.writes.contains(file) || self.others.contains(file)
    }

    /// Adds the files of another record of the same bot.
    pub fn join(&mut self, other: &Self) {
        for OwnFile { file, hash, since } in &other.files {
            if !self.writes.contains(file) {
                self.add(file.clone(), Some(hash.clone()), *since);
            }
        }
    }
}

//! The log: finished games, one JSON object a line, only ever added to.
//!
//! ```text
//! {"format":"botyard-log/1","game":"KEY","options":{},"base":"1","timeout_factor":1.0}
//! {"bot":"new","command":"./my-bot","fingerprint":1234}
//! {"duel":["new","old"],"test":null}
//! {"seed":"77","bots":["new","old"],"scores":[4,0],"ranks":[1,2],"turns":130,…,"again":"referee play …"}
//! ```
//!
//! A line is whole or absent. It is written by one call; what a `kill -9` or a full disk leaves of
//! a line has no end, and is cut off when the log is opened again. A lock on the file keeps a second
//! process out. Before each write the file is held against what was left there: who changed it is
//! told, and all results are saved elsewhere.
//!
//! A game that was played again has `"obsolete":17`, the line of the game that no longer counts.
//! Lines that are damaged are left out with a warning.

mod damage;
mod error;
mod file;
mod header;
mod lines;
mod merge;
mod repair;
mod sound;

use std::collections::HashMap;
use std::fs::OpenOptions;
use std::io::{self, BufRead, BufReader, Read, Seek, SeekFrom};
use std::path::{Path, PathBuf};

use serde::Serialize;
use serde_json::Value;

pub use damage::DamagedLine;
pub use error::LogError;
use file::{AppendError, LogFile};
use header::BEGIN;
pub use header::{BotProgram, LogHeader};
use lines::{Entry, LogLines, RawLine};
pub use merge::{Merged, merge};
pub use repair::{Repaired, repair};

use super::logged::Logged;
use super::question::Question;
use crate::ordinary;
use crate::tell;
use crate::terminal::harmless;

/// A log in memory, and on the disk if it was opened for writing.
pub struct Log {
    path: PathBuf,
    header: LogHeader,
    programs: Vec<BotProgram>,
    question: Option<Question>,
    /// Each game once, in the order in which they were first finished.
    entries: Vec<GameEntry>,
    /// Place in `entries` by seed and order of the bots. A game that was played again replaces the old.
    index: HashMap<(String, Vec<String>), usize>,
    file: Option<LogFile>,
    /// Number of whole lines of the file.
    lines: usize,
    /// Lines that could not be read.
    damage: Vec<DamagedLine>,
    /// Number of lines with games that were played again.
    obsolete: usize,
    /// Whether the end of the file was part of a line.
    is_torn: bool,
}

/// A game, and the line in which it stands.
struct GameEntry {
    game: Logged,
    line: usize,
}

/// A game as it is written.
#[derive(Serialize)]
struct GameLine<'a> {
    #[serde(flatten)]
    game: &'a Logged,
    /// The line of the same game that no longer counts.
    #[serde(skip_serializing_if = "Option::is_none")]
    obsolete: Option<usize>,
}

impl Log {
    /// Reads a log without holding it. A warning on the standard error stream names damaged lines.
    ///
    /// # Errors
    /// It cannot be read, or is no log.
    pub fn read(path: &Path) -> Result<Self, LogError> {
        let fail = |error| LogError::io(path, error);
        let file = ordinary::open(path, OpenOptions::new().read(true)).map_err(fail)?;
        let mut log = Self::empty(path, LogHeader::none());
        let length = log.read_from(BufReader::new(&file))?;
        if length == 0 {
            return Err(LogError::line(path, 1, "is empty, not a log"));
        }
        log.warn();
        Ok(log)
    }

    /// Reads on where the whole lines end that were read before, as far as the file has grown, and gives
    /// where they end now; 0 means from the beginning. No warning is printed.
    ///
    /// # Errors
    /// It cannot be read, or is no log.
    pub fn read_on(&mut self, from: u64) -> Result<u64, LogError> {
        let path = self.path.clone();
        let fail = |error| LogError::io(&path, error);
        let mut file = ordinary::open(&path, OpenOptions::new().read(true)).map_err(fail)?;
        file.seek(SeekFrom::Start(from)).map_err(fail)?;
        Ok(from + self.read_from(BufReader::new(&file))?)
    }

    /// A log at a path of which nothing has been read.
    pub fn unread(path: &Path) -> Self {
        Self::empty(path, LogHeader::none())
    }

    /// Understands the bytes of a log.
    ///
    /// # Errors
    /// It is no log.
    pub fn from_bytes(bytes: &[u8]) -> Result<Self, LogError> {
        let mut log = Self::empty(Path::new("log"), LogHeader::none());
        log.read_from(bytes)?;
        Ok(log)
    }

    /// Whether the file at a path begins as a log does.
    pub fn is_at(path: &Path) -> bool {
        let mut begin = Vec::new();
        let file = ordinary::open(path, OpenOptions::new().read(true));
        let read = file.and_then(|file| file.take(64).read_to_end(&mut begin));
        read.is_ok() && begin.starts_with(BEGIN.as_bytes())
    }

    /// Opens a log for more games, or begins it. Nothing is written for a new log before its first
    /// game is. A log that can only be read is opened as well, for runs that have nothing to add.
    ///
    /// # Errors
    /// It cannot be opened, another process has it, it is no log, or holds games of another kind.
    pub fn open(path: &Path, header: LogHeader) -> Result<Self, LogError> {
        let mut file = LogFile::open(path)?;
        let mut log = Self::empty(path, LogHeader::none());
        let length = log.read_from(file.reader())?;
        if length > 0 {
            log.demand_header(&header)?;
            log.warn();
        } else {
            log.header = header;
        }
        file.cut(length).map_err(|error| LogError::io(path, error))?;
        log.file = Some(file);
        Ok(log)
    }

    /// Reads a log and keeps other processes out until it is dropped. Nothing is written.
    fn hold(path: &Path) -> Result<Self, LogError> {
        if !path.exists() {
            return Err(LogError::io(path, io::ErrorKind::NotFound.into()));
        }
        let file = LogFile::open(path)?;
        let mut log = Self::empty(path, LogHeader::none());
        if log.read_from(file.reader())? == 0 {
            return Err(LogError::line(path, 1, "is empty, not a log"));
        }
        log.file = Some(file);
        Ok(log)
    }

    fn empty(path: &Path, header: LogHeader) -> Self {
        Self {
            path: path.to_owned(),
            header,
            programs: Vec::new(),
            question: None,
            entries: Vec::new(),
            index: HashMap::new(),
            file: None,
            lines: 0,
            damage: Vec::new(),
            obsolete: 0,
            is_torn: false,
        }
    }

    /// Takes what a file says, and gives the length of its whole lines: 0 if it has none and may
    /// become a log.
    fn read_from(&mut self, reader: impl BufRead) -> Result<u64, LogError> {
        let path = self.path.clone();
        let fail = |error| LogError::io(&path, error);
        let mut lines = LogLines::new(reader);
        let mut is_foreign = false;
        while let Some(line) = lines.next().map_err(fail)? {
            self.lines += 1;
            let (entry, reason) = match line {
                RawLine::TooLong => (None, Some("is too long".to_owned())),
                RawLine::Bytes(text) => match Entry::read(text) {
                    Ok(entry) => (Some(entry), None),
                    Err(reason) => (Entry::at_the_end_of(text), Some(reason)),
                },
            };
            if self.lines == 1 {
                let Some(Entry::Header(header)) = entry else {
                    return Err(self.not_a_log(reason));
                };
                self.header = header;
                self.note_damage(reason, true);
                continue;
            }
            match &entry {
                Some(Entry::Header(header)) => is_foreign = *header != self.header,
                Some(_) if is_foreign => {}
                _ => {
                    self.note_damage(reason, entry.is_some());
                    self.take(entry);
                    continue;
                }
            }
            let foreign = is_foreign.then(|| "belongs to another log".to_owned());
            self.note_damage(foreign.or(reason), false);
        }
        let (length, rest) = lines.end();
        if self.lines == 0 && !BEGIN.as_bytes().starts_with(&rest[..rest.len().min(BEGIN.len())]) {
            return Err(self.not_a_log(None));
        }
        self.is_torn = !rest.is_empty();
        Ok(length)
    }

    /// The error on a file whose first line is not that of a log.
    fn not_a_log(&self, reason: Option<String>) -> LogError {
        let reason = reason.filter(|reason| reason.starts_with("is of format"));
        let sentence = reason.unwrap_or_else(|| format!("is not a log; a log begins with {BEGIN}"));
        LogError::line(&self.path, 1, sentence + "; give another log")
    }

    /// Notes what is wrong with the last line that was read, if anything is.
    fn note_damage(&mut self, reason: Option<String>, is_partly_used: bool) {
        let line = self.lines;
        self.damage.extend(reason.map(|reason| DamagedLine { line, reason, is_partly_used }));
    }

    /// Takes what a line says.
    fn take(&mut self, entry: Option<Entry>) {
        match entry {
            Some(Entry::Bot(program)) => self.programs.push(program),
            Some(Entry::Question(question)) => self.question = Some(question),
            Some(Entry::Game(game)) => drop(self.insert(*game, self.lines)),
            Some(Entry::Header(_) | Entry::Blank) | None => {}
        }
    }

    /// Warns of damaged lines.
    fn warn(&self) {
        if let Some(warning) = damage::warning(&self.path, &self.damage) {
            tell!("{}", harmless(&warning));
        }
    }

    /// The lines that could not be read and were left out.
    pub fn damage(&self) -> &[DamagedLine] {
        &self.damage
    }

    /// Takes a game that stands in a line, and gives the line of the same game that no longer counts, if
    /// there is one. A game that decides nothing takes the place of none that does.
    fn insert(&mut self, game: Logged, line: usize) -> Option<usize> {
        let key = (game.seed.clone(), game.bots.clone());
        let entry = GameEntry { game, line };
        let Some(&at) = self.index.get(&key) else {
            self.index.insert(key, self.entries.len());
            self.entries.push(entry);
            return None;
        };
        let old = &mut self.entries[at];
        if old.game.is_decided() && !entry.game.is_decided() {
            return None;
        }
        self.obsolete += 1;
        Some(std::mem::replace(old, entry).line)
    }

    /// Demands that the games of the log are played as `ours` says.
    fn demand_header(&self, ours: &LogHeader) -> Result<(), LogError> {
        let theirs = &self.header;
        let differs = |theirs: String, ours: String| {
            Err(LogError::Other { path: self.path.clone(), theirs, ours })
        };
        if theirs.game != ours.game {
            return differs(format!("the game {}", theirs.game), ours.game.clone());
        }
        let options = |header: &LogHeader| Value::from(header.options.clone()).to_string();
        if theirs.options != ours.options {
            return differs(format!("the options {}", options(theirs)), options(ours));
        }
        if theirs.base != ours.base {
            return differs(format!("seeds from {}", theirs.base), format!("from {}", ours.base));
        }
        if (theirs.timeout_factor - ours.timeout_factor).abs() > 1e-12 {
            let [theirs, ours] = [theirs, ours].map(|header| header.timeout_factor);
            return differs(format!("time limits multiplied by {theirs}"), format!("by {ours}"));
        }
        if theirs.clocks != ours.clocks {
            let [theirs, ours] = [theirs, ours].map(|header| {
                header.clocks.clone().unwrap_or_else(|| "the usual clock".to_owned())
            });
            return differs(theirs, ours);
        }
        Ok(())
    }

    /// Demands that a bot is what it was when it played.
    fn demand_unchanged(&self, ours: &BotProgram) -> Result<(), LogError> {
        let theirs = self.programs.iter().find(|theirs| theirs.bot == ours.bot);
        let Some(theirs) = theirs.filter(|theirs| *theirs != ours) else { return Ok(()) };
        let was = if theirs.command == ours.command {
            "its program is another".to_owned()
        } else {
            format!("it was '{}'", theirs.command)
        };
        let (path, bot) = (self.path.clone(), ours.bot.clone());
        let command = ours.command.clone();
        Err(LogError::Changed { path, bot, was, command })
    }

    /// Checks that bots are what they were in the games that are there, and writes down new ones.
    ///
    /// # Errors
    /// A bot has changed, or the log cannot be written.
    pub fn enter<'a>(
        &mut self,
        programs: impl Iterator<Item = &'a BotProgram>,
    ) -> Result<(), LogError> {
        let mut new = Vec::new();
        for ours in programs {
            self.demand_unchanged(ours)?;
            if self.programs.iter().all(|theirs| theirs.bot != ours.bot) {
                new.push(ours.clone());
            }
        }
        if self.lines == 0 {
            self.write(&self.header.clone())?;
        }
        for program in new {
            self.programs.push(program.clone());
            self.write(&program)?;
        }
        Ok(())
    }

    /// Writes down what is asked, unless that is the last thing that was.
    ///
    /// # Errors
    /// The log cannot be written.
    pub fn ask(&mut self, question: Question) -> Result<(), LogError> {
        if self.question.as_ref() != Some(&question) {
            let line = serde_json::to_vec(&question);
            self.question = Some(question);
            self.append(line)?;
        }
        Ok(())
    }

    /// What the last duel in the log asked.
    pub fn question(&self) -> Option<&Question> {
        self.question.as_ref()
    }

    /// Adds a game.
    ///
    /// # Errors
    /// The log cannot be written; what is there stays whole. If the file is not as this process left it,
    /// all results have been saved elsewhere.
    pub fn add(&mut self, game: &Logged) -> Result<(), LogError> {
        let obsolete = self.insert(game.clone(), self.lines + 1);
        self.append(serde_json::to_vec(&GameLine { game, obsolete }))
    }

    fn write(&mut self, object: &impl Serialize) -> Result<(), LogError> {
        self.append(serde_json::to_vec(object))
    }

    /// Writes a line, what it says is already taken.
    fn append(&mut self, line: serde_json::Result<Vec<u8>>) -> Result<(), LogError> {
        let Some(file) = &mut self.file else { return Ok(()) };
        let mut line = line.map_err(|error| LogError::io(&self.path, error.into()))?;
        line.push(b'\n');
        match file.append(&line) {
            Ok(()) => {
                self.lines += 1;
                Ok(())
            }
            Err(AppendError::Io(error)) => Err(LogError::io(&self.path, error)),
            Err(AppendError::Tampered(what)) => {
                let saved = match self.save_elsewhere() {
                    Ok(saved) => {
                        let saved = saved.display();
                        format!(
                            "all results so far are in {saved}; move it there, or go on with --log \
                             {saved}"
                        )
                    }
                    Err(error) => format!("and the results cannot be saved elsewhere: {error}"),
                };
                Err(LogError::Tampered { path: self.path.clone(), what, saved })
            }
        }
    }

    /// Where it lies.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// What its games have in common.
    pub fn header(&self) -> &LogHeader {
        &self.header
    }

    /// All games, each once, in the order in which they were first finished.
    pub fn all_games(&self) -> impl DoubleEndedIterator<Item = &Logged> + Clone {
        self.entries.iter().map(|entry| &entry.game)
    }

    /// The games that count.
    pub fn games(&self) -> impl DoubleEndedIterator<Item = &Logged> + Clone {
        self.all_games().filter(|game| game.is_decided())
    }

    /// The games in which the machine was overloaded. They decide nothing.
    pub fn undecided(&self) -> impl DoubleEndedIterator<Item = &Logged> + Clone {
        self.all_games().filter(|game| !game.is_decided())
    }

    /// The bots that played, in the order in which they came.
    pub fn programs(&self) -> &[BotProgram] {
        &self.programs
    }

    fn entry_of(&self, seed: &str, bots: &[String]) -> Option<&GameEntry> {
        self.index.get(&(seed.to_owned(), bots.to_vec())).map(|at| &self.entries[*at])
    }

    /// The game of a seed and an order of bots, if it counts.
    pub fn game(&self, seed: &str, bots: &[String]) -> Option<&Logged> {
        self.entry_of(seed, bots).map(|it| &it.game).filter(|game| game.is_decided())
    }
}

/// A log of some games in memory alone, for tests.
#[cfg(test)]
pub(super) fn log(games: Vec<Logged>) -> Log {
    let mut log = Log::empty(
        Path::new("log"),
        LogHeader::new("game", serde_json::Map::new(), "1".into(), 1.0),
    );
    for game in games {
        log.insert(game, 0);
    }
    log
}

#[cfg(test)]
mod tests {
    use std::fs;

    use super::*;

    const HEADER: &str =
        r#"{"format":"botyard-log/1","game":"x","options":{},"base":"1","timeout_factor":1.0}"#;

    /// The log of a game with these fields, if it can be read.
    fn read(scores: &str, ranks: &str, seats: &str) -> Result<Log, LogError> {
        let folder = tempfile::TempDir::new().unwrap();
        let path = folder.path().join("log");
        let rounds = format!(r#""rounds":[{{"seats":{seats},"points":3}}]"#);
        let game = format!(
            r#"{{"seed":"1","bots":["a","b"],"scores":{scores},"ranks":{ranks},"turns":1,{rounds},"times":[],"again":""}}"#
        );
        fs::write(&path, format!("{HEADER}\n{game}\n{{\"seed\":")).unwrap();
        Log::read(&path)
    }

    #[test]
    fn a_line_without_an_end_does_not_count() {
        let log = read("[1,2]", "[2,1]", "[0,1]").unwrap();
        assert_eq!(log.games().count(), 1);
        let bots = ["a", "b"].map(str::to_owned);
        assert_eq!(log.game("1", &bots).unwrap().scores, [1, 2]);
        assert!(log.game("2", &bots).is_none());
    }

    #[test]
    fn a_game_that_decides_something_takes_the_place_of_one_that_does_not_and_never_the_reverse() {
        let game = |more: &str, score: u32| {
            format!(
                r#"{{"seed":"1","bots":["a","b"],"scores":[{score},0],"ranks":[1,2],"turns":1,{more}"times":[],"again":""}}"#
            )
        };
        let (decided, undecided) = (game("", 7), game(r#""overloaded":[0],"#, 8));
        let read = |lines: [&str; 2]| {
            let text = format!("{HEADER}\n{}\n", lines.join("\n"));
            Log::from_bytes(text.as_bytes()).unwrap()
        };
        let bots = ["a", "b"].map(str::to_owned);
        for (lines, obsolete) in [([&*decided, &undecided], 0), ([&*undecided, &decided], 1)] {
            let log = read(lines);
            assert_eq!(log.game("1", &bots).unwrap().scores, [7, 0]);
            assert_eq!((log.games().count(), log.undecided().count()), (1, 0));
            assert_eq!(log.obsolete, obsolete);
        }
        let log = read([&*undecided, &undecided]);
        assert_eq!((log.games().count(), log.undecided().count()), (0, 1));
        assert!(log.game("1", &bots).is_none());
    }

    #[test]
    fn a_seat_without_score_rank_or_bot_is_left_out_and_named_with_its_line() {
        let missing = "has not a score and a rank for each bot";
        for (scores, ranks, seats, expected) in [
            ("[1]", "[2,1]", "[0,1]", missing),
            ("[1,2]", "[1]", "[0,1]", missing),
            ("[1,2]", "[2,1]", "[0,2]", "names seat 2 of a game with 2"),
        ] {
            let log = read(scores, ranks, seats).unwrap();
            let (line, reason) = (2, expected.to_owned());
            let damaged = DamagedLine { line, reason, is_partly_used: false };
            assert_eq!((log.damage(), log.games().count()), (&[damaged][..], 0));
        }
    }
}

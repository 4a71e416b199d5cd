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
//! process out.

mod error;
mod header;
mod lines;

use std::collections::HashMap;
use std::fs::{self, File, OpenOptions, TryLockError};
use std::io::{self, Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};

use serde::Serialize;
use serde_json::{Map, Value};

pub use error::LogError;
use header::BEGIN;
pub use header::{BotProgram, LogHeader};
use lines::LogLines;

use super::logged::Logged;
use super::question::Question;

/// A log in memory, and on the disk if it was opened for writing.
pub struct Log {
    path: PathBuf,
    header: LogHeader,
    programs: Vec<BotProgram>,
    question: Option<Question>,
    games: Vec<Logged>,
    /// Place in `games` by seed and order of the bots. A game that was played again replaces the old.
    index: HashMap<(String, Vec<String>), usize>,
    file: Option<File>,
    /// Length of all whole lines.
    length: u64,
}

impl Log {
    /// Reads a log without holding it.
    ///
    /// # Errors
    /// It cannot be read, or is no log.
    pub fn read(path: &Path) -> Result<Self, LogError> {
        let bytes = fs::read(path).map_err(|error| LogError::io(path, error))?;
        let mut lines = LogLines::new(path, &bytes);
        let header: LogHeader = lines.header()?;
        let mut log = Self::empty(path, header);
        log.take(lines)?;
        Ok(log)
    }

    /// Whether the file at a path begins as a log does.
    pub fn is_at(path: &Path) -> bool {
        let mut begin = Vec::new();
        let read = File::open(path).and_then(|file| file.take(64).read_to_end(&mut begin));
        read.is_ok() && begin.starts_with(BEGIN.as_bytes())
    }

    /// Opens a log for more games, or begins it. Nothing is written for a new log before its first
    /// game is.
    ///
    /// # Errors
    /// It cannot be opened, another process has it, it is no log, or holds games of another kind.
    pub fn open(path: &Path, header: LogHeader) -> Result<Self, LogError> {
        let fail = |error| LogError::io(path, error);
        if let Some(folder) = path.parent() {
            fs::create_dir_all(folder).map_err(fail)?;
        }
        let mut options = OpenOptions::new();
        let mut file = options.read(true).append(true).create(true).open(path).map_err(fail)?;
        match file.try_lock() {
            Ok(()) => {}
            Err(TryLockError::WouldBlock) => return Err(LogError::Locked(path.to_owned())),
            Err(TryLockError::Error(error)) => return Err(fail(error)),
        }
        let mut bytes = Vec::new();
        file.read_to_end(&mut bytes).map_err(fail)?;
        // What follows is the rest of a line that was cut off in the middle.
        let length = bytes.iter().rposition(|byte| *byte == b'\n').map_or(0, |at| at + 1);
        if length == 0 && !BEGIN.as_bytes().starts_with(&bytes[..bytes.len().min(BEGIN.len())]) {
            return Err(LogError::line(path, 1, "is not a log; give another --log"));
        }
        bytes.truncate(length);
        let mut log = Self::empty(path, header);
        if length > 0 {
            let mut lines = LogLines::new(path, &bytes);
            let theirs: LogHeader = lines.header()?;
            log.demand_same(&theirs)?;
            log.header = theirs;
            log.take(lines)?;
        }
        file.set_len(length as u64).map_err(fail)?;
        log.length = length as u64;
        log.file = Some(file);
        Ok(log)
    }

    fn empty(path: &Path, header: LogHeader) -> Self {
        Self {
            path: path.to_owned(),
            header,
            programs: Vec::new(),
            question: None,
            games: Vec::new(),
            index: HashMap::new(),
            file: None,
            length: 0,
        }
    }

    fn take(&mut self, mut lines: LogLines<'_>) -> Result<(), LogError> {
        while let Some((line, text)) = lines.next() {
            let object: Map<String, Value> = lines.parse(line, text)?;
            if object.contains_key("bot") {
                self.programs.push(lines.parse(line, text)?);
            } else if object.contains_key("duel") {
                self.question = Some(lines.parse(line, text)?);
            } else {
                let game: Logged = lines.parse(line, text)?;
                let seats = game.bots.len();
                let of_rounds = game.rounds.iter().flat_map(|round| &round.seats);
                if [game.scores.len(), game.ranks.len()] != [seats; 2]
                    || of_rounds.max().is_some_and(|last| last.0 >= seats)
                {
                    let reason = "has not a score and a rank for each bot";
                    return Err(LogError::line(&self.path, line, reason));
                }
                self.insert(game);
            }
        }
        Ok(())
    }

    fn insert(&mut self, game: Logged) {
        let key = (game.seed.clone(), game.bots.clone());
        if let Some(&old) = self.index.get(&key) {
            self.games[old] = game;
        } else {
            self.index.insert(key, self.games.len());
            self.games.push(game);
        }
    }

    fn demand_same(&self, theirs: &LogHeader) -> Result<(), LogError> {
        let ours = &self.header;
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
        Ok(())
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
            match self.programs.iter().find(|theirs| theirs.bot == ours.bot) {
                None => new.push(ours.clone()),
                Some(theirs) if theirs == ours => {}
                Some(theirs) => {
                    let was = if theirs.command == ours.command {
                        "its program is another".to_owned()
                    } else {
                        format!("it was '{}'", theirs.command)
                    };
                    let (path, bot) = (self.path.clone(), ours.bot.clone());
                    let command = ours.command.clone();
                    return Err(LogError::Changed { path, bot, was, command });
                }
            }
        }
        if self.length == 0 {
            self.write(&self.header.clone())?;
        }
        for program in new {
            self.write(&program)?;
            self.programs.push(program);
        }
        Ok(())
    }

    /// Writes down what is asked, unless that is the last thing that was.
    ///
    /// # Errors
    /// The log cannot be written.
    pub fn ask(&mut self, question: Question) -> Result<(), LogError> {
        if self.question.as_ref() != Some(&question) {
            self.write(&question)?;
            self.question = Some(question);
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
    /// The log cannot be written; what is there stays whole.
    pub fn add(&mut self, game: Logged) -> Result<(), LogError> {
        self.write(&game)?;
        self.insert(game);
        Ok(())
    }

    /// Writes a line by one call. If only a part of it gets onto the disk it is taken back.
    fn write(&mut self, object: &impl Serialize) -> Result<(), LogError> {
        let Some(file) = &mut self.file else { return Ok(()) };
        let mut line = serde_json::to_vec(object)
            .map_err(|error| LogError::io(&self.path, io::Error::other(error)))?;
        line.push(b'\n');
        if let Err(error) = file.write_all(&line) {
            // If even this fails the next opening cuts the line off.
            let _ = file.set_len(self.length);
            let _ = file.seek(SeekFrom::End(0));
            return Err(LogError::io(&self.path, error));
        }
        self.length += line.len() as u64;
        Ok(())
    }

    /// Where it lies.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// What its games have in common.
    pub fn header(&self) -> &LogHeader {
        &self.header
    }

    /// The games in the order in which they were first finished.
    pub fn games(&self) -> &[Logged] {
        &self.games
    }

    /// The bots that played, in the order in which they came.
    pub fn programs(&self) -> &[BotProgram] {
        &self.programs
    }

    /// The game of a seed and an order of bots.
    pub fn game(&self, seed: &str, bots: &[String]) -> Option<&Logged> {
        self.index.get(&(seed.to_owned(), bots.to_vec())).map(|at| &self.games[*at])
    }
}

/// A log of some games in memory alone, for tests.
#[cfg(test)]
pub(super) fn log(games: Vec<Logged>) -> Log {
    let mut log = Log::empty(Path::new("log"), LogHeader::new("game", Map::new(), 1, 1.0));
    for game in games {
        log.insert(game);
    }
    log
}

#[cfg(test)]
mod tests {
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
        assert_eq!(log.games().len(), 1);
        let bots = ["a", "b"].map(str::to_owned);
        assert_eq!(log.game("1", &bots).unwrap().scores, [1, 2]);
        assert!(log.game("2", &bots).is_none());
    }

    #[test]
    fn a_seat_without_score_rank_or_bot_is_named_with_its_line() {
        for (scores, ranks, seats) in
            [("[1]", "[2,1]", "[0,1]"), ("[1,2]", "[1]", "[0,1]"), ("[1,2]", "[2,1]", "[0,2]")]
        {
            let sentence = read(scores, ranks, seats).map(|_| ()).unwrap_err().to_string();
            let expected = "log, line 2: has not a score and a rank for each bot";
            assert!(sentence.ends_with(expected), "{sentence}");
        }
    }
}

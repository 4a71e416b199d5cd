//! Reading a log.

use std::fs::OpenOptions;
use std::io::{self, BufRead, BufReader, Read, Seek, SeekFrom};
use std::path::Path;

use super::damage::{self, DamagedLine};
use super::error::LogError;
use super::file::LogFile;
use super::games::Log;
use super::header::{BEGIN, LogHeader};
use super::lines::Entry;
use crate::ordinary;
use crate::tell;
use crate::terminal::harmless;
use crate::whole_lines::{WholeLine, WholeLines};

/// The most bots of a log. Tables grow with their square, and some work with the cube.
const MOST_BOTS: usize = 300;

/// The most damaged lines that are described; further ones are counted.
const MOST_DAMAGED: usize = 10_000;

impl Log {
    /// Reads a log without locking it. A warning on standard error names damaged lines.
    ///
    /// # Errors
    /// If it cannot be read or is not a log.
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

    /// Reads the lines that were added after byte `from`, where an earlier call ended; 0 reads from the
    /// start. Returns the byte where the whole lines end now. No warning is printed.
    ///
    /// # Errors
    /// If it cannot be read or is not a log.
    pub fn read_on(&mut self, from: u64) -> Result<u64, LogError> {
        let path = self.path.clone();
        let fail = |error| LogError::io(&path, error);
        let mut file = ordinary::open(&path, OpenOptions::new().read(true)).map_err(fail)?;
        file.seek(SeekFrom::Start(from)).map_err(fail)?;
        Ok(from + self.read_from(BufReader::new(&file))?)
    }

    /// Parses the bytes of a log.
    ///
    /// # Errors
    /// If it is not a log.
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

    /// Opens a log to add games, or creates it. A new log stays empty until its first game is added.
    /// A read-only log can be opened too, for runs that have nothing to add.
    ///
    /// # Errors
    /// If it cannot be opened, another process uses it, it is not a log, or its header differs.
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

    /// Reads a log and locks it until it is dropped. Nothing is written.
    pub(super) fn hold(path: &Path) -> Result<Self, LogError> {
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

    /// Reads all lines and returns the length of the whole ones in bytes; 0 if the file has none and
    /// may become a log.
    fn read_from(&mut self, reader: impl BufRead) -> Result<u64, LogError> {
        let path = self.path.clone();
        let fail = |error| LogError::io(&path, error);
        let mut lines = WholeLines::new(reader);
        let mut is_foreign = false;
        while let Some(line) = lines.next().map_err(fail)? {
            self.lines += 1;
            let (entry, reason) = match line {
                WholeLine::TooLong => (None, Some("is too long".to_owned())),
                WholeLine::Bytes(text) => match Entry::read(text) {
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

    /// The error for a file whose first line is not the header of a log.
    fn not_a_log(&self, reason: Option<String>) -> LogError {
        let reason = reason.filter(|reason| reason.starts_with("is of format"));
        let sentence = reason.unwrap_or_else(|| format!("is not a log; a log begins with {BEGIN}"));
        LogError::line(&self.path, 1, sentence + "; give another log")
    }

    /// Records a reason why the last line that was read is damaged, if there is one.
    fn note_damage(&mut self, reason: Option<String>, is_partly_used: bool) {
        let line = self.lines;
        let Some(reason) = reason else { return };
        if self.damage.len() < MOST_DAMAGED {
            self.damage.push(DamagedLine { line, reason, is_partly_used });
        } else {
            self.more_damage += 1;
        }
    }

    /// Adds the content of a line.
    fn take(&mut self, entry: Option<Entry>) {
        match entry {
            Some(Entry::Bot(program)) => {
                if self.programs.len() < MOST_BOTS || self.program(&program.bot).is_some() {
                    self.replace(program);
                } else {
                    let reason = format!("names a bot beyond the first {MOST_BOTS}");
                    self.note_damage(Some(reason), false);
                }
            }
            Some(Entry::Question(question)) => self.question = Some(question),
            Some(Entry::Game(game)) => drop(self.insert(*game, self.lines)),
            Some(Entry::Header(_) | Entry::Blank) | None => {}
        }
    }

    /// Warns of damaged lines.
    fn warn(&self) {
        if let Some(warning) = damage::warning(&self.path, &self.damage, self.more_damage) {
            tell!("{}", harmless(&warning));
        }
    }
}

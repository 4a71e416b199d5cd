//! Reading a log.

use std::collections::VecDeque;
use std::fs::OpenOptions;
use std::io::{self, BufRead, BufReader, Read, Seek, SeekFrom};
use std::path::Path;
use std::sync::mpsc::sync_channel;
use std::thread;

use super::breaks::Link;
use super::chain::Chain;
use super::chunk::{CHUNK, Chunk, ParsedLine};
use super::contradiction::RankRules;
use super::damage::{self, DamagedLine};
use super::error::LogError;
use super::file::LogFile;
use super::games::{ChainCheck, Log};
use super::header::{BEGIN, LogHeader};
use super::key::LogKey;
use super::lines::Entry;
use crate::arena::joined::joined;
use crate::ordinary;
use crate::plain_words::FileKind;
use crate::system::number_of_cores;
use crate::tell;
use crate::terminal::harmless;
use crate::whole_lines::WholeLines;

/// The most bots of a log. Tables grow with their square, and some work with the cube.
pub const MOST_BOTS: usize = 400;

/// Chunks that are parsed at the same time: each takes some megabytes.
const MOST_PARSED_AT_ONCE: usize = 4;

/// The most damaged lines that are described; further ones are counted.
const MOST_DAMAGED: usize = 10_000;

impl Log {
    /// Reads a log without locking it. Warnings on standard error name damaged lines and a last line that was cut off.
    ///
    /// # Errors
    /// If it cannot be read or is not a log, or if its chain is broken or needs another key.
    pub fn read(path: &Path, check: &ChainCheck) -> Result<Self, LogError> {
        let fail = |error| LogError::io(path, error);
        let file = ordinary::open(path, OpenOptions::new().read(true)).map_err(fail)?;
        let mut log = Self::checked(path, check.clone());
        let length = log.read_from(BufReader::new(&file))?;
        if length == 0 {
            return Err(log.without_lines());
        }
        log.warn();
        if log.is_torn {
            tell!("{}", harmless(&damage::warning_of_torn_end(path)));
        }
        log.demand_sound_chain()?;
        Ok(log)
    }

    /// Fails if lines break the chain, unless they count.
    fn demand_sound_chain(&self) -> Result<(), LogError> {
        match damage::summary(&self.chain.broken, self.chain.more_broken) {
            Some(what) if !self.check.is_trusting => {
                let can_be_repaired = self.chain.broken.iter().all(|it| it.line > 1);
                Err(LogError::Broken { path: self.path.clone(), what, can_be_repaired })
            }
            _ => Ok(()),
        }
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
        let mut log = Self::unread(Path::new("log"));
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
    /// If it cannot be opened, another process uses it, it is not a log, its header differs, or its chain is broken or
    /// needs another key.
    pub fn open(path: &Path, header: LogHeader, key: Option<&LogKey>) -> Result<Self, LogError> {
        let mut file = LogFile::open(path)?;
        let check = ChainCheck { key: key.cloned(), ..ChainCheck::default() };
        let mut log = Self::checked(path, check);
        let length = log.read_from(file.reader().map_err(|error| LogError::io(path, error))?)?;
        if length > 0 {
            log.demand_header(&header)?;
            log.demand_system(&header)?;
            log.warn();
            log.demand_sound_chain()?;
        } else {
            let key_name = key.map(|key| key.name().to_owned());
            log.header = LogHeader { key: key_name, older_rules: None, ..header };
            log.chain = Chain::new(key.cloned());
        }
        file.cut(length).map_err(|error| LogError::unwritable(path, error))?;
        log.file = Some(file);
        Ok(log)
    }

    /// Reads a log and locks it until it is dropped. Lines that break its chain are left out. Nothing is written.
    pub(super) fn hold(path: &Path, key: Option<&LogKey>) -> Result<Self, LogError> {
        if !path.exists() {
            return Err(LogError::io(path, io::ErrorKind::NotFound.into()));
        }
        let file = LogFile::open(path)?;
        let check = ChainCheck { key: key.cloned(), ..ChainCheck::default() };
        let mut log = Self::checked(path, check);
        if log.read_from(file.reader().map_err(|error| LogError::io(path, error))?)? == 0 {
            return Err(log.without_lines());
        }
        if log.chain.breaks.inserted().iter().any(|part| part.len() > 1) {
            // The end of a part shows that it was inserted, when its lines have been taken.
            let inserted = log.chain.breaks.inserted().to_vec();
            log = Self::checked(path, ChainCheck { inserted, ..log.check });
            log.read_from(file.reader().map_err(|error| LogError::io(path, error))?)?;
        }
        log.file = Some(file);
        Ok(log)
    }

    /// Reads all lines and returns the length of the whole ones in bytes; 0 if the file has none and
    /// may become a log.
    fn read_from(&mut self, reader: impl BufRead + Send) -> Result<u64, LogError> {
        let path = self.path.clone();
        let fail = |error| LogError::io(&path, error);
        let mut lines = WholeLines::new(reader);
        let mut has_more = true;
        if self.lines == 0 {
            // The first line says how the others are hashed.
            let mut first = Chunk::default();
            has_more = first.read(&mut lines, 0).map_err(fail)?;
            for line in first.parse(&self.chain) {
                self.take_line(line, &first)?;
            }
        }
        let chain = self.chain.for_hashes();
        // The next chunks are read and parsed while the lines of one are taken.
        let (send, receive) = sync_channel(0);
        thread::scope(|scope| {
            let (lines, chain) = (&mut lines, &chain);
            let reading = scope.spawn(move || -> io::Result<()> {
                let most = number_of_cores().min(MOST_PARSED_AT_ONCE);
                let mut parsing = VecDeque::new();
                while has_more || !parsing.is_empty() {
                    if has_more {
                        let mut chunk = Chunk::default();
                        has_more = chunk.read(lines, CHUNK)?;
                        parsing.push_back(scope.spawn(move || {
                            let parsed = chunk.parse(chain);
                            (chunk, parsed)
                        }));
                    }
                    if parsing.len() < most && has_more {
                        continue;
                    }
                    let first = parsing.pop_front().map(joined);
                    if first.is_some_and(|first| send.send(first).is_err()) {
                        break;
                    }
                }
                Ok(())
            });
            for (chunk, parsed) in receive {
                for line in parsed {
                    self.take_line(line, &chunk)?;
                }
            }
            joined(reading).map_err(fail)
        })?;
        let (length, rest) = lines.end();
        if self.lines == 0 && !BEGIN.as_bytes().starts_with(&rest[..rest.len().min(BEGIN.len())]) {
            return Err(self.not_a_log(&rest, None));
        }
        self.is_torn = !rest.is_empty();
        Ok(length)
    }

    /// Takes a line.
    fn take_line(&mut self, line: ParsedLine, chunk: &Chunk) -> Result<(), LogError> {
        self.lines += 1;
        let ParsedLine { entry, text, reason, hash } = line;
        let text = chunk.text(text);
        if self.lines == 1 {
            let Some(Entry::Header(header)) = entry else {
                return Err(self.not_a_log(text, reason));
            };
            self.begin(header, text)?;
            self.note_damage(reason, true);
            return Ok(());
        }
        if let Some(Entry::Header(header)) = &entry {
            self.is_foreign = *header != self.header;
        }
        if self.is_foreign && entry.is_some() {
            self.note_damage(Some(damage::FOREIGN.to_owned()), false);
            return Ok(());
        }
        let contradiction = self.contradiction(entry.as_ref());
        let is_used = entry.is_some() && contradiction.is_none();
        self.note_damage(reason.or(contradiction), is_used);
        // Also a line that is not used belongs to the chain.
        if self.is_in_chain(entry.as_ref(), text, hash) && is_used {
            self.take(entry);
        }
        Ok(())
    }

    /// Takes the first line.
    fn begin(&mut self, header: LogHeader, text: &[u8]) -> Result<(), LogError> {
        let ChainCheck { key, takes_other_kinds, is_trusting, inserted } = &self.check;
        let path = || self.path.clone();
        let is_this = |key: &LogKey| header.key.as_deref() == Some(key.name());
        match (key, &header.key) {
            _ if *is_trusting => {}
            (Some(key), Some(_)) if !is_this(key) => return Err(LogError::OtherKey(path())),
            (None, Some(_)) => return Err(LogError::NoKey(path())),
            (Some(_), None) if !takes_other_kinds => return Err(LogError::NotKeyed(path())),
            _ => {}
        }
        let key = key.clone().filter(is_this);
        self.chain = Chain::of_first_line(text, header.key.is_some(), key, inserted);
        self.rules = RankRules::of(&header.game);
        self.header = header;
        self.check_chain(text, self.chain.hash_of(text), true);
        Ok(())
    }

    /// Whether a line counts: it belongs to the chain, or lines outside the chain count, too.
    fn is_in_chain(&mut self, entry: Option<&Entry>, text: &[u8], hash: Option<Link>) -> bool {
        match entry {
            Some(Entry::Blank) => true,
            // A line that cannot be read still has its place in the chain if it ends with hashes: the next line follows it.
            None if !Chain::ends_with_hashes(text) => true,
            Some(Entry::Header(_)) => {
                self.chain.restart();
                true
            }
            _ => self.check_chain(text, hash, false) || self.check.is_trusting,
        }
    }

    /// Adds a line to the chain, and notes if it does not belong there. Returns whether it does.
    fn check_chain(&mut self, text: &[u8], hash: Option<Link>, is_first: bool) -> bool {
        let taken = self.chain.take(text, hash, is_first);
        if let Err(reason) = taken {
            if self.chain.broken.len() < MOST_DAMAGED {
                let (line, reason) = (self.lines, reason.to_owned());
                self.chain.broken.push(DamagedLine { line, reason, is_partly_used: false });
            } else {
                self.chain.more_broken += 1;
            }
        }
        taken.is_ok()
    }

    /// Why the fields of a game contradict each other, if they do.
    fn contradiction(&self, entry: Option<&Entry>) -> Option<String> {
        match entry {
            Some(Entry::Game(game)) => self.rules.contradiction(game),
            _ => None,
        }
    }

    /// The error for a file whose first line, if it has one, is not the header of a log.
    fn not_a_log(&self, first: &[u8], reason: Option<String>) -> LogError {
        match FileKind::of(first) {
            FileKind::Log => {
                let reason = reason.unwrap_or_else(|| "is cut off".to_owned());
                LogError::line(&self.path, 1, reason)
            }
            kind => LogError::NotALog { path: self.path.clone(), kind },
        }
    }

    /// The error for a file without a whole line: it is empty, or its first line is cut off.
    fn without_lines(&self) -> LogError {
        if self.is_torn {
            let reason = "is cut off, so the log has no games; delete the file".to_owned();
            return LogError::line(&self.path, 1, reason);
        }
        LogError::NotALog { path: self.path.clone(), kind: FileKind::Empty }
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
            Some(Entry::Game(mut game)) => {
                if self.header.is_of_windows() {
                    let recording = game.recording.take();
                    game.recording = recording.map(|path| path.replace('\\', "/").into());
                }
                self.insert(*game, self.lines);
            }
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

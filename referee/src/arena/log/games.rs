//! The games of a log in memory.

use std::hash::BuildHasher;
use std::ops::Range;
use std::path::{Path, PathBuf};

use hashbrown::{DefaultHashBuilder, HashTable};

use super::chain::{Chain, ChainKind};
use super::contradiction::RankRules;
use super::damage::DamagedLine;
use super::file::LogFile;
use super::header::{BotProgram, LogHeader, LogSource};
use super::key::LogKey;
use super::selected::Selection;
use crate::arena::logged::Logged;
use crate::arena::pool::Pool;
use crate::arena::question::{Asked, Question, TrialQuestion};

/// A log in memory, with its file if it was opened for writing.
pub struct Log {
    pub(super) path: PathBuf,
    pub(super) header: LogHeader,
    pub(super) programs: Vec<BotProgram>,
    pub(super) question: Option<Asked>,
    /// Each game once, in the order in which they were first finished.
    pub(super) entries: Vec<GameEntry>,
    /// Where each game is, by a hash of the seed and the order of the bots.
    index: HashTable<Place>,
    hasher: DefaultHashBuilder,
    pool: Pool,
    pub(super) file: Option<LogFile>,
    /// Number of whole lines of the file.
    pub(super) lines: usize,
    /// Lines that could not be read.
    pub(super) damage: Vec<DamagedLine>,
    /// Number of further lines that could not be read.
    pub(super) more_damage: usize,
    /// Number of lines with games that were played again.
    pub(super) obsolete: usize,
    /// Whether the file ends with an incomplete line.
    pub(super) is_torn: bool,
    /// Whether the last header that was read is that of another log.
    pub(super) is_foreign: bool,
    /// How its games were selected; `None` for all games of its file.
    pub(super) selection: Option<Selection>,
    /// Number of games that this process has added.
    pub(super) added: u64,
    /// How its chain is checked.
    pub(super) check: ChainCheck,
    pub(super) chain: Chain,
    /// What the ranks of the contest follow.
    pub(super) rules: RankRules,
}

/// How the chain of a log is checked.
#[derive(Clone, Debug, Default)]
pub struct ChainCheck {
    /// The key.
    pub key: Option<LogKey>,
    /// Whether a log without this key is accepted, too.
    pub takes_other_kinds: bool,
    /// Whether lines count that break the chain.
    pub is_trusting: bool,
    /// The parts that an earlier reading found to be inserted.
    pub inserted: Vec<Range<usize>>,
}

impl ChainCheck {
    /// Lines that break the chain count.
    pub fn trusting() -> Self {
        Self { is_trusting: true, ..Self::default() }
    }
}

/// Where a game is in `entries`. When the index grows it needs the hash of each game, and the games of a large log are
/// scattered over the memory.
#[derive(Clone, Copy)]
struct Place {
    at: u32,
    hash: GameHash,
}

/// The hash of a game's seed and bots: one half of that of the hasher, so that a place has 8 bytes.
#[derive(Clone, Copy, PartialEq, Eq)]
struct GameHash(u32);

impl GameHash {
    /// For the table, which takes the bucket from the low bits and a mark from the highest ones.
    fn for_table(self) -> u64 {
        u64::from(self.0) << 32 | u64::from(self.0)
    }
}

/// A game and its line in the file.
pub(super) struct GameEntry {
    pub(super) game: Logged,
    pub(super) line: usize,
}

impl Log {
    /// A log at a path, before anything is read. Lines that break its chain will count, and are in
    /// [`broken`](Self::broken).
    pub fn unread(path: &Path) -> Self {
        Self::checked(path, ChainCheck::trusting())
    }

    /// The same, with this check of its chain.
    pub(super) fn checked(path: &Path, check: ChainCheck) -> Self {
        Self { check, ..Self::empty(path, LogHeader::none()) }
    }

    pub(super) fn empty(path: &Path, header: LogHeader) -> Self {
        Self {
            path: path.to_owned(),
            header,
            programs: Vec::new(),
            question: None,
            entries: Vec::new(),
            index: HashTable::new(),
            hasher: DefaultHashBuilder::default(),
            pool: Pool::default(),
            file: None,
            lines: 0,
            damage: Vec::new(),
            more_damage: 0,
            obsolete: 0,
            is_torn: false,
            is_foreign: false,
            selection: None,
            added: 0,
            check: ChainCheck::default(),
            chain: Chain::default(),
            rules: RankRules::default(),
        }
    }

    /// Adds a game that is in a line of the file. Returns the line of the same game that no longer
    /// counts, if there is one. An undecided game never replaces a decided one.
    pub(super) fn insert(&mut self, mut game: Logged, line: usize) -> Option<usize> {
        game.compact(&mut self.pool);
        let hash = self.hash(&game.seed, &game.bots);
        let Some(at) = self.place_of(hash, &game.seed, &game.bots) else {
            let place = Place { at: self.entries.len() as u32, hash };
            self.entries.push(GameEntry { game, line });
            self.index.insert_unique(hash.for_table(), place, |place| place.hash.for_table());
            return None;
        };
        let entry = GameEntry { game, line };
        let old = &mut self.entries[at];
        if old.game.is_decided() && !entry.game.is_decided() {
            return None;
        }
        self.obsolete += 1;
        Some(std::mem::replace(old, entry).line)
    }

    /// The lines that could not be read; if there are very many, the first of them.
    pub fn damage(&self) -> &[DamagedLine] {
        &self.damage
    }

    /// The lines that break the chain; if there are very many, the first of them.
    pub fn broken(&self) -> &[DamagedLine] {
        &self.chain.broken
    }

    /// Number of further lines that could not be read, and of further lines that break the chain.
    pub fn further(&self) -> [usize; 2] {
        [self.more_damage, self.chain.more_broken]
    }

    /// How the log is chained.
    pub fn chain_kind(&self) -> ChainKind {
        self.chain.kind
    }

    /// The hash of the last line; `None` without a chain.
    pub fn head(&self) -> Option<String> {
        self.chain.head()
    }

    /// Number of its whole lines.
    pub fn lines(&self) -> usize {
        self.lines
    }

    /// The log as a source of another one.
    pub(super) fn as_source(&self) -> LogSource {
        let log = self.path.to_string_lossy().into_owned();
        LogSource {
            log,
            chain: self.chain.kind,
            head: self.chain.head(),
            lines: self.lines,
            systems: self.header.systems.clone(),
        }
    }

    /// The question of the last duel in the log, unless a try came after it.
    pub fn question(&self) -> Option<&Question> {
        match &self.question {
            Some(Asked::Duel(question)) => Some(question),
            _ => None,
        }
    }

    /// The question of the last try in the log, unless a duel came after it.
    pub fn trial(&self) -> Option<&TrialQuestion> {
        match &self.question {
            Some(Asked::Try(question)) => Some(question),
            _ => None,
        }
    }

    /// The path of its file.
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

    /// The games in which the machine was overloaded. They do not count.
    pub fn undecided(&self) -> impl DoubleEndedIterator<Item = &Logged> + Clone {
        self.all_games().filter(|game| !game.is_decided())
    }

    /// The bots that played, in the order in which they were added.
    pub fn programs(&self) -> &[BotProgram] {
        &self.programs
    }

    /// Number of games that this process has added.
    pub fn added(&self) -> u64 {
        self.added
    }

    /// The line of a bot.
    pub fn program(&self, bot: &str) -> Option<&BotProgram> {
        self.programs.iter().find(|it| it.bot == bot)
    }

    /// Whether a game of this seed and these bots by seat is there, even if it does not count.
    pub fn has(&self, seed: &str, bots: &[String]) -> bool {
        self.entry_of(seed, bots).is_some()
    }

    pub(super) fn entry_of(&self, seed: &str, bots: &[String]) -> Option<&GameEntry> {
        let at = self.place_of(self.hash(seed, bots), seed, bots)?;
        Some(&self.entries[at])
    }

    fn hash(&self, seed: &str, bots: &[String]) -> GameHash {
        GameHash((self.hasher.hash_one((seed, bots)) >> 32) as u32)
    }

    /// The index into `entries` of a game.
    fn place_of(&self, hash: GameHash, seed: &str, bots: &[String]) -> Option<usize> {
        let is_it = |place: &Place| {
            let game = &self.entries[place.at as usize].game;
            place.hash == hash && game.seed == seed && game.bots[..] == *bots
        };
        self.index.find(hash.for_table(), is_it).map(|place| place.at as usize)
    }

    /// The game of this seed and these bots by seat, if it counts.
    pub fn game(&self, seed: &str, bots: &[String]) -> Option<&Logged> {
        self.entry_of(seed, bots).map(|it| &it.game).filter(|game| game.is_decided())
    }
}

/// A log of some games without a file.
#[cfg(test)]
pub(in crate::arena) fn log(games: Vec<Logged>) -> Log {
    let mut log = Log::empty(
        Path::new("log"),
        LogHeader::new("game", serde_json::Map::new(), "1".into(), 1.0),
    );
    for (line, game) in (1..).zip(games) {
        log.insert(game, line);
    }
    log
}

//! Logs that visitors have open. They are kept in memory, and only what they gain is read.

use std::collections::HashMap;
use std::fs;
use std::mem;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Instant;

use anyhow::{Result, anyhow};

use super::filter::{Facts, Filter};
use super::folder::inside;
use super::index::Rows;
use super::names::beside;
use super::order::{Order, Values};
use super::place::Place;
use super::reuse::reuse_time;
use crate::arena::{Log, Logged, NotMet, Pairing, holds, select};
use crate::cluster::{Board, RunFolder};
use crate::games::contest;
use crate::pages::{Findings, GameRow};
use crate::recording::BegunRecording;
use crate::report::{ByTurn, Report};

/// Most logs in memory that no page has open. A further one replaces the least recently used of them.
const MOST_LOGS: usize = 4;

/// Logs in memory, the most recently used last.
#[derive(Default)]
pub(super) struct Logs {
    open: Mutex<Vec<(PathBuf, Arc<Mutex<OpenLog>>)>>,
}

/// What a report is about.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub(super) struct Question {
    /// Two bots to compare; `None` for all bots.
    pub rivals: Option<[String; 2]>,
    /// The condition that games must meet; empty for all games.
    pub condition: String,
}

/// A log in memory.
pub(super) struct OpenLog {
    log: Log,
    /// How far it was read.
    place: Place,
    /// Number of changes so far.
    version: u64,
    /// The batches of its run, if that is played on other machines.
    batches: Option<Board>,
    findings: HashMap<Question, Computed>,
}

/// Findings of a version of the log, which are reused until a time.
struct Computed {
    findings: Arc<Findings>,
    version: u64,
    until: Instant,
}

/// Most findings that are kept for a log.
const MOST_COMPUTED: usize = 20;

/// Most recordings from which the values by turn are read; the latest ones.
const MOST_RECORDINGS: usize = 40;

impl Logs {
    /// The log at a path; it is opened if it is not in memory.
    pub(super) fn get(&self, path: &Path) -> Arc<Mutex<OpenLog>> {
        let mut open = self.open.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(at) = open.iter().position(|(known, _)| known == path) {
            open[at..].rotate_left(1);
        } else {
            let log = Log::unread(path);
            let new = OpenLog {
                log,
                place: Place::default(),
                version: 0,
                batches: None,
                findings: HashMap::new(),
            };
            open.push((path.to_owned(), Arc::new(Mutex::new(new))));
            // A page that follows a log holds it. Without it in memory, it would be read again at each look for changes.
            let is_free = |log: &Arc<_>| Arc::strong_count(log) == 1;
            let free = open[..open.len() - 1].iter().filter(|(_, log)| is_free(log)).count();
            if free >= MOST_LOGS {
                let first = open.iter().position(|(_, log)| is_free(log));
                open.remove(first.expect("some are free"));
            }
        }
        open.last().map(|(_, log)| log.clone()).expect("one was found or pushed")
    }
}

impl OpenLog {
    /// Reads what the log has gained, or all of it if the file is another one or was written anew.
    fn catch_up(&mut self) -> Result<()> {
        let path = self.log.path().to_owned();
        let length = fs::metadata(&path)?.len();
        if !self.place.is_in(&path) {
            self.log = Log::unread(&path);
            self.place = Place::default();
            self.findings.clear();
        }
        let batches = Board::read(&RunFolder::of_log(&path).progress());
        self.version += u64::from(batches != self.batches);
        self.batches = batches;
        // After an error nobody knows how far it was read, so the next look begins anew.
        let before = mem::take(&mut self.place).read;
        let read = if before < length { self.log.read_on(before)? } else { before };
        self.version += u64::from(read != before);
        self.place = Place::of(&path, read)?;
        Ok(())
    }

    /// The data of the report's page, computed now or a short time ago. While it does not change, it is the same object.
    /// `live` is the log's path in the folder `root`.
    ///
    /// # Errors
    /// If it is not a log of a known contest, the two bots have not met, or the condition cannot be used.
    pub(super) fn findings(
        &mut self,
        root: &Path,
        live: &str,
        asked: &Question,
    ) -> Result<Arc<Findings>> {
        let now = Instant::now();
        if let Some(known) = self.findings.get(asked)
            && now < known.until
        {
            return Ok(known.findings.clone());
        }
        self.catch_up()?;
        if let Some(known) = self.findings.get_mut(asked)
            && known.version == self.version
        {
            known.until = Instant::now() + reuse_time(now.elapsed());
            return Ok(known.findings.clone());
        }
        if self.place.read == 0 {
            return Err(anyhow!("the log {live} has no whole line"));
        }
        let contest = contest(&self.log.header().game)?;
        let bots = asked.rivals.as_ref().map(|bots| bots.each_ref().map(String::as_str));
        let part = match asked.condition.as_str() {
            "" => None,
            condition => Some(select(&self.log, condition)?),
        };
        let log = part.as_ref().unwrap_or(&self.log);
        let test = |pairing: &Pairing| Ok::<_, NotMet>(Report::asked_test(log, pairing));
        let report = Report::of(log, contest, bots, &[], test)?;
        let mut findings = Findings::new(&report, contest);
        findings.metrics = by_turn(root, live, log);
        // Visitors do not see where the folder is.
        let path = self.log.path().display().to_string();
        findings.text = findings.text.replace(&path, live);
        findings.report["log"] = live.into();
        for seed in findings.lost_seeds.iter_mut().flat_map(|lost| &mut lost.seeds) {
            seed.pair.iter_mut().for_each(|path| *path = beside(live, path));
        }
        live.clone_into(&mut findings.live);
        findings.batches.clone_from(&self.batches);
        let findings = Arc::new(findings);
        if self.findings.len() >= MOST_COMPUTED {
            self.findings.retain(|_, known| known.version == self.version);
        }
        if self.findings.len() >= MOST_COMPUTED {
            self.findings.clear();
        }
        let until = Instant::now() + reuse_time(now.elapsed());
        let computed = Computed { findings: findings.clone(), version: self.version, until };
        self.findings.insert(asked.clone(), computed);
        Ok(findings)
    }

    /// `count` games that meet a condition and pass a filter, the latest first, without the first `from`.
    ///
    /// # Errors
    /// If it is not a log, or the condition cannot be used.
    pub(super) fn games(
        &mut self,
        name: &str,
        condition: &str,
        filter: &Filter,
        order: Order,
        [from, count]: [usize; 2],
    ) -> Result<Rows> {
        if self.version == 0 {
            self.catch_up()?;
        }
        let holds = match condition {
            "" => None,
            condition => Some(holds(&self.log, condition)?.0),
        };
        let numbered: Vec<(usize, &Logged)> = self.log.all_games().enumerate().collect();
        let meets = |at: usize| holds.as_ref().is_none_or(|holds| holds[at]);
        let wanted = numbered
            .into_iter()
            .rev()
            .filter(|(at, game)| meets(*at) && filter.wants(&Facts::from(*game)));
        let mut wanted: Vec<(usize, &Logged)> = wanted.collect();
        order.sort(&mut wanted, |(_, game)| values(game));
        let found = wanted.len();
        let part = wanted.into_iter().skip(from).take(count);
        let rows = part.map(|(at, game)| row(&self.log, name, at + 1, game)).collect();
        Ok(Rows { rows, found })
    }
}

/// The values by turn in the latest recordings of a log. Only recordings inside the folder `root` are read.
fn by_turn(root: &Path, live: &str, log: &Log) -> ByTurn {
    let kept = log.games().rev().filter_map(|game| Some((game, game.recording.as_ref()?)));
    let mut all = ByTurn::default();
    for (game, recording) in kept.take(MOST_RECORDINGS) {
        let path = inside(root, &beside(live, recording));
        if let Some(Ok(recording)) = path.map(|path| BegunRecording::load(&path)) {
            all.add(&recording, &game.bots);
        }
    }
    all
}

fn values(game: &Logged) -> Values<'_> {
    Values {
        contest: "",
        seed: &game.seed,
        bots: &game.bots,
        scores: &game.scores,
        turns: game.turns,
        end: game.end.as_ref().map_or("", |end| end),
        slowest: game.times.iter().map(|seat| seat.max()).max().unwrap_or(0),
        faults: game.thrown_out.len() + usize::from(!game.is_decided()),
    }
}

/// The row of a game, with the path of its recording relative to the folder.
fn row(log: &Log, name: &str, number: usize, game: &Logged) -> GameRow {
    let row = GameRow::of(log, number, game);
    let recording = row.recording.map(|recording| beside(name, &recording));
    let partner = row.partner.map(|recording| beside(name, &recording));
    GameRow { recording, partner, ..row }
}

/// The error for a path that is not in the folder.
pub(super) fn not_in_folder(path: &str) -> anyhow::Error {
    anyhow!("the folder does not contain {path:?}")
}

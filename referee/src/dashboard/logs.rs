//! Logs that somebody looks at, kept in memory and read on as they grow.

use std::collections::HashMap;
use std::fs;
use std::os::unix::fs::MetadataExt;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Instant;

use anyhow::{Result, anyhow};

use super::filter::{Facts, Filter};
use super::index::Rows;
use super::rest_after;
use crate::arena::{Log, Logged, NotMet, Pairing};
use crate::games::contest;
use crate::pages::{Findings, GameRow};
use crate::report::Report;

/// Logs in memory; the one that was asked for longest ago makes room.
const MOST_LOGS: usize = 4;

/// Logs that somebody looks at.
#[derive(Default)]
pub(super) struct Logs {
    open: Mutex<Vec<(PathBuf, Arc<Mutex<OpenLog>>)>>,
}

/// Two bots to compare, or none for what the log is about.
pub(super) type Rivals = Option<[String; 2]>;

/// A log in memory.
pub(super) struct OpenLog {
    log: Log,
    /// The file that was read, and where its whole lines ended.
    file: (u64, u64),
    read: u64,
    /// How often it has changed.
    version: u64,
    findings: HashMap<Rivals, Computed>,
}

/// What was computed, of which version, and until when it will do.
struct Computed {
    findings: Arc<Findings>,
    version: u64,
    until: Instant,
}

/// Most comparisons of two bots of a log that are kept.
const MOST_COMPUTED: usize = 20;

impl Logs {
    /// The log at a path.
    pub(super) fn get(&self, path: &Path) -> Arc<Mutex<OpenLog>> {
        let mut open = self.open.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(at) = open.iter().position(|(known, _)| known == path) {
            open[at..].rotate_left(1);
        } else {
            let log = Log::unread(path);
            let new = OpenLog { log, file: (0, 0), read: 0, version: 0, findings: HashMap::new() };
            open.push((path.to_owned(), Arc::new(Mutex::new(new))));
            if open.len() > MOST_LOGS {
                open.remove(0);
            }
        }
        open.last().map(|(_, log)| log.clone()).expect("one was found or pushed")
    }
}

impl OpenLog {
    /// Reads what has come since the last time.
    fn catch_up(&mut self) -> Result<()> {
        let metadata = fs::metadata(self.log.path())?;
        let file = (metadata.dev(), metadata.ino());
        if file != self.file || metadata.len() < self.read {
            let path = self.log.path().to_owned();
            self.log = Log::unread(&path);
            (self.file, self.read) = (file, 0);
            self.findings.clear();
        }
        if self.read < metadata.len() || self.read == 0 {
            let read = self.log.read_on(self.read)?;
            self.version += u64::from(read != self.read);
            self.read = read;
        }
        Ok(())
    }

    /// What the log says, as of now or of a moment ago. `live` is the log's name in the folder.
    ///
    /// # Errors
    /// It is no log of a known contest, or the two have not met.
    pub(super) fn findings(&mut self, live: &str, rivals: &Rivals) -> Result<Arc<Findings>> {
        let now = Instant::now();
        if let Some(known) = self.findings.get(rivals)
            && now < known.until
        {
            return Ok(known.findings.clone());
        }
        self.catch_up()?;
        if let Some(known) = self.findings.get_mut(rivals)
            && known.version == self.version
        {
            known.until = Instant::now() + rest_after(now.elapsed());
            return Ok(known.findings.clone());
        }
        let contest = contest(&self.log.header().game)?;
        let bots = rivals.as_ref().map(|bots| bots.each_ref().map(String::as_str));
        let test = |pairing: &Pairing| Ok::<_, NotMet>(Report::asked_test(&self.log, pairing));
        let report = Report::of(&self.log, contest, bots, &[], test)?;
        let mut findings = Findings::new(&report, contest);
        // Where the folder lies is nobody's business.
        let path = self.log.path().display().to_string();
        findings.text = findings.text.replace(&path, live);
        findings.report["log"] = live.into();
        live.clone_into(&mut findings.live);
        let findings = Arc::new(findings);
        if self.findings.len() >= MOST_COMPUTED {
            self.findings.clear();
        }
        let until = Instant::now() + rest_after(now.elapsed());
        let computed = Computed { findings: findings.clone(), version: self.version, until };
        self.findings.insert(rivals.clone(), computed);
        Ok(findings)
    }

    /// How often it has changed.
    pub(super) fn version(&self) -> u64 {
        self.version
    }

    /// The games that are asked for, of those that are read, the latest first.
    ///
    /// # Errors
    /// It is no log.
    pub(super) fn games(
        &mut self,
        name: &str,
        filter: &Filter,
        from: usize,
        count: usize,
    ) -> Result<Rows> {
        if self.version == 0 {
            self.catch_up()?;
        }
        let numbered: Vec<(usize, &Logged)> = self.log.all_games().enumerate().collect();
        let wanted =
            numbered.into_iter().rev().filter(|(_, game)| filter.wants(&Facts::from(*game)));
        let (mut rows, mut found) = (Vec::new(), 0);
        for (at, game) in wanted {
            if found >= from && rows.len() < count {
                rows.push(row(name, at + 1, game));
            }
            found += 1;
        }
        Ok(Rows { rows, found })
    }
}

/// A game with the address of its page.
fn row(log: &str, number: usize, game: &Logged) -> GameRow {
    let mut row = GameRow::new(number, game);
    let folder = Path::new(log).parent().unwrap_or(Path::new(""));
    row.recording =
        row.recording.map(|recording| folder.join(recording).to_string_lossy().into_owned());
    row
}

/// The error on a path that is not in the folder.
pub(super) fn not_there(path: &str) -> anyhow::Error {
    anyhow!("there is no {path} in the folder")
}

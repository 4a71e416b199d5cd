//! Logs that visitors have open. They are kept in memory, and only what they gain is read.

use std::collections::HashMap;
use std::fs;
use std::os::unix::fs::MetadataExt;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Instant;

use anyhow::{Result, anyhow};

use super::filter::{Facts, Filter};
use super::index::Rows;
use super::reuse::reuse_time;
use crate::arena::{Log, Logged, NotMet, Pairing};
use crate::games::contest;
use crate::pages::{Findings, GameRow};
use crate::report::Report;

/// Most logs in memory; a further one replaces the least recently used.
const MOST_LOGS: usize = 4;

/// Logs in memory, the most recently used last.
#[derive(Default)]
pub(super) struct Logs {
    open: Mutex<Vec<(PathBuf, Arc<Mutex<OpenLog>>)>>,
}

/// Two bots to compare; `None` for the report on the whole log.
pub(super) type Rivals = Option<[String; 2]>;

/// A log in memory.
pub(super) struct OpenLog {
    log: Log,
    /// Device and inode of the file.
    file: (u64, u64),
    /// Offset of the end of the last complete line that was read.
    read: u64,
    /// Number of changes so far.
    version: u64,
    findings: HashMap<Rivals, Computed>,
}

/// Findings of a version of the log, which are reused until a time.
struct Computed {
    findings: Arc<Findings>,
    version: u64,
    until: Instant,
}

/// Most findings that are kept for a log.
const MOST_COMPUTED: usize = 20;

impl Logs {
    /// The log at a path; it is opened if it is not in memory.
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
    /// Reads what the log has gained, or all of it if the file was replaced.
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

    /// The data of the report's page, computed now or a short time ago. `live` is the log's path in the folder.
    ///
    /// # Errors
    /// If it is not a log of a known contest, or the two bots have not met.
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
            known.until = Instant::now() + reuse_time(now.elapsed());
            return Ok(known.findings.clone());
        }
        let contest = contest(&self.log.header().game)?;
        let bots = rivals.as_ref().map(|bots| bots.each_ref().map(String::as_str));
        let test = |pairing: &Pairing| Ok::<_, NotMet>(Report::asked_test(&self.log, pairing));
        let report = Report::of(&self.log, contest, bots, &[], test)?;
        let mut findings = Findings::new(&report, contest);
        // Visitors do not see where the folder is.
        let path = self.log.path().display().to_string();
        findings.text = findings.text.replace(&path, live);
        findings.report["log"] = live.into();
        live.clone_into(&mut findings.live);
        let findings = Arc::new(findings);
        if self.findings.len() >= MOST_COMPUTED {
            self.findings.clear();
        }
        let until = Instant::now() + reuse_time(now.elapsed());
        let computed = Computed { findings: findings.clone(), version: self.version, until };
        self.findings.insert(rivals.clone(), computed);
        Ok(findings)
    }

    /// Number of changes so far.
    pub(super) fn version(&self) -> u64 {
        self.version
    }

    /// `count` games that pass a filter, the latest first, without the first `from`.
    ///
    /// # Errors
    /// If it is not a log.
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

/// The row of a game, with the path of its recording relative to the folder.
fn row(log: &str, number: usize, game: &Logged) -> GameRow {
    let mut row = GameRow::new(number, game);
    let folder = Path::new(log).parent().unwrap_or(Path::new(""));
    row.recording =
        row.recording.map(|recording| folder.join(recording).to_string_lossy().into_owned());
    row
}

/// The error for a path that is not in the folder.
pub(super) fn not_in_folder(path: &str) -> anyhow::Error {
    anyhow!("the folder does not contain {path:?}")
}

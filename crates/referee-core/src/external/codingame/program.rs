//! A referee of CodinGame's engine, and what its games share.

use std::path::{Path, PathBuf};
use std::time::Duration;

use anyhow::{Context, Result};
use itertools::Itertools;

use super::super::counting::Counting;
use super::super::host::Host;
use super::super::java::JavaReferee;
use super::super::pool::Pool;
use super::setup::CodingameSetup;
use super::transcript::Transcript;
use crate::contest_file::{ContestFile, ContestFileError, Engine, LimitsTable, Mode, RefereeTable};

/// What a proof needs of a game.
pub(in crate::external) type Sample = (CodingameSetup, Transcript);

/// A referee of CodinGame's engine.
pub(in crate::external) struct CodingameProgram {
    java: JavaReferee,
    /// The limits of bots.
    pub(super) limits: LimitsTable,
    /// The grace in each time limit.
    pub(super) grace: Duration,
    /// Which numbers count.
    pub(super) counting: Counting,
    /// How long it may be silent.
    patience: Duration,
    /// `multi` or `solo`.
    pub(in crate::external) mode: Mode,
    /// The folder of `test1.json` and so on.
    tests: PathBuf,
    pool: Pool<Sample>,
}

impl CodingameProgram {
    /// The program of a contest file; `None` if it has another engine.
    ///
    /// # Errors
    /// If its classes are missing.
    pub(in crate::external) fn new(
        file: &ContestFile,
        table: &RefereeTable,
        counting: Counting,
    ) -> Result<Option<Self>, ContestFileError> {
        if *table.engine.get_ref() != Engine::Codingame {
            return Ok(None);
        }
        let java = JavaReferee::new(file, table)?;
        let tests = match &table.tests {
            Some(tests) => file.folder().join(tests),
            None => java.folder().join("config"),
        };
        // They take a look at each class and jar.
        let words = table.reuse.then(|| java.words());
        Ok(Some(Self {
            limits: file.limits.clone(),
            grace: Duration::from_millis(table.grace_ms),
            counting,
            patience: Duration::from_secs_f64(table.answer_s),
            mode: table.mode,
            tests,
            pool: Pool::new(file.folder(), words.as_deref()),
            java,
        }))
    }

    /// Its processes for further games.
    pub(in crate::external) fn pool(&self) -> &Pool<Sample> {
        &self.pool
    }

    /// The folder of `test1.json` and so on.
    pub(in crate::external) fn tests(&self) -> &Path {
        &self.tests
    }

    /// The numbers of the tests of a game for one player.
    pub(in crate::external) fn test_numbers(&self) -> Vec<u32> {
        let files = std::fs::read_dir(&self.tests).into_iter().flatten().flatten();
        let number =
            |name: &str| name.strip_prefix("test")?.strip_suffix(".json")?.parse::<u32>().ok();
        files.filter_map(|file| number(&file.file_name().to_string_lossy())).sorted().collect()
    }

    /// A process that plays a game: one that has played others, or a new one.
    ///
    /// # Errors
    /// If a process cannot be started.
    pub(super) fn host(&self, league: Option<&str>) -> Result<Host> {
        match self.pool.take(league) {
            Some(host) => Ok(host),
            None => self.new_host(league, self.pool.is_proven()),
        }
    }

    /// Starts a process for one game, or for many.
    ///
    /// # Errors
    /// If it cannot be started.
    pub(in crate::external) fn new_host(&self, league: Option<&str>, many: bool) -> Result<Host> {
        let launch =
            self.java.launch(league, many).context("cannot prepare the referee program")?;
        Ok(Host::start(&launch, self.patience)?.for_many(many))
    }
}

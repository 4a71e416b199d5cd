//! The referee program of a contest of the line protocol.

use std::path::PathBuf;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Mutex, PoisonError};
use std::time::Duration;

use anyhow::Result;

use super::super::counting::Counting;
use super::super::host::Host;
use crate::contest_file::{ContestFile, ContestFileError, LimitsTable, RefereeTable};
use crate::copies;
use crate::player::process::{Launch, Limits};
use crate::system::{is_path, program_at, words};
use crate::tell;
use crate::terminal::harmless;

/// What all games of a contest share.
pub(in crate::external) struct LinesProgram {
    launch: Launch,
    patience: Duration,
    /// The limits of bots and games.
    pub(super) limits: LimitsTable,
    /// Which numbers count.
    pub(super) counting: Counting,
    /// Whether the program takes a line with the seed.
    pub(super) takes_seeds: bool,
    /// Processes that can serve a further game.
    idle: Mutex<Vec<Host>>,
    /// Whether it has been said that a process could not serve a further game.
    has_told: AtomicBool,
}

impl LinesProgram {
    /// The referee program of a contest file.
    ///
    /// # Errors
    /// If its command line makes no sense, or its program is missing.
    pub(in crate::external) fn new(
        file: &ContestFile,
        table: &RefereeTable,
        counting: Counting,
    ) -> Result<Self, ContestFileError> {
        Ok(Self {
            launch: launch(file, table)?,
            patience: Duration::from_secs_f64(table.answer_s),
            limits: file.limits.clone(),
            counting,
            takes_seeds: table.seeds,
            idle: Mutex::default(),
            has_told: AtomicBool::new(false),
        })
    }

    /// A process that has served a game and can serve another.
    pub(super) fn idle(&self) -> Option<Host> {
        self.idle.lock().unwrap_or_else(PoisonError::into_inner).pop()
    }

    /// A process has served a game and can serve another.
    pub(super) fn keep(&self, host: Host) {
        self.idle.lock().unwrap_or_else(PoisonError::into_inner).push(host);
    }

    /// A process could not serve a further game, so a new one is started. Says so once.
    pub(super) fn could_not_serve_again(&self, why: &str) {
        if !self.has_told.swap(true, Ordering::Relaxed) {
            tell!(
                "a process that has served a game could not serve another, so a new one is started: {}",
                harmless(why)
            );
        }
    }

    /// Starts a process.
    ///
    /// # Errors
    /// If it cannot be started: a sentence for the user.
    pub(super) fn start(&self) -> Result<Host> {
        Host::start(&self.launch, self.patience)
    }
}

/// The program of a command line in a contest file. A relative path begins at the folder in which the program runs.
fn launch(file: &ContestFile, table: &RefereeTable) -> Result<Launch, ContestFileError> {
    let Some(command) = &table.command else {
        return Err(file.wrong(table.engine.span(), "this engine needs `command`"));
    };
    let wrong = |what: String| file.wrong(command.span(), what);
    let words = words::split(&copies::in_line(command.get_ref()))
        .map_err(|error| wrong(format!("the command line of the referee: {error}")))?;
    let Some((program, args)) = words.split_first() else {
        return Err(wrong("the command line of the referee is empty".to_owned()));
    };
    let folder = match &table.folder {
        Some(folder) => file.folder().join(folder),
        None => file.folder().to_owned(),
    };
    let mut path = PathBuf::from(program);
    if is_path(program.as_ref()) {
        path = folder.join(path);
        if program_at(&path).is_none() {
            return Err(wrong(format!("the referee program {} does not exist", path.display())));
        }
    }
    let env = table.env.iter().map(|(name, value)| (name.into(), value.into())).collect();
    let limits = Limits { memory_bytes: Some(table.memory_mb << 20), ..Limits::default() };
    Ok(Launch { cwd: Some(folder), env, limits, walls: None, ..Launch::new(path).args(args) })
}

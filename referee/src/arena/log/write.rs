//! Adding lines to a log.

use serde::Serialize;

use super::error::LogError;
use super::file::{AppendError, LogFile};
use super::games::Log;
use super::header::BotProgram;
use crate::arena::logged::Logged;
use crate::arena::question::Asked;
use crate::plain_words::system_error;
use crate::whole_lines::{WholeLine, WholeLines};

/// The line of a game.
#[derive(Serialize)]
struct GameLine<'a> {
    #[serde(flatten)]
    game: &'a Logged,
    /// The line of the same game that no longer counts, counted from 1.
    #[serde(skip_serializing_if = "Option::is_none")]
    obsolete: Option<usize>,
}

impl Log {
    /// Checks that the bots have not changed since their games in the log, and adds new ones. Files of a bot that the log
    /// does not know yet are added in a further line, which replaces the earlier one.
    ///
    /// # Errors
    /// If a bot has changed or the log cannot be written.
    pub fn enter(&mut self, programs: &[BotProgram]) -> Result<(), LogError> {
        let is_read_only = self.file.as_ref().is_some_and(LogFile::is_read_only);
        let mut new = Vec::new();
        for ours in programs {
            self.demand_unchanged(ours)?;
            // A log that cannot be written still answers for the bots that it has.
            let is_known = |theirs: &BotProgram| {
                if is_read_only { theirs.bot == ours.bot } else { theirs == ours }
            };
            if !self.programs.iter().any(is_known) {
                new.push(ours.clone());
            }
        }
        if self.lines == 0 {
            self.write(&self.header.clone())?;
        }
        for program in new {
            self.enter_again(&program)?;
        }
        Ok(())
    }

    /// Writes a further line of a bot, which replaces its earlier one.
    ///
    /// # Errors
    /// If the log cannot be written.
    pub fn enter_again(&mut self, program: &BotProgram) -> Result<(), LogError> {
        self.replace(program.clone());
        self.write(program)
    }

    /// Adds the line of a bot, or replaces its earlier one.
    pub(super) fn replace(&mut self, program: BotProgram) {
        match self.programs.iter_mut().find(|it| it.bot == program.bot) {
            Some(earlier) => *earlier = program,
            None => self.programs.push(program),
        }
    }

    /// Writes the question of a run, unless it is already the last one in the log.
    ///
    /// # Errors
    /// If the log cannot be written.
    pub fn ask(&mut self, question: Asked) -> Result<(), LogError> {
        if self.question.as_ref() != Some(&question) {
            let line = serde_json::to_vec(&question);
            self.question = Some(question);
            self.append(line)?;
        }
        Ok(())
    }

    /// Adds a game.
    ///
    /// # Errors
    /// If the log cannot be written; its earlier lines stay whole. If the file was changed from outside,
    /// all results have been saved to another file.
    pub fn add(&mut self, game: &Logged) -> Result<(), LogError> {
        let obsolete = self.insert(game.clone(), self.lines + 1);
        self.added += 1;
        self.append(serde_json::to_vec(&GameLine { game, obsolete }))
    }

    fn write(&mut self, object: &impl Serialize) -> Result<(), LogError> {
        self.append(serde_json::to_vec(object))
    }

    /// Writes a line whose content is already in memory.
    fn append(&mut self, line: serde_json::Result<Vec<u8>>) -> Result<(), LogError> {
        let Some(file) = &mut self.file else { return Ok(()) };
        let mut line = line.map_err(|error| LogError::unwritable(&self.path, error.into()))?;
        let mut chain = self.chain.clone();
        chain.seal(&mut line);
        line.push(b'\n');
        match file.append(&line) {
            Ok(()) => {
                self.chain = chain;
                self.lines += 1;
                Ok(())
            }
            Err(AppendError::Io(error)) => Err(LogError::unwritable(&self.path, error)),
            Err(AppendError::Tampered(what)) => Err(self.tampered(what)),
        }
    }

    /// The error for a log that was changed from outside. All results are saved elsewhere.
    fn tampered(&self, what: String) -> LogError {
        let saved = match self.save_elsewhere() {
            Ok(saved) => {
                let saved = saved.display();
                format!(
                    "all results so far are in {saved}; move it there, or go on with --log {saved}"
                )
            }
            Err(error) => {
                let why = system_error(&error);
                format!("and the results cannot be saved elsewhere: {why}")
            }
        };
        LogError::Tampered { path: self.path.clone(), what, saved }
    }

    /// After a run: checks that the file has all lines as they were read and written. Only the process that writes a
    /// log knows its last line, so this check finds every change, even without a key.
    ///
    /// # Errors
    /// If the file was changed or cannot be read. If it was changed, all results have been saved to another file.
    pub fn demand_as_written(&self) -> Result<(), LogError> {
        let Some(file) = self.file.as_ref().filter(|_| self.added > 0) else { return Ok(()) };
        if self.chain.head().is_none() {
            return Ok(());
        }
        let fail = |error| LogError::io(&self.path, error);
        let mut lines = WholeLines::new(file.reader().map_err(fail)?);
        let (mut chain, mut number, mut is_sound) = (self.chain.restarted(), 0, true);
        while let Some(line) = lines.next().map_err(fail)? {
            number += 1;
            if let WholeLine::Bytes(line) = line
                && !line.trim_ascii().is_empty()
            {
                let taken = chain.take(line, chain.hash_of(line), number == 1);
                // A log that was damaged before is only compared at its end.
                is_sound &= taken.is_ok() || !self.damage.is_empty();
            }
        }
        if !is_sound || (number, chain.head()) != (self.lines, self.chain.head()) {
            return Err(self.tampered("was changed in lines that were written before".to_owned()));
        }
        Ok(())
    }
}

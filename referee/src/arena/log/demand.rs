//! Checks that a log has the conditions and the bots of a run.

use serde_json::Value;

use super::error::LogError;
use super::games::Log;
use super::header::{BotProgram, LogHeader};
use crate::identity::Change;

impl Log {
    /// Checks that the games of the log were played under the conditions of `ours`.
    pub(super) fn demand_header(&self, ours: &LogHeader) -> Result<(), LogError> {
        let theirs = &self.header;
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
        if !theirs.has_rules_of(ours) {
            return Err(LogError::OtherRules(self.path.clone()));
        }
        if theirs.clocks != ours.clocks {
            let [theirs, ours] = [theirs, ours].map(|header| {
                header.clocks.clone().unwrap_or_else(|| "the usual clock".to_owned())
            });
            return differs(theirs, ours);
        }
        Ok(())
    }

    /// Checks that the log has games of the system on which a run with the header `ours` plays; otherwise nobody could
    /// tell later which games were played where.
    pub(super) fn demand_system(&self, ours: &LogHeader) -> Result<(), LogError> {
        if self.header.has_systems_of(ours) {
            return Ok(());
        }
        let [theirs, ours] = [&self.header, ours].map(|header| header.systems.join(", "));
        Err(LogError::OtherSystem { path: self.path.clone(), theirs, ours })
    }

    /// The bots that have changed since their games in the log, and how. `programs` come from another look at the files
    /// that the log lists.
    pub fn changes<'a>(&self, programs: &'a [BotProgram]) -> Vec<(&'a BotProgram, Change)> {
        let change = |ours: &'a BotProgram| {
            let theirs = self.programs.iter().find(|theirs| theirs.bot == ours.bot)?;
            Some((ours, ours.change_since(theirs)?))
        };
        programs.iter().filter_map(change).collect()
    }

    /// Checks that the program of a bot is the one that played its games in the log.
    ///
    /// # Errors
    /// If it has changed.
    pub fn demand_unchanged(&self, ours: &BotProgram) -> Result<(), LogError> {
        let theirs = self.programs.iter().find(|theirs| theirs.bot == ours.bot);
        let Some(change) = theirs.and_then(|theirs| ours.change_since(theirs)) else {
            return Ok(());
        };
        let (path, bot, was) = (self.path.clone(), ours.bot.clone(), change.to_string());
        Err(LogError::Changed { path, bot, was, command: ours.command.clone() })
    }
}

//! A referee program that starts the bots itself.

use std::path::PathBuf;
use std::time::Duration;

use super::super::counting::Counting;
use super::template::{Filling, Template};
use crate::contest_file::{ContestFile, ContestFileError, Engine, LimitsTable, RefereeTable};
use crate::copies;
use crate::player::process::{Launch, Limits};

/// What all games of a contest share.
pub(in crate::external) struct CommandProgram {
    table: RefereeTable,
    template: Template,
    /// The folder in which it runs.
    folder: PathBuf,
    /// The limits of bots and games.
    pub(super) limits: LimitsTable,
    /// Which numbers count.
    pub(super) counting: Counting,
    /// Whether each bot plays a game of one player.
    pub(super) is_alone: bool,
}

impl CommandProgram {
    /// The referee program of a contest file; `None` if its engine is another one.
    ///
    /// # Errors
    /// If its command line makes no sense, or does not fit the number of players.
    pub(in crate::external) fn new(
        file: &ContestFile,
        table: &RefereeTable,
        counting: Counting,
    ) -> Result<Option<Self>, ContestFileError> {
        let starts_bots = matches!(table.engine.get_ref(), Engine::Command | Engine::Json);
        let Some(command) = table.command.as_ref().filter(|_| starts_bots) else { return Ok(None) };
        let [least, most] = file.contest.seats.get_ref().range();
        let is_option = |option: &str| file.options.contains_key(option);
        let template =
            Template::parse(&copies::in_line(command.get_ref()), is_option).and_then(|template| {
                template.demand_seats(least)?;
                template.demand_seats(most)?;
                Ok(template)
            });
        let folder = match &table.folder {
            Some(folder) => file.folder().join(folder),
            None => file.folder().to_owned(),
        };
        Ok(Some(Self {
            table: table.clone(),
            template: template.map_err(|what| file.wrong(command.span(), what))?,
            folder,
            limits: file.limits.clone(),
            counting,
            is_alone: most == 1,
        }))
    }

    /// Whether it prints a JSON object.
    pub(super) fn prints_json(&self) -> bool {
        *self.table.engine.get_ref() == Engine::Json
    }

    /// Whether players are compared by the scores of games in which each is alone.
    pub(super) fn compares_scores(&self) -> bool {
        self.is_alone && !self.counting.has_measure()
    }

    /// Whether it writes a log.
    pub(super) fn has_log(&self) -> bool {
        self.template.has_log()
    }

    /// The longest game.
    pub(super) fn longest_game(&self) -> Duration {
        self.limits.game()
    }

    /// The program with the command line of one game.
    pub(super) fn launch(&self, filling: &Filling<'_>) -> Launch {
        let mut words = self.template.fill(filling);
        let mut program = PathBuf::from(words.remove(0));
        // A relative path begins at the folder in which the program runs.
        if program.components().count() > 1 {
            program = self.folder.join(program);
        }
        let memory_bytes = Some(self.table.memory_mb << 20);
        let limits = Limits { memory_bytes, ..Limits::default() };
        let env = self.table.env.iter().map(|(name, value)| (name.into(), value.into()));
        let (cwd, env) = (Some(self.folder.clone()), env.collect());
        Launch { cwd, env, limits, walls: None, ..Launch::new(program).args(words) }
    }
}

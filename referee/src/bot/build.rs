//! Builds the bots of the command line.

use std::collections::HashMap;
use std::path::PathBuf;

use anyhow::Result;

use super::apart::keep_apart;
use super::parsed::{Bot, Kind};
use super::ready::{ReadyBot, ReadyKind};
use super::strangers::Strangers;
use crate::contest_file;
use crate::player::process::Launch;
use crate::workspace;

impl Bot {
    /// Builds the bots of the workspace, each program once, and reports that on standard error. None of them may write to
    /// the files that another one names.
    ///
    /// # Errors
    /// If a program does not build.
    pub fn prepare_all(bots: Vec<Bot>, strangers: &Strangers) -> Result<Vec<ReadyBot>> {
        let mut built: HashMap<String, PathBuf> = HashMap::new();
        let stranger =
            |is_stranger: bool| (is_stranger || strangers.all).then(|| strangers.isolation.clone());
        let memory_bytes = memory_limit();
        let mut ready: Vec<ReadyBot> = bots
            .into_iter()
            .map(|bot| {
                let has_bench = match &bot.kind {
                    Kind::Workspace(..) => true,
                    Kind::Named(program) => program.has_bench(),
                    _ => false,
                };
                let kind = match bot.kind {
                    Kind::House(kind) => ReadyKind::House(kind),
                    Kind::Seatable(bot) => ReadyKind::Seatable(bot),
                    Kind::Workspace(package, arguments) => {
                        let program = match built.get(&package) {
                            Some(program) => program.clone(),
                            None => workspace::bot(&package)?,
                        };
                        built.insert(package, program.clone());
                        ReadyKind::Process(Box::new(Launch::new(program).args(arguments)))
                    }
                    Kind::Command(mut words) => {
                        let program = words.remove(0);
                        let launch = Launch::new(program).args(words);
                        let stranger = stranger(bot.is_stranger);
                        ReadyKind::Process(Box::new(Launch { stranger, ..launch }))
                    }
                    Kind::Named(program) => {
                        let stranger = stranger(bot.is_stranger);
                        ReadyKind::Process(Box::new(Launch { stranger, ..program.prepare()? }))
                    }
                };
                let kind = match kind {
                    ReadyKind::Process(mut launch) => {
                        let limits = &mut launch.limits;
                        limits.memory_bytes = memory_bytes.or(limits.memory_bytes);
                        limits.threads = strangers.threads;
                        launch.syscalls = strangers.syscalls;
                        launch.walls = Some(strangers.walls.clone());
                        ReadyKind::Process(launch)
                    }
                    kind => kind,
                };
                Ok(ReadyBot { name: bot.name, kind, has_bench })
            })
            .collect::<Result<_>>()?;
        keep_apart(&mut ready);
        Ok(ready)
    }
}

/// The most memory of a bot, by the contest file.
fn memory_limit() -> Option<u64> {
    Some(contest_file::current()?.limits.memory_mb? << 20)
}

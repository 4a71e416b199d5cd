//! The engine that a word on the command line means.

use anyhow::{Result, anyhow, bail};

use super::command::CommandEngine;
use super::engine::Engine;
use super::parallel::Parallel;
use super::slurm::Slurm;
use crate::contest_file::{OnEngine, OnTable, current};

/// The table that a word for `--on` means: a name of the contest file, or an engine with its defaults.
///
/// # Errors
/// If there is neither.
pub fn table(word: &str, changes: &[(String, String)]) -> Result<OnTable> {
    let named = current().and_then(|file| file.on.get(word)).cloned();
    let engine = match word {
        "local" => Some(OnEngine::Local),
        "slurm" => Some(OnEngine::Slurm),
        "parallel" => Some(OnEngine::Parallel),
        "command" => Some(OnEngine::Command),
        _ => None,
    };
    let plain = engine.map(|engine| OnTable { engine, ..OnTable::default() });
    let mut table = named.or(plain).ok_or_else(|| {
        anyhow!(
            "'{word}' is neither an engine (local, slurm, parallel, command) nor a table [on.{word}] of botyard.toml"
        )
    })?;
    for (name, value) in changes {
        table =
            table.with(name, value).map_err(|why| anyhow!("--on-option {name}={value}: {why}"))?;
    }
    Ok(table)
}

/// The engine of a table; `None` if the games are played here.
///
/// # Errors
/// If the engine needs a field that the table lacks, or the table has one of another engine.
pub fn engine(table: &OnTable) -> Result<Option<Box<dyn Engine + Send>>> {
    if let Some(why) = table.mistake() {
        bail!("{why}");
    }
    Ok(match table.engine {
        OnEngine::Local => None,
        OnEngine::Slurm => Some(Box::new(Slurm::new(table))),
        OnEngine::Parallel => Some(Box::new(Parallel::new(table))),
        OnEngine::Command => Some(Box::new(CommandEngine::new(table)?)),
    })
}

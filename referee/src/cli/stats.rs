//! `referee stats`: statistics of the bots in recorded games.

use std::io::Write;
use std::path::{Path, PathBuf};

use anyhow::{Context, anyhow};
use clap::Args;
use serde_json::Value;

use super::replay::collect;
use super::{Failure, usage};
use crate::arena::{ChainCheck, Log};
use crate::games::contest;
use crate::recording::Recording;
use crate::terminal::{harmless, output};

/// Count the actions of each bot in recorded games
///
/// For a log, the recordings that its run kept are read (`--keep all`). Counts are per game.
#[derive(Args)]
pub(super) struct StatsArgs {
    /// The game; `referee games` lists the statistics of each game
    game: String,
    /// Recordings, folders of recordings, and logs
    #[arg(required = true, value_name = "LOG|RECORDING|DIR")]
    paths: Vec<PathBuf>,
    /// Print one JSON list with an object for each bot
    #[arg(long)]
    json: bool,
}

impl StatsArgs {
    pub(super) fn run(self) -> Result<(), Failure> {
        let contest = contest(&self.game).map_err(usage)?;
        let mut files = Vec::new();
        for path in &self.paths {
            let before = files.len();
            find(path, &mut files).map_err(usage)?;
            if files.len() == before {
                let path = path.display();
                return Err(usage(anyhow!(
                    "there is no recording in {path}; --keep all keeps them"
                )));
            }
        }
        let mut recordings = Vec::new();
        for file in &files {
            let recording = Recording::load(file)
                .map_err(|error| anyhow!("{} {}", file.display(), harmless(&error.to_string())))?;
            if recording.header.game != contest.key() {
                let (file, game) = (file.display(), &recording.header.game);
                let game = harmless(game);
                return Err(usage(anyhow!(
                    "{file} is a game of {game}; give `referee stats {game}`"
                )));
            }
            recordings.push(recording);
        }
        let bots = contest.statistics(&recordings).map_err(usage)?;
        let mut out = output();
        if self.json {
            writeln!(out, "{bots}")?;
        } else {
            write_table(&mut out, &bots)?;
        }
        Ok(())
    }
}

/// Adds the recordings of a path: a file, those under a folder, or those that a run has kept beside its log.
fn find(path: &Path, files: &mut Vec<PathBuf>) -> anyhow::Result<()> {
    if path.is_file() && Log::is_at(path) {
        let folder = path.parent().unwrap_or(Path::new(""));
        let log = Log::read(path, &ChainCheck::trusting())?;
        files.extend(log.games().filter_map(|game| Some(folder.join(game.recording.as_ref()?))));
        return Ok(());
    }
    collect(path, files).with_context(|| format!("cannot read {}", path.display()))
}

/// A row for each figure, a column for each bot.
fn write_table(out: &mut impl Write, bots: &Value) -> std::io::Result<()> {
    let bots: Vec<_> = bots.as_array().into_iter().flatten().filter_map(Value::as_object).collect();
    let Some(first) = bots.first() else { return Ok(()) };
    for name in first.keys().filter(|name| !is_list_of_games(&first[*name])) {
        write!(out, "{name:<22}")?;
        for bot in &bots {
            write!(out, "  {:>24}", text(&bot[name]))?;
        }
        writeln!(out)?;
    }
    Ok(())
}

/// Whether a figure is a list with an object for each game or round, which has no place in a table.
fn is_list_of_games(figure: &Value) -> bool {
    let bins = |list: &Vec<Value>| list.iter().all(|it| it.get("predicted").is_some());
    figure.as_array().is_some_and(|list| list.iter().all(Value::is_object) && !bins(list))
}

/// A figure as text; `-` stands for a missing one. A bin of predictions is `predicted:came true`.
fn text(figure: &Value) -> String {
    match figure {
        Value::Null => "-".to_owned(),
        Value::String(name) => harmless(name).into_owned(),
        Value::Number(number) if number.is_f64() => {
            format!("{:.2}", number.as_f64().unwrap_or(0.0))
        }
        Value::Array(list) if list.iter().all(Value::is_number) => {
            list.iter().map(text).collect::<Vec<_>>().join(" ")
        }
        Value::Array(list) => {
            let bin = |bin: &Value| format!("{}:{}", text(&bin["predicted"]), text(&bin["hit"]));
            list.iter().map(bin).collect::<Vec<_>>().join(" ")
        }
        other => other.to_string(),
    }
}

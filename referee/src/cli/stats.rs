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
use crate::plain_words::{FileKind, listed};
use crate::recording::{BegunRecording, Recording, RecordingError};
use crate::replay::compare;
use crate::report::layout::aligned;
use crate::tell;
use crate::terminal::{harmless, output};

/// Count the actions of each bot in recorded games
///
/// For a log, the recordings that its run kept are read (`--keep all`). Counts are per game. In a folder, games of other
/// contests, recordings without a result, recordings that do not follow the rules, recordings of another format and other
/// files are skipped, and a note says how many there are.
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
        let mut skipped = Skipped::default();
        for Found { file, is_named } in &files {
            match Recording::load(file) {
                Ok(recording) if recording.header.game == contest.key() => {
                    match compare(&recording) {
                        Ok(_) => recordings.push(recording),
                        Err(_) if !is_named => skipped.different += 1,
                        Err(difference) => {
                            let file = file.display();
                            return Err(Failure::Failed(anyhow!("{file}: {difference}")));
                        }
                    }
                }
                Ok(_) if !is_named => skipped.others += 1,
                Ok(recording) => {
                    let game = harmless(&recording.header.game);
                    let file = file.display();
                    return Err(usage(anyhow!(
                        "{file} is a game of {game}; give `referee stats {game}`"
                    )));
                }
                Err(error) if !is_named && is_unfinished(file, &error) => skipped.unfinished += 1,
                Err(RecordingError::Format(_)) if !is_named => skipped.formats.push(file.clone()),
                Err(RecordingError::Other(_)) if !is_named => skipped.foreign += 1,
                Err(error) => {
                    let error = error.to_string();
                    return Err(usage(anyhow!("{} {}", file.display(), harmless(&error))));
                }
            }
        }
        if let Some(note) = skipped.note() {
            tell!("{note}");
        }
        if recordings.is_empty() {
            return Err(usage(anyhow!(
                "there is no finished game of {} there; give other recordings",
                contest.key()
            )));
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

/// A recording to read.
struct Found {
    file: PathBuf,
    /// Whether the user or a log names it. A folder may have games of several contests, and a game that is being played.
    is_named: bool,
}

/// How many recordings of folders are left out.
#[derive(Default)]
struct Skipped {
    /// Games of other contests.
    others: u64,
    /// Recordings without a result.
    unfinished: u64,
    /// Recordings that the rules do not produce.
    different: u64,
    /// Recordings of a format that this referee does not read.
    formats: Vec<PathBuf>,
    /// Files that are no recordings.
    foreign: u64,
}

impl Skipped {
    fn note(&self) -> Option<String> {
        let others = (self.others, ["game of another contest", "games of other contests"]);
        let unfinished =
            (self.unfinished, ["recording without a result", "recordings without a result"]);
        let different = (
            self.different,
            ["recording that does not follow the rules", "recordings that do not follow the rules"],
        );
        let formats = (
            self.formats.len() as u64,
            ["recording of another format", "recordings of another format"],
        );
        let foreign = (self.foreign, ["file that is no recording", "files that are no recordings"]);
        let parts = [others, unfinished, different, formats, foreign]
            .into_iter()
            .filter(|(count, _)| *count > 0);
        let parts: Vec<String> = parts
            .map(|(count, [one, many])| format!("{count} {}", if count == 1 { one } else { many }))
            .collect();
        let name = |file: &PathBuf| harmless(&file.display().to_string()).into_owned();
        let example = self
            .formats
            .first()
            .map(|file| format!("; the referee that wrote {} can read it", name(file)));
        let example = example.unwrap_or_default();
        (!parts.is_empty()).then(|| format!("skipped {}{example}", listed(&parts)))
    }
}

/// Whether a recording that cannot be read whole is one up to some line: its game goes on, or was broken off.
fn is_unfinished(file: &Path, error: &RecordingError) -> bool {
    match error {
        RecordingError::Cut { .. } | RecordingError::Other(FileKind::Empty | FileKind::Cut) => true,
        RecordingError::Line { .. } => BegunRecording::load(file).is_ok(),
        _ => false,
    }
}

/// Adds the recordings of a path: a file, those under a folder, or those that a run has kept beside its log.
fn find(path: &Path, files: &mut Vec<Found>) -> anyhow::Result<()> {
    if path.is_file() && Log::is_at(path) {
        let folder = path.parent().unwrap_or(Path::new(""));
        let log = Log::read(path, &ChainCheck::trusting())?;
        let kept = log.games().filter_map(|game| Some(folder.join(game.recording.as_ref()?)));
        files.extend(kept.map(|file| Found { file, is_named: true }));
        return Ok(());
    }
    let mut found = Vec::new();
    collect(path, &mut found).with_context(|| format!("cannot read {}", path.display()))?;
    let is_named = !path.is_dir();
    files.extend(found.into_iter().map(|file| Found { file, is_named }));
    Ok(())
}

/// A row for each figure, a column for each bot.
fn write_table(out: &mut impl Write, bots: &Value) -> std::io::Result<()> {
    let bots: Vec<_> = bots.as_array().into_iter().flatten().filter_map(Value::as_object).collect();
    let Some(first) = bots.first() else { return Ok(()) };
    let names = first.keys().filter(|name| !is_list_of_games(&first[*name]));
    let row = |name: &String| {
        let figures = bots.iter().map(|bot| text(&bot[name]));
        [name.clone()].into_iter().chain(figures).collect()
    };
    let rows: Vec<Vec<String>> = names.map(row).collect();
    aligned(&rows).iter().try_for_each(|line| writeln!(out, "{line}"))
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

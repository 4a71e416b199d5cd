//! What a tuning has found, for people and for programs.

use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};

use anyhow::Context;
use itertools::Itertools;
use serde_json::{Value, json};

use super::rounds::Last;
use crate::cli::Failure;
use crate::tune::chart::Chart;
use crate::tune::{Bound, Checkpoint, Drift, Method, set_arguments};

/// The values and where they come from.
pub struct Report<'a> {
    pub checkpoint: &'a Checkpoint,
    pub method: &'a dyn Method,
    /// Where the checkpoint lies.
    pub path: &'a Path,
    /// Where the picture goes.
    pub picture: PathBuf,
}

impl Report<'_> {
    /// Writes the picture.
    pub fn draw(&self) -> Result<(), Failure> {
        let conditions = &self.checkpoint.conditions;
        let title = self.title();
        let rounds_word = format!("{}s", conditions.settings.round_word());
        let chart = Chart {
            title: &title,
            rounds_word: &rounds_word,
            rounds: conditions.settings.rounds(),
            parameters: &conditions.parameters,
            method: self.method,
        };
        if let Some(folder) = self.picture.parent() {
            let made = fs::create_dir_all(folder);
            made.with_context(|| format!("cannot make the folder {}", folder.display()))?;
        }
        let written = fs::write(&self.picture, chart.svg());
        Ok(written.with_context(|| format!("cannot write {}", self.picture.display()))?)
    }

    /// Prints the values.
    pub fn print(&self) -> Result<(), Failure> {
        Ok(write!(anstream::stdout().lock(), "{}", self.text())?)
    }

    /// Prints what the games at the end have shown, or all as one object.
    pub fn print_last(&self, last: Option<&Last>, json: bool) -> Result<(), Failure> {
        let mut out = anstream::stdout().lock();
        if json {
            writeln!(out, "{}", self.json(last.map(|last| &last.json)))?;
        } else if let Some(last) = last {
            write!(out, "\n{}", last.text)?;
        }
        Ok(())
    }

    /// `ocean by spsa against itself: 200 of 200 iterations, 3200 games`
    fn title(&self) -> String {
        let Checkpoint { conditions, rounds, games, .. } = self.checkpoint;
        let company = conditions.company(|bot| &bot.bot);
        format!(
            "{} by {} {company}: {} of {} {}s, {games} games",
            conditions.bot.bot,
            conditions.settings.name(),
            rounds.len(),
            conditions.settings.rounds(),
            conditions.settings.round_word(),
        )
    }

    fn drifts(&self) -> Vec<Drift> {
        Drift::of_all(&self.checkpoint.conditions.parameters, self.method)
    }

    /// The flags that set the values.
    fn set(&self) -> String {
        // Names and numbers need no quotes.
        set_arguments(&self.checkpoint.conditions.parameters, &self.method.values()).join(" ")
    }

    fn text(&self) -> String {
        let mut lines = vec![self.title()];
        lines.extend(table(&self.drifts()).into_iter().map(|line| format!("  {line}")));
        let faults = &self.checkpoint.faults;
        if !faults.is_empty() {
            let faults = faults.iter().map(|(kind, count)| format!("{count} {kind}")).join(", ");
            lines.push(format!("  faults of its candidates: {faults}"));
        }
        lines.push(format!("  {}", self.set()));
        lines.push(format!("  picture {}", self.picture.display()));
        lines.push(format!("  checkpoint {}", self.path.display()));
        lines.join("\n") + "\n"
    }

    fn json(&self, last: Option<&Value>) -> Value {
        let Checkpoint { conditions, rounds, games, faults, .. } = self.checkpoint;
        let set = self.set();
        json!({
            "game": conditions.game,
            "options": conditions.options,
            "bot": conditions.bot.command,
            "pool": conditions.pool.iter().map(|it| &it.command).collect_vec(),
            "settings": conditions.settings,
            "rounds": rounds.len(),
            "games": games,
            "faults": faults,
            "parameters": self.drifts(),
            "set": set,
            "command": format!("{} {}", conditions.bot.command, set),
            "picture": self.picture,
            "checkpoint": self.path,
            "duel": last,
        })
    }
}

/// A line for each parameter, under a line of titles.
fn table(drifts: &[Drift]) -> Vec<String> {
    let mut rows = vec![
        ["parameter", "start", "now", "drift", "of range", "by chance", ""].map(str::to_owned),
    ];
    let steps = |value: f64| format!("{value:+.2} steps");
    rows.extend(drifts.iter().map(|it| {
        [
            it.name.clone(),
            it.start.to_string(),
            it.typed.clone(),
            steps(it.steps),
            format!("{:+.1} %", 100.0 * it.share),
            it.luck.map_or_else(|| "-".to_owned(), |luck| format!("±{luck:.2}")),
            match it.bound {
                None => String::new(),
                Some(Bound::Lowest) => format!("at its lowest, {}", it.low),
                Some(Bound::Highest) => format!("at its highest, {}", it.high),
            },
        ]
    }));
    let width =
        |column: usize| rows.iter().map(|row| row[column].chars().count()).max().unwrap_or(0);
    let widths = [0, 1, 2, 3, 4, 5].map(width);
    rows.iter()
        .map(|row| {
            let [name, numbers @ .., note] = row;
            let numbers = numbers.iter().zip(&widths[1..]);
            let numbers = numbers.map(|(number, width)| format!("{number:>width$}")).join("  ");
            format!("{name:<width$}  {numbers}  {note}", width = widths[0]).trim_end().to_owned()
        })
        .collect()
}

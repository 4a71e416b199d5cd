//! The result of a tuning as lines, as a JSON object and as a chart.

use std::borrow::Cow;
use std::collections::BTreeMap;
use std::fs;
use std::io::Write;
use std::path::PathBuf;

use anyhow::anyhow;
use itertools::Itertools;
use serde::Serialize;
use serde_json::{Map, Value, json};

use super::files::demand_picture;
use crate::cli::failure::Failure;
use crate::cli::output_file::replace_whole;
use crate::plain_words::unwritable;
use crate::report::Report;
use crate::report::layout::{aligned, counted};
use crate::terminal::{json_line, output, page};
use crate::tune::chart::TuningChart;
use crate::tune::{Bound, Checkpoint, Drift, Settings, Tuning};

/// A tuning and the path of its chart.
pub struct TuningReport<'a> {
    pub tuning: &'a Tuning<'a>,
    pub picture: PathBuf,
}

impl TuningReport<'_> {
    /// Writes the chart.
    pub fn draw(&self) -> Result<(), Failure> {
        let conditions = &self.tuning.checkpoint().conditions;
        let title = self.title();
        let rounds_word = format!("{}s", conditions.settings.round_word());
        let chart = TuningChart {
            title: &title,
            rounds_word: &rounds_word,
            rounds: conditions.settings.rounds(),
            parameters: &conditions.parameters,
            method: self.tuning.method(),
        };
        // Another program may have written the file meanwhile.
        demand_picture(&self.picture)?;
        if let Some(folder) = self.picture.parent() {
            let _ = fs::create_dir_all(folder);
        }
        let (path, written) = (&self.picture, replace_whole(&self.picture, chart.svg()));
        Ok(written.map_err(|error| {
            let why = unwritable(path, &error);
            anyhow!("cannot write the chart {}: {why}; choose with --picture", path.display())
        })?)
    }

    /// Prints the values.
    pub fn print(&self) -> Result<(), Failure> {
        Ok(write!(output(), "{}", self.text())?)
    }

    /// Prints the report on the final games or, with `json`, everything as one object.
    pub fn print_last(&self, last: Option<&Report<'_>>, json: bool) -> Result<(), Failure> {
        let mut out = output();
        if json {
            let last = last.map(Report::json);
            let drifts = self.tuning.drifts();
            writeln!(out, "{}", json_line(&json!(self.json(&drifts, last.as_ref()))))?;
        } else if let Some(last) = last {
            write!(out, "\n{}", last.text())?;
        }
        Ok(())
    }

    /// `my-bot by spsa against itself: 200 of 200 iterations, 3200 games`
    fn title(&self) -> String {
        let Checkpoint { conditions, rounds, games, .. } = self.tuning.checkpoint();
        let company = conditions.company(|bot| &bot.bot);
        format!(
            "{} by {} {company}: {} of {}, {}",
            conditions.bot.bot,
            conditions.settings.name(),
            rounds.len(),
            counted(conditions.settings.rounds(), conditions.settings.round_word()),
            counted(*games, "game"),
        )
    }

    /// The flags that set the values.
    fn set(&self) -> String {
        // Names and numbers need no shell quotes.
        self.tuning.set_arguments().join(" ")
    }

    fn text(&self) -> String {
        let mut lines = vec![self.title()];
        lines.extend(table(&self.tuning.drifts()).into_iter().map(|line| format!("  {line}")));
        let Checkpoint { faults, games, .. } = self.tuning.checkpoint();
        lines.extend(nothing_found(&self.tuning.drifts(), *games));
        if !faults.is_empty() {
            let faults = faults.iter().map(|(kind, count)| format!("{count} {kind}")).join(", ");
            lines.push(format!("  faults of its candidates: {faults}"));
        }
        lines.push(format!("  {}", self.set()));
        lines.push(format!("  picture {}", self.picture.display()));
        lines.push(format!("  checkpoint {}", self.tuning.path().display()));
        page(lines)
    }

    fn json<'a>(&'a self, drifts: &'a [Drift], duel: Option<&'a Value>) -> TuningJson<'a> {
        let Checkpoint { conditions, rounds, games, faults, .. } = self.tuning.checkpoint();
        let set = self.set();
        TuningJson {
            format: "botyard-tuning/1",
            game: &conditions.game,
            options: &conditions.options,
            bot: &conditions.bot.command,
            pool: conditions.pool.iter().map(|it| &*it.command).collect(),
            settings: &conditions.settings,
            rounds: rounds.len(),
            games: *games,
            faults,
            parameters: drifts,
            command: format!("{} {set}", conditions.bot.command),
            set,
            picture: self.picture.to_string_lossy(),
            checkpoint: self.tuning.path().to_string_lossy(),
            duel,
        }
    }
}

/// A tuning as JSON. The fields are described in `docs/book/src/machine-interface.md`.
#[derive(Serialize)]
struct TuningJson<'a> {
    /// `botyard-tuning/1`.
    format: &'static str,
    /// The contest's key, as in `referee games`.
    game: &'a str,
    /// The options by name.
    options: &'a Map<String, Value>,
    /// Command of the bot that was tuned.
    bot: &'a str,
    /// Commands of the bots that its candidates played against or, in a contest with teams, with.
    pool: Vec<&'a str>,
    /// The method and its numbers.
    settings: &'a Settings,
    /// Number of rounds that were played.
    rounds: usize,
    /// Number of games of these rounds.
    games: u64,
    /// Number of faults of the candidates by kind.
    faults: &'a BTreeMap<String, u64>,
    /// The parameters.
    parameters: &'a [Drift],
    /// The flags that set the best values.
    set: String,
    /// The bot's command with these flags.
    command: String,
    /// Path of the picture.
    picture: Cow<'a, str>,
    /// Path of the checkpoint.
    checkpoint: Cow<'a, str>,
    /// The report on the final games, as of `duel --json`; `null` if there were none.
    duel: Option<&'a Value>,
}

/// A line if there are no games, or if no value has moved further than chance alone moves it in one of twenty tunings, and why that may be.
///
/// Half a point for a game with an error of 0.98 / sqrt(games) is 681 / sqrt(games) Elo.
fn nothing_found(drifts: &[Drift], games: u64) -> Option<String> {
    if games == 0 {
        return Some("  nothing is known yet: no iteration is complete".to_owned());
    }
    let is_luck = |it: &Drift| it.luck.is_some_and(|luck| it.steps.abs() <= 2.0 * luck);
    let elo = 681.0 / (games as f64).sqrt();
    drifts.iter().all(is_luck).then(|| {
        format!(
            "  nothing found: no value moved more than twice as far as by chance. {games} games show differences of about \
             {elo:.0} Elo or more; play more --iterations or --pairs, or tune values with more effect"
        )
    })
}

/// A table of the parameters.
fn table(drifts: &[Drift]) -> Vec<String> {
    let head = ["parameter", "start", "now", "drift", "of range", "by chance"].map(str::to_owned);
    let row = |it: &Drift| {
        vec![
            it.name.clone(),
            it.start.to_string(),
            it.typed.clone(),
            format!("{:+.2} steps", it.steps),
            format!("{:+.1} %", 100.0 * it.share),
            it.luck.map_or_else(|| "-".to_owned(), |luck| format!("±{luck:.2}")),
        ]
    };
    let rows: Vec<Vec<String>> =
        [head.to_vec()].into_iter().chain(drifts.iter().map(row)).collect();
    let notes = [String::new()].into_iter().chain(drifts.iter().map(|it| match it.bound {
        None => String::new(),
        Some(Bound::Lowest) => format!("  at its lowest, {}", it.low),
        Some(Bound::Highest) => format!("  at its highest, {}", it.high),
    }));
    aligned(&rows).into_iter().zip(notes).map(|(line, note)| line + &note).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_tuning_that_moved_nothing_says_so() {
        let drift = |steps, luck| Drift {
            name: "keel".to_owned(),
            whole: false,
            low: 0.0,
            high: 10.0,
            start: 2.0,
            now: 2.0,
            typed: "2".to_owned(),
            steps,
            share: 0.0,
            luck,
            bound: None,
        };
        let line = nothing_found(&[drift(0.3, Some(0.2)), drift(-0.4, Some(0.2))], 32).unwrap();
        assert!(line.contains("nothing found") && line.contains("32 games show"), "{line}");
        assert!(line.contains("about 120 Elo"), "{line}");
        assert_eq!(nothing_found(&[drift(0.3, Some(0.2)), drift(-0.5, Some(0.2))], 32), None);
        assert_eq!(nothing_found(&[drift(0.0, None)], 32), None, "the method cannot tell");
        let line = nothing_found(&[drift(0.0, Some(0.2))], 0).unwrap();
        assert_eq!(line, "  nothing is known yet: no iteration is complete");
    }
}

//! `referee import`: turns games of the original event into recordings.

use std::io::Write;
use std::path::PathBuf;

use anyhow::{Context, anyhow};
use clap::Args;

use super::imported::play_again;
use super::record::RecordArgs;
use super::{Failure, usage};
use crate::games::contest;
use crate::ordinary;
use crate::terminal::{harmless, output};

/// Turn a game file of the contest's site into a recording, and check it against the rules
///
/// The log of a client of Karopapier has a game for each race that is over; each becomes a recording.
#[derive(Args)]
pub(super) struct ImportArgs {
    /// The game; `referee games` lists them
    game: String,
    /// The file from the site
    file: PathBuf,
    #[command(flatten)]
    record: RecordArgs,
}

impl ImportArgs {
    pub(super) fn run(self) -> Result<(), Failure> {
        let contest = contest(&self.game).map_err(usage)?;
        let text = ordinary::read_text(&self.file)
            .with_context(|| format!("cannot read {}", self.file.display()))
            .map_err(usage)?;
        let file = self.file.display().to_string();
        let file = harmless(&file);
        let games = match contest.games_in(&text) {
            None => vec![(file.to_string(), text)],
            Some(games) => {
                let named = |(name, text)| (format!("{file}, game {name}"), text);
                games.into_iter().map(named).collect()
            }
        };
        if games.is_empty() {
            let why = "has no game that is over; a game is added to it at its end";
            return Err(usage(anyhow!("{file} {why}")));
        }
        if games.len() > 1 && self.record.names_a_file() {
            let many = games.len();
            return Err(usage(anyhow!(
                "{file} has {many} games; without --record each gets a file of its own under games/"
            )));
        }
        let mut out = output();
        for (name, text) in games {
            let import = contest.import(&text).map_err(|error| anyhow!("{name}: {error}"))?;
            let turns: usize = import.answers.iter().map(Vec::len).sum();
            let path = play_again(contest, import, |header| self.record.recorder(header))?;
            writeln!(out, "{name}: {turns} answers, no difference")?;
            writeln!(out, "Recording: {}", path.display())?;
        }
        Ok(())
    }
}

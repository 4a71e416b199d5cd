//! `referee import`: turns a game of the original event into a recording.

use std::io::Write;
use std::path::PathBuf;

use anyhow::{Context, anyhow};
use clap::Args;

use super::record::RecordArgs;
use super::{Failure, usage};
use crate::contest::Import;
use crate::games::contest;
use crate::ordinary;
use crate::play::play;
use crate::player::Player;
use crate::player::scripted::{Act, Scripted};
use crate::recording::Header;
use crate::table::Table;
use crate::terminal::{harmless, output};

/// Turn a game file of the contest's site into a recording, and check it against the rules
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
        let Import { setup, names, answers } =
            contest.import(&text).map_err(|error| anyhow!("{file}: {error}"))?;
        let turns: usize = answers.iter().map(Vec::len).sum();
        let header = Header::new(contest.key(), &setup, names.clone());
        let mut recorder = self.record.recorder(&header)?;
        let mut game = contest.start(&setup).map_err(|error| anyhow!("{file}: {error}"))?;
        let player = |(name, lines): (String, Vec<String>)| -> Box<dyn Player> {
            Box::new(Scripted::new(name, lines.into_iter().map(Act::say)))
        };
        let mut table = Table::new(names.into_iter().zip(answers).map(player).collect());
        let outcome = play(game.as_mut(), &mut table, &mut recorder)?;
        let path = recorder.result(&outcome).context("cannot write the recording")?;
        let mut out = output();
        writeln!(out, "{file}: {turns} answers, no difference")?;
        writeln!(out, "Recording: {}", path.display())?;
        Ok(())
    }
}

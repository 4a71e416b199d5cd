//! `referee import`: a game of the original event becomes a recording.

use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};

use anyhow::{Context, anyhow};
use clap::Args;

use super::{Failure, usage};
use crate::contest::Import;
use crate::games::contest;
use crate::play::play;
use crate::player::Player;
use crate::player::scripted::{Act, Scripted};
use crate::recording::{Header, Recorder};
use crate::table::Table;
use crate::terminal::{harmless, output};

/// Read a game as its site delivers it, hold it against the rules, and record it
#[derive(Args)]
pub(super) struct ImportArgs {
    /// The game; `referee games` lists them
    game: String,
    /// The site's file
    file: PathBuf,
    /// Where to write the recording [default: a new file under games/]
    #[arg(long, value_name = "FILE")]
    record: Option<PathBuf>,
}

impl ImportArgs {
    pub(super) fn run(self) -> Result<(), Failure> {
        let contest = contest(&self.game).map_err(usage)?;
        let text = fs::read_to_string(&self.file)
            .with_context(|| format!("cannot read {}", self.file.display()))
            .map_err(usage)?;
        let file = self.file.display().to_string();
        let file = harmless(&file);
        let Import { setup, names, answers } =
            contest.import(&text).map_err(|error| anyhow!("{file}: {error}"))?;
        let turns: usize = answers.iter().map(Vec::len).sum();
        let header = Header::new(contest.key(), &setup, names.clone());
        let recorder = match &self.record {
            Some(path) => Recorder::create(path, &header),
            None => Recorder::create_new(
                &Path::new("games").join(format!("{}-{}", contest.key(), setup.seed)),
                &header,
            ),
        };
        let mut recorder = recorder.context("cannot write the recording; choose with --record")?;
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

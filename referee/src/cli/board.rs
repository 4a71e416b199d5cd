//! `referee board`: prints the start position as it is sent to a bot.

use std::fs;
use std::io::Write;
use std::path::PathBuf;

use anyhow::anyhow;
use clap::Args;

use super::{Failure, SetupArgs, usage};
use crate::game::Step;
use crate::plain_words::unwritable;
use crate::terminal::output;

/// Print the start position: the first input of the seat that moves first, exactly as it is sent
#[derive(Args)]
pub(super) struct BoardArgs {
    #[command(flatten)]
    setup: SetupArgs,
    /// Also write it as files of the contest's own format, such as STEM.map, which `referee serve` reads
    #[arg(long, value_name = "STEM")]
    files: Option<PathBuf>,
}

impl BoardArgs {
    pub(super) fn run(self) -> Result<(), Failure> {
        let seats = self.setup.contest()?.about().seats;
        let (setup, mut game) = self.setup.start(seats)?;
        if let Some(stem) = &self.files {
            let files = self.setup.contest()?.files(&setup).map_err(usage)?;
            if files.is_empty() {
                return Err(usage(anyhow!(
                    "{} has no files for start positions; leave --files out, and the start position is printed",
                    self.setup.game
                )));
            }
            for file in files {
                let mut path = stem.clone().into_os_string();
                path.push(format!(".{}", file.extension));
                let path = PathBuf::from(path);
                fs::write(&path, file.text).map_err(|error| {
                    anyhow!("cannot write {}: {}", path.display(), unwritable(&path, &error))
                })?;
            }
        }
        let Step::Ask(requests) = game.advance(&[]) else { return Ok(()) };
        let mut out = output();
        let first = requests.iter().min_by_key(|request| request.seat);
        for line in first.into_iter().flat_map(|request| &request.lines) {
            writeln!(out, "{line}")?;
        }
        Ok(())
    }
}

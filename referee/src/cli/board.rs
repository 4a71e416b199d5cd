//! `referee board`: prints the start position as it is sent to a bot.

use std::io::Write;
use std::path::PathBuf;

use anyhow::anyhow;
use clap::Args;

use super::output_file::write_whole;
use super::{Failure, SetupArgs, usage};
use crate::game::Step;
use crate::tell;
use crate::terminal::{harmless, output};

/// Print the start position: the first input of the seat that moves first, exactly as it is sent
///
/// In `courier` each player speaks first, so nothing is sent before; --files writes its start position.
#[derive(Args)]
pub(super) struct BoardArgs {
    #[command(flatten)]
    setup: SetupArgs,
    /// Also write it as files of the contest's own format, such as STEM.map, which `referee serve` reads
    #[arg(long, value_name = "STEM")]
    files: Option<PathBuf>,
    /// Replace the files of --files that exist
    #[arg(long, requires = "files")]
    overwrite: bool,
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
            let place = |extension: &str| {
                let mut path = stem.clone().into_os_string();
                path.push(format!(".{extension}"));
                PathBuf::from(path)
            };
            let mut places = files.iter().map(|file| place(file.extension));
            // Either all files are written or none.
            if let Some(path) = places.find(|path| path.exists() && !self.overwrite) {
                let path = path.display();
                return Err(usage(anyhow!("{path} exists; add --overwrite to replace it")));
            }
            for file in files {
                let path = place(file.extension);
                write_whole(&path, file.text)?;
                // Standard output has only what a bot is sent.
                tell!("Written: {}", harmless(&path.to_string_lossy()));
            }
        }
        let step = game.advance(&[]);
        if let Some(why) = game.failure() {
            return Err(anyhow!("{why}").into());
        }
        let Step::Ask(requests) = step else { return Ok(()) };
        let mut out = output();
        let first = requests.iter().min_by_key(|request| request.seat);
        if self.files.is_none() && first.is_some_and(|request| request.lines.is_empty()) {
            tell!("{}: a player speaks first, and is sent nothing before that", self.setup.game);
        }
        for line in first.into_iter().flat_map(|request| &request.lines) {
            writeln!(out, "{line}")?;
        }
        Ok(())
    }
}

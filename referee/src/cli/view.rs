//! `referee view`: a recorded game as a page for a browser.

use std::fs;
use std::io::Write;
use std::path::PathBuf;

use anyhow::{Context, anyhow};
use clap::Args;

use super::{Failure, usage};
use crate::pages::{film, game_page, may_be_written};
use crate::recording::BegunRecording;
use crate::terminal::output;

/// Write a recorded game as one page for a browser, which needs no other file and no network
///
/// The page shows the board after every move, and the input, answer, standard error, time and faults of each player.
/// Arrow keys, space, n and p move through the game; the fragment of the address is the number of the frame.
#[derive(Args)]
pub(super) struct ViewArgs {
    /// The recording
    file: PathBuf,
    /// The page to write [default: the recording's name with .html]
    #[arg(short, long, value_name = "FILE")]
    output: Option<PathBuf>,
    /// Open the page in the browser
    #[arg(long)]
    open: bool,
}

impl ViewArgs {
    pub(super) fn run(self) -> Result<(), Failure> {
        let recording = BegunRecording::load(&self.file)
            .map_err(|error| usage(anyhow!("{} {error}", self.file.display())))?;
        let film = film(&recording).map_err(usage)?;
        let path = self.output.unwrap_or_else(|| self.file.with_extension("html"));
        if !may_be_written(&path)? {
            return Err(usage(anyhow!(
                "{} exists and was not written by referee; choose another file with --output",
                path.display()
            )));
        }
        fs::write(&path, game_page(&film))
            .with_context(|| format!("cannot write {}", path.display()))?;
        let mut out = output();
        writeln!(out, "{}", path.display())?;
        out.flush()?;
        if self.open {
            open::that_detached(&path)
                .with_context(|| format!("cannot open {} in a browser", path.display()))?;
        }
        Ok(())
    }
}

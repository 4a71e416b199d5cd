//! `referee watch`: a recorded game in the terminal.

use std::path::PathBuf;

use anyhow::anyhow;
use clap::Args;
use console::Term;

use super::replay::warn_of_difference;
use super::{Failure, usage};
use crate::pages::film;
use crate::recording::BegunRecording;
use crate::terminal::{harmless, is_drawn_on};
use crate::watch::{Viewer, shots, watch};

/// Watch a recorded game in the terminal, forwards and backwards
///
/// Space plays and pauses, the arrow keys step, n and p go to the next and the previous event, Home and End to the
/// first and last position, + and - change the speed, q quits.
#[derive(Args)]
pub(super) struct WatchArgs {
    /// The recording
    file: PathBuf,
}

impl WatchArgs {
    pub(super) fn run(self) -> Result<(), Failure> {
        demand_terminal("`referee watch`", "`referee show` prints a recorded game as text")?;
        let recording = BegunRecording::load(&self.file)
            .map_err(|error| usage(anyhow!("{} {error}", self.file.display())))?;
        let recording = warn_of_difference(recording, &self.file);
        let film = film(&recording).map_err(usage)?;
        let title = format!("{}, seed {}", film.title, film.seed);
        let viewer = Viewer::new(title, film.players.clone(), shots(&film), true);
        let _ = viewer.verdict().set(harmless(&film.story.verdict).into_owned());
        Ok(watch(viewer, None)?)
    }
}

/// # Errors
/// If standard output is not a terminal that can be drawn on. `advice` names an alternative.
pub(super) fn demand_terminal(what: &str, advice: &str) -> Result<(), Failure> {
    if is_drawn_on(&Term::stdout()) {
        return Ok(());
    }
    Err(usage(anyhow!("{what} needs a terminal; {advice}")))
}

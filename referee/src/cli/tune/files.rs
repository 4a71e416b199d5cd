//! The files of a tuning, which are examined before the first game.

use std::path::{Path, PathBuf};

use crate::cli::output_file::{demand_apart, demand_own};
use crate::tune::chart::is_chart;
use crate::tune::companion;

/// What to do if the picture would replace another file.
const REMEDY: &str = "choose another file with --picture";

/// The files of a tuning.
pub struct TuningFiles {
    pub checkpoint: PathBuf,
    pub picture: PathBuf,
}

impl TuningFiles {
    /// The files that the user named; the picture is beside the checkpoint if no other is named.
    pub fn new(checkpoint: PathBuf, picture: Option<&Path>) -> Self {
        let picture = picture.map_or_else(|| companion(&checkpoint, "svg"), Path::to_owned);
        Self { checkpoint, picture }
    }

    /// Demands that each file has one use, and that the picture replaces nothing but a picture.
    ///
    /// # Errors
    /// A sentence that names both files, or the file that would be lost.
    pub fn demand_sound(&self, log: Option<&Path>) -> anyhow::Result<()> {
        let picture = ("the picture", &*self.picture);
        demand_apart(picture, ("the checkpoint", &self.checkpoint), REMEDY)?;
        if let Some(log) = log {
            demand_apart(picture, ("the log", log), REMEDY)?;
            let remedy = "choose another file with --log";
            demand_apart(("the log", log), ("the checkpoint", &self.checkpoint), remedy)?;
        }
        demand_picture(&self.picture)
    }
}

/// Demands that a picture may be written to a path.
///
/// # Errors
/// If another file is there.
pub fn demand_picture(path: &Path) -> anyhow::Result<()> {
    demand_own(path, REMEDY, is_chart)
}

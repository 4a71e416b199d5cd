//! A damaged log becomes a sound one; the damaged one is kept beside it.

use std::fs;
use std::path::{Path, PathBuf};

use super::sound::free_name;
use super::{DamagedLine, Log, LogError};

/// What was done to a log.
pub struct Repaired {
    /// The lines that could not be read.
    pub damage: Vec<DamagedLine>,
    /// Lines of games that were played again, which do not count.
    pub obsolete: usize,
    /// Whether the end of the file was part of a line.
    pub is_torn: bool,
    /// Games in the log.
    pub games: usize,
    /// Where the log as it was lies now; `None` if nothing was wrong with it.
    pub kept: Option<PathBuf>,
}

/// Writes a sound log in the place of a damaged one, which is kept beside it. At any moment there is
/// a whole file in its place.
///
/// # Errors
/// It cannot be read or written, another process is using it, or its first line does not say what its
/// games have in common.
pub fn repair(path: &Path) -> Result<Repaired, LogError> {
    // Whoever is writing the log is not disturbed.
    let log = Log::hold(path)?;
    let mut repaired = Repaired {
        damage: log.damage.clone(),
        obsolete: log.obsolete,
        is_torn: log.is_torn,
        games: log.entries.len(),
        kept: None,
    };
    if repaired.damage.is_empty() && repaired.obsolete == 0 && !repaired.is_torn {
        return Ok(repaired);
    }
    let (new, kept) = (free_name(path, "repaired"), free_name(path, "damaged"));
    let fail = |error| LogError::io(path, error);
    log.write_to(&new).map_err(fail)?;
    let moved = fs::hard_link(path, &kept)
        .or_else(|_| fs::copy(path, &kept).map(drop))
        .and_then(|()| fs::rename(&new, path));
    if moved.is_err() {
        let _ = fs::remove_file(&new);
    }
    moved.map_err(fail)?;
    repaired.kept = Some(kept);
    Ok(repaired)
}

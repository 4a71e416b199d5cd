//! Repairing a damaged log; the original is kept.

use std::fs;
use std::path::{Path, PathBuf};

use super::damage::DamagedLine;
use super::error::LogError;
use super::games::Log;
use super::key::LogKey;
use super::sound::free_name;
use crate::system::REPLACES_OPEN_FILES;

/// The result of a repair.
pub struct Repaired {
    /// The lines that could not be read; if there are very many, the first of them.
    pub damage: Vec<DamagedLine>,
    /// Number of further lines that could not be read.
    pub more_damage: usize,
    /// Number of lines with games that were played again.
    pub obsolete: usize,
    /// Whether the file ended with an incomplete line.
    pub is_torn: bool,
    /// Games in the log.
    pub games: usize,
    /// Where the original is now; `None` if it was not damaged.
    pub kept: Option<PathBuf>,
}

/// Replaces a damaged log with a sound one and keeps the original beside it. There is a whole file at its
/// path at any moment.
///
/// # Errors
/// If it cannot be read or written, another process is using it, or its first line is not a header.
pub fn repair(path: &Path, key: Option<&LogKey>) -> Result<Repaired, LogError> {
    // The lock fails while another process is writing the log.
    let mut log = Log::hold(path, key)?;
    if let Some(first) = log.chain.broken.first().filter(|broken| broken.line == 1) {
        let what =
            format!("{}, so no line can be kept; `referee report --trust` shows it", first.reason);
        return Err(LogError::line(path, 1, what));
    }
    let mut repaired = Repaired {
        damage: log.damage.clone(),
        more_damage: log.more_damage,
        obsolete: log.obsolete,
        is_torn: log.is_torn,
        games: log.entries.len(),
        kept: None,
    };
    repaired.damage.extend_from_slice(&log.chain.broken);
    repaired.more_damage += log.chain.more_broken;
    repaired.damage.sort_by_key(|damaged| damaged.line);
    if repaired.damage.is_empty() && repaired.obsolete == 0 && !repaired.is_torn {
        return Ok(repaired);
    }
    log.header.sources = vec![log.as_source()];
    let (new, kept) = (free_name(path, "repaired"), free_name(path, "damaged"));
    let fail = |error| LogError::unwritable(path, error);
    log.write_to(&new).map_err(fail)?;
    let held = REPLACES_OPEN_FILES.then_some(log);
    let moved = fs::hard_link(path, &kept)
        .or_else(|_| fs::copy(path, &kept).map(drop))
        .and_then(|()| fs::rename(&new, path));
    drop(held);
    if moved.is_err() {
        let _ = fs::remove_file(&new);
    }
    moved.map_err(fail)?;
    repaired.kept = Some(kept);
    Ok(repaired)
}

//! What the integration tests share.

use std::path::PathBuf;

/// The folder of a game in the official data, which lies beside the project or where
/// `BOTYARD_DATA` says. Says in a line that the test is skipped where there is none.
pub fn official_data(game: &str) -> Option<PathBuf> {
    let default = concat!(env!("CARGO_MANIFEST_DIR"), "/../../shared/data");
    let root = std::env::var_os("BOTYARD_DATA").map_or(PathBuf::from(default), PathBuf::from);
    let folder = root.join(game);
    if folder.is_dir() {
        return Some(folder);
    }
    eprintln!("skipped: no official data at {} (set BOTYARD_DATA)", folder.display());
    None
}

//! The helper program that plays many games in one Java process. Java compiles it when it starts.

use std::path::PathBuf;
use std::sync::OnceLock;
use std::{fs, io};

use tempfile::TempDir;

/// Its source.
const SOURCE: &str = include_str!("Again.java");

/// The folder of the source. It is kept as long as the process lives.
static FOLDER: OnceLock<TempDir> = OnceLock::new();

/// The path of its source file, which is written first if need be.
pub(super) fn source() -> io::Result<PathBuf> {
    if FOLDER.get().is_none() {
        let folder = tempfile::Builder::new().prefix("botyard-java-").tempdir()?;
        fs::write(folder.path().join("Again.java"), SOURCE)?;
        // Another thread may have been faster; then this folder goes.
        let _ = FOLDER.set(folder);
    }
    let folder = FOLDER.get().ok_or(io::ErrorKind::NotFound)?;
    Ok(folder.path().join("Again.java"))
}

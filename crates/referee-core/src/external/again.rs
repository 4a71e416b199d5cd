//! The helper program that plays many games in one Java process. Java compiles it when it starts.

use std::path::PathBuf;
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::{fs, io};

use tempfile::TempDir;

use crate::scratch::scratch_folder;

/// Its source.
const SOURCE: &str = include_str!("Again.java");

/// The folder of the source.
static FOLDER: Mutex<Option<TempDir>> = Mutex::new(None);

fn folder() -> MutexGuard<'static, Option<TempDir>> {
    FOLDER.lock().unwrap_or_else(PoisonError::into_inner)
}

/// The path of its source file, which is written first if need be.
pub(super) fn source() -> io::Result<PathBuf> {
    let mut known = folder();
    if let Some(folder) = &*known {
        return Ok(folder.path().join("Again.java"));
    }
    let folder = scratch_folder("botyard-java-").map_err(io::Error::other)?;
    let source = folder.path().join("Again.java");
    fs::write(&source, SOURCE)?;
    *known = Some(folder);
    Ok(source)
}

/// Removes the source. A process calls this before it ends, because what is static is not dropped then.
pub fn remove_source() {
    drop(folder().take());
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_source_is_written_once_and_again_after_it_was_removed() {
        let (first, second) = (source().unwrap(), source().unwrap());
        assert_eq!(first, second);
        assert_eq!(fs::read_to_string(&first).unwrap(), SOURCE);
        remove_source();
        assert!(!first.parent().unwrap().exists());
        assert!(source().unwrap().exists());
        remove_source();
    }
}

//! Keeps a second process out.

use std::fs::{self, File, OpenOptions, TryLockError};
use std::io;
use std::os::unix::fs::MetadataExt;
use std::path::{Path, PathBuf};

use super::checkpoint::CheckpointError;
use crate::ordinary;

/// The right to write a checkpoint: a lock on a file beside it, which is removed with the lock. The
/// file that a killed process leaves behind is not locked and keeps no other process out.
pub struct Lock {
    path: PathBuf,
    _file: File,
}

impl Lock {
    /// Takes the lock of a checkpoint, whose folder is made if need be.
    ///
    /// # Errors
    /// Another process has it, or the file cannot be made.
    pub fn take(checkpoint: &Path) -> Result<Self, CheckpointError> {
        let fail = |error| CheckpointError::Io { path: checkpoint.to_owned(), error };
        if let Some(folder) = checkpoint.parent() {
            fs::create_dir_all(folder).map_err(fail)?;
        }
        let path = checkpoint.with_extension("lock");
        loop {
            let options = OpenOptions::new().write(true).create(true).clone();
            let file = ordinary::open(&path, &options).map_err(fail)?;
            match ordinary::lock(&file) {
                Ok(()) if is_at(&file, &path).map_err(fail)? => {
                    return Ok(Self { path, _file: file });
                }
                // The process that had it has removed the file in between.
                Ok(()) => {}
                Err(TryLockError::WouldBlock) => {
                    return Err(CheckpointError::Locked(checkpoint.to_owned()));
                }
                Err(TryLockError::Error(error)) => return Err(fail(error)),
            }
        }
    }
}

impl Drop for Lock {
    fn drop(&mut self) {
        // Still locked: a process that opens it now will find that it is removed.
        let _ = fs::remove_file(&self.path);
    }
}

/// Whether an open file is the one that lies at a path.
fn is_at(file: &File, path: &Path) -> io::Result<bool> {
    let number = |it: &fs::Metadata| (it.dev(), it.ino());
    match fs::metadata(path) {
        Ok(there) => Ok(number(&there) == number(&file.metadata()?)),
        Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(false),
        Err(error) => Err(error),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn there_is_one_at_a_time_and_nothing_is_left() {
        let folder = tempfile::TempDir::new().unwrap();
        let checkpoint = folder.path().join("games/tune.json");
        let first = Lock::take(&checkpoint).unwrap();
        let second = Lock::take(&checkpoint).map(|_| ()).unwrap_err().to_string();
        assert!(second.contains("another process is using the checkpoint"), "{second}");
        drop(first);
        assert_eq!(fs::read_dir(folder.path().join("games")).unwrap().count(), 0);
        drop(Lock::take(&checkpoint).unwrap());
    }
}

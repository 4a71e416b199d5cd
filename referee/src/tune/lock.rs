//! The lock of a checkpoint.

use std::fs::{self, File, OpenOptions, TryLockError};
use std::io;
use std::path::{Path, PathBuf};

use super::checkpoint::CheckpointError;
use super::companion::companion;
use crate::ordinary;
use crate::system::{file_number, file_number_at};

/// A lock on an empty file beside a checkpoint. The file is removed with the lock. A file that a killed
/// process left is not locked and does not block others.
pub struct Lock {
    path: PathBuf,
    _file: File,
}

impl Lock {
    /// Locks a checkpoint; its folder is created if necessary.
    ///
    /// # Errors
    /// If another process has the lock, or the file cannot be created, or another file has its name.
    pub fn take(checkpoint: &Path) -> Result<Self, CheckpointError> {
        let fail = |error| CheckpointError::Io { path: checkpoint.to_owned(), error };
        if let Some(folder) = checkpoint.parent() {
            fs::create_dir_all(folder).map_err(fail)?;
        }
        let path = companion(checkpoint, "lock");
        loop {
            let options = OpenOptions::new().write(true).create(true).clone();
            let file = ordinary::open(&path, &options).map_err(fail)?;
            if file.metadata().map_err(fail)?.len() > 0 {
                let reason = format!("needs {} as its lock, which is another file", path.display());
                return Err(CheckpointError::Bad { path: checkpoint.to_owned(), reason });
            }
            match ordinary::lock(&file) {
                Ok(()) if is_at(&file, &path).map_err(fail)? => {
                    return Ok(Self { path, _file: file });
                }
                // The process that had the lock has removed the file in between.
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
        // The file is still locked: a process that opens it now finds it removed.
        let _ = fs::remove_file(&self.path);
    }
}

/// Whether an open file is the one at a path.
fn is_at(file: &File, path: &Path) -> io::Result<bool> {
    match file_number_at(path) {
        Ok(there) => Ok(there == file_number(file)?),
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

    #[test]
    fn a_file_that_is_no_lock_is_not_removed() {
        let folder = tempfile::TempDir::new().unwrap();
        let lock = folder.path().join("Cargo.lock");
        fs::write(&lock, "version = 4\n").unwrap();
        let taken = Lock::take(&folder.path().join("Cargo.json"));
        let sentence = taken.map(drop).unwrap_err().to_string();
        assert!(sentence.contains("Cargo.lock as its lock, which is another file"), "{sentence}");
        assert!(sentence.ends_with("give another --checkpoint"), "{sentence}");
        assert_eq!(fs::read(&lock).unwrap(), b"version = 4\n");
        // The lock of a checkpoint of that name has another.
        drop(Lock::take(&lock).unwrap());
        assert_eq!(fs::read(&lock).unwrap(), b"version = 4\n");
    }

    #[test]
    fn names_that_differ_after_their_last_dot_are_two_checkpoints() {
        let folder = tempfile::TempDir::new().unwrap();
        let [_first, _second] =
            ["t.v1", "t.v2"].map(|name| Lock::take(&folder.path().join(name)).unwrap());
    }
}

//! How far a growing file was read.

use std::fs::OpenOptions;
use std::io;
use std::path::Path;

use crate::ordinary;
use crate::system::{FileNumber, file_number_at, read_exact_at};

/// The most bytes that are compared. A line of a log ends with a hash of all lines up to it.
const COMPARED: u64 = 64;

/// A place in a file: the end of what was read of it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Place {
    /// Offset of the end of the last complete line that was read.
    pub read: u64,
    /// Device and inode; `None` if nothing was read yet.
    file: Option<FileNumber>,
    /// The last bytes that were read.
    end: Vec<u8>,
}

impl Place {
    /// The place after the first `read` bytes of a file.
    ///
    /// # Errors
    /// If the file is shorter or cannot be read.
    pub(super) fn of(path: &Path, read: u64) -> io::Result<Self> {
        let file = ordinary::open(path, OpenOptions::new().read(true))?;
        let compared = read.min(COMPARED);
        let mut end = vec![0; compared as usize];
        read_exact_at(&file, &mut end, read - compared)?;
        Ok(Self { read, file: Some(file_number_at(path)?), end })
    }

    /// Whether a file still has this place: it was not replaced, cut off or written anew.
    pub(super) fn is_in(&self, path: &Path) -> bool {
        Self::of(path, self.read).is_ok_and(|now| now == *self)
    }
}

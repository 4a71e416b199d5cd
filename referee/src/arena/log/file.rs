//! The file of a log: locked, only added to, and held against what this process left there.

use std::fs::{self, File, OpenOptions, TryLockError};
use std::io::{self, BufReader, Write};
use std::os::unix::fs::{FileExt, MetadataExt};
use std::path::{Path, PathBuf};

use super::error::LogError;
use crate::ordinary;

/// Bytes at the end of the file that are compared before each write.
const TAIL: u64 = 128;

/// The file of a log.
pub(super) struct LogFile {
    path: PathBuf,
    file: File,
    /// Length of all whole lines.
    length: u64,
    /// The last bytes of them.
    tail: Vec<u8>,
    /// Why nothing can be written, if that is so.
    refused: Option<io::ErrorKind>,
}

/// Why a line was not added.
pub(super) enum AppendError {
    /// The system refuses; what is there stays whole.
    Io(io::Error),
    /// The file is not as this process left it: what has become of it.
    Tampered(String),
}

impl LogFile {
    /// Opens or makes the file, and keeps other processes out. What can only be read is opened for
    /// that.
    pub fn open(path: &Path) -> Result<Self, LogError> {
        let fail = |error| LogError::io(path, error);
        if let Some(folder) = path.parent() {
            fs::create_dir_all(folder).map_err(fail)?;
        }
        let options = OpenOptions::new().read(true).append(true).create(true).clone();
        let (file, refused) = match ordinary::open(path, &options) {
            Ok(file) => (file, None),
            Err(error) if is_refusal(error.kind()) && path.is_file() => {
                let file = ordinary::open(path, OpenOptions::new().read(true)).map_err(fail)?;
                (file, Some(error.kind()))
            }
            Err(error) => return Err(fail(error)),
        };
        match ordinary::lock(&file) {
            Ok(()) => {}
            Err(TryLockError::WouldBlock) => return Err(LogError::Locked(path.to_owned())),
            Err(TryLockError::Error(error)) => return Err(fail(error)),
        }
        Ok(Self { path: path.to_owned(), file, length: 0, tail: Vec::new(), refused })
    }

    /// Its bytes from the start.
    pub fn reader(&self) -> BufReader<&File> {
        BufReader::new(&self.file)
    }

    /// Notes how long all whole lines are, and cuts off what follows them.
    pub fn cut(&mut self, length: u64) -> io::Result<()> {
        if self.refused.is_none() && self.file.metadata()?.len() != length {
            self.file.set_len(length)?;
        }
        let tail = length.min(TAIL);
        self.length = length;
        self.tail = vec![0; tail as usize];
        self.file.read_exact_at(&mut self.tail, length - tail)
    }

    /// Adds a line, with its end, by one call. If only a part of it gets onto the disk it is taken
    /// back.
    pub fn append(&mut self, line: &[u8]) -> Result<(), AppendError> {
        if let Some(kind) = self.refused {
            return Err(AppendError::Io(kind.into()));
        }
        self.demand_untouched()?;
        if let Err(error) = self.file.write_all(line) {
            // If even this fails the next opening cuts the line off.
            let _ = self.file.set_len(self.length);
            return Err(AppendError::Io(error));
        }
        self.length += line.len() as u64;
        self.tail.extend_from_slice(line);
        let old = self.tail.len().saturating_sub(TAIL as usize);
        self.tail.drain(..old);
        // Whoever changed it just before the line was written is noticed now.
        self.demand_untouched()
    }

    /// Demands that the file still lies at its path, and is as long as this process left it and ends
    /// as it did.
    fn demand_untouched(&self) -> Result<(), AppendError> {
        let tampered = |what: &str| Err(AppendError::Tampered(what.to_owned()));
        // The end is read before the length: if the file is cut off at this moment, its length shows it.
        let mut tail = vec![0; self.tail.len()];
        let from = self.length - tail.len() as u64;
        let ends_as_written = self.file.read_exact_at(&mut tail, from).is_ok() && tail == self.tail;
        let there = match fs::metadata(&self.path) {
            Ok(there) => there,
            Err(error) if error.kind() == io::ErrorKind::NotFound => {
                return tampered("was removed");
            }
            Err(error) => return Err(AppendError::Io(error)),
        };
        let ours = self.file.metadata().map_err(AppendError::Io)?;
        if (there.dev(), there.ino()) != (ours.dev(), ours.ino()) {
            return tampered("was replaced by another file");
        }
        if ours.len() != self.length {
            let (is, was) = (ours.len(), self.length);
            return tampered(&format!("has {is} bytes and not the {was} that were written"));
        }
        if !ends_as_written {
            return tampered("does not end as it was written");
        }
        Ok(())
    }
}

/// Whether an error says that a file can only be read.
fn is_refusal(kind: io::ErrorKind) -> bool {
    matches!(kind, io::ErrorKind::PermissionDenied | io::ErrorKind::ReadOnlyFilesystem)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// What the second line of a log meets that somebody has changed after the first one.
    fn after(change: impl FnOnce(&Path)) -> Result<(), String> {
        let folder = tempfile::TempDir::new().unwrap();
        let path = folder.path().join("log");
        let mut file = LogFile::open(&path).map_err(|error| error.to_string())?;
        file.cut(0).unwrap();
        let mut append = |line: &[u8]| match file.append(line) {
            Ok(()) => Ok(()),
            Err(AppendError::Tampered(what)) => Err(what),
            Err(AppendError::Io(error)) => Err(error.to_string()),
        };
        append(b"first line\n")?;
        change(&path);
        append(b"second line\n")
    }

    #[test]
    fn a_change_of_the_file_is_noticed_before_the_next_line() {
        assert_eq!(after(|_| {}), Ok(()));
        let write = |path: &Path, text: &str| {
            File::options().write(true).open(path).unwrap().write_all(text.as_bytes()).unwrap();
        };
        let noticed = |change: &dyn Fn(&Path), expected: &str| {
            assert_eq!(after(change), Err(expected.to_owned()));
        };
        noticed(&|path| write(path, "FIRST"), "does not end as it was written");
        let longer = "has 15 bytes and not the 11 that were written";
        noticed(&|path| write(path, "first line\nmore"), longer);
        noticed(&|path| drop(File::create(path)), "has 0 bytes and not the 11 that were written");
        noticed(&|path| fs::remove_file(path).unwrap(), "was removed");
        let replace = |path: &Path| {
            fs::copy(path, path.with_extension("copy")).unwrap();
            fs::rename(path.with_extension("copy"), path).unwrap();
        };
        noticed(&replace, "was replaced by another file");
    }
}

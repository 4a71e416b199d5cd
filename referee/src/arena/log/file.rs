//! The file of a log: locked, append-only, and compared with what this process last wrote.

use std::fs::{self, File, OpenOptions, TryLockError};
use std::io::{self, BufReader, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use super::error::LogError;
use crate::ordinary;
use crate::system::{adding, file_number, file_number_at, read_exact_at};

/// Bytes at the end of the file that are compared before each write.
const TAIL: u64 = 128;

/// How long a line may be only in the memory of the system. So a power failure loses at most the games of this time. A
/// flush for each line would take longer than many games.
const LONGEST_UNFLUSHED: Duration = Duration::from_secs(1);

/// The file of a log.
pub(super) struct LogFile {
    path: PathBuf,
    file: File,
    /// Length of all whole lines.
    length: u64,
    /// The last bytes of them.
    tail: Vec<u8>,
    /// The reason why the file cannot be written, if so.
    refused: Option<io::ErrorKind>,
    /// When the first line that may not be on the disk yet was written.
    unflushed: Option<Instant>,
}

/// Why a line was not added.
pub(super) enum AppendError {
    /// The system refuses; earlier lines stay whole.
    Io(io::Error),
    /// How the file was changed from outside.
    Tampered(String),
}

impl LogFile {
    /// Opens or creates the file and locks it. A read-only file is opened for reading.
    pub fn open(path: &Path) -> Result<Self, LogError> {
        Self::open_by(path, ordinary::lock)
    }

    /// Opens or creates the file and locks it by calls of `lock`.
    fn open_by(
        path: &Path,
        mut lock: impl FnMut(&File) -> Result<(), TryLockError>,
    ) -> Result<Self, LogError> {
        loop {
            let log = Self::open_once(path, &mut lock)?;
            // While this process waited for the lock, a repair may have put another file there.
            if file_number_at(path).ok() == file_number(&log.file).ok() {
                return Ok(log);
            }
        }
    }

    /// Opens or creates the file that is there now and locks it by a call of `lock`.
    fn open_once(
        path: &Path,
        lock: impl FnOnce(&File) -> Result<(), TryLockError>,
    ) -> Result<Self, LogError> {
        let fail = |error| LogError::unwritable(path, error);
        if let Some(folder) = path.parent() {
            fs::create_dir_all(folder).map_err(fail)?;
        }
        let (file, refused) = match ordinary::open(path, &adding()) {
            Ok(file) => (file, None),
            Err(error) if is_refusal(error.kind()) && path.is_file() => {
                let file = ordinary::open(path, OpenOptions::new().read(true)).map_err(fail)?;
                (file, Some(error.kind()))
            }
            Err(error) => return Err(fail(error)),
        };
        match lock(&file) {
            Ok(()) => {}
            Err(TryLockError::WouldBlock) => return Err(LogError::Locked(path.to_owned())),
            Err(TryLockError::Error(error)) => return Err(fail(error)),
        }
        Ok(Self {
            path: path.to_owned(),
            file,
            length: 0,
            tail: Vec::new(),
            refused,
            unflushed: None,
        })
    }

    /// Whether the file can only be read.
    pub fn is_read_only(&self) -> bool {
        self.refused.is_some()
    }

    /// Its bytes from the start.
    pub fn reader(&self) -> io::Result<BufReader<&File>> {
        (&self.file).seek(SeekFrom::Start(0))?;
        Ok(BufReader::new(&self.file))
    }

    /// Sets the length of all whole lines in bytes and truncates the file to it.
    pub fn cut(&mut self, length: u64) -> io::Result<()> {
        if self.refused.is_none() && self.file.metadata()?.len() != length {
            self.file.set_len(length)?;
        }
        let tail = length.min(TAIL);
        self.length = length;
        self.tail = vec![0; tail as usize];
        read_exact_at(&self.file, &mut self.tail, length - tail)
    }

    /// Appends a line, with its end, by one call. If only a part of it is written, that part is removed.
    pub fn append(&mut self, line: &[u8]) -> Result<(), AppendError> {
        self.append_by(line, |mut file, line| file.write_all(line))
    }

    /// Appends a line by a call of `write`.
    fn append_by(
        &mut self,
        line: &[u8],
        write: impl FnOnce(&File, &[u8]) -> io::Result<()>,
    ) -> Result<(), AppendError> {
        if let Some(kind) = self.refused {
            return Err(AppendError::Io(kind.into()));
        }
        self.demand_untouched()?;
        let at_the_end = (&self.file).seek(SeekFrom::End(0)).map(drop);
        if let Err(error) = at_the_end.and_then(|()| write(&self.file, line)) {
            // If even this fails the next opening cuts the line off.
            let _ = self.file.set_len(self.length);
            return Err(AppendError::Io(error));
        }
        self.length += line.len() as u64;
        self.tail.extend_from_slice(line);
        let old = self.tail.len().saturating_sub(TAIL as usize);
        self.tail.drain(..old);
        let since = *self.unflushed.get_or_insert_with(Instant::now);
        if since.elapsed() >= LONGEST_UNFLUSHED {
            self.flush(File::sync_data).map_err(AppendError::Io)?;
        }
        // A change between the first check and the write is found now.
        self.demand_untouched()
    }

    /// Flushes all lines to the disk by a call of `sync`.
    fn flush(&mut self, sync: impl FnOnce(&File) -> io::Result<()>) -> io::Result<()> {
        match self.unflushed.take().map_or(Ok(()), |_| sync(&self.file)) {
            // Not every file system has such a call.
            Err(error) if !is_without_flush(error.kind()) => Err(error),
            _ => Ok(()),
        }
    }

    /// Checks that the file is still at its path and has the length and the end that this process last
    /// wrote.
    fn demand_untouched(&self) -> Result<(), AppendError> {
        let tampered = |what: &str| Err(AppendError::Tampered(what.to_owned()));
        // The end is read before the length: if the file is truncated in between, its length shows it.
        let mut tail = vec![0; self.tail.len()];
        let from = self.length - tail.len() as u64;
        let ends_as_written =
            read_exact_at(&self.file, &mut tail, from).is_ok() && tail == self.tail;
        let there = match file_number_at(&self.path) {
            Ok(there) => there,
            Err(error) if error.kind() == io::ErrorKind::NotFound => {
                return tampered("was removed");
            }
            Err(error) => return Err(AppendError::Io(error)),
        };
        let ours = self.file.metadata().map_err(AppendError::Io)?;
        if there != file_number(&self.file).map_err(AppendError::Io)? {
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

impl Drop for LogFile {
    fn drop(&mut self) {
        let _ = self.flush(File::sync_data);
    }
}

/// Whether an error means that the file system cannot flush.
fn is_without_flush(kind: io::ErrorKind) -> bool {
    matches!(kind, io::ErrorKind::InvalidInput | io::ErrorKind::Unsupported)
}

/// Whether an error means that a file is read-only.
fn is_refusal(kind: io::ErrorKind) -> bool {
    matches!(kind, io::ErrorKind::PermissionDenied | io::ErrorKind::ReadOnlyFilesystem)
}

#[cfg(test)]
mod tests {
    use std::io::Read;

    use super::*;
    use crate::system::REPLACES_OPEN_FILES;

    fn in_words(error: AppendError) -> String {
        match error {
            AppendError::Tampered(what) => what,
            AppendError::Io(error) => error.to_string(),
        }
    }

    /// Appends a line, then a second one with `change` before it or, if `while_writing`, between its
    /// first check and its write. Returns the error of the second line.
    fn append_with(while_writing: bool, change: impl FnOnce(&Path)) -> Result<(), String> {
        let folder = tempfile::TempDir::new().unwrap();
        let path = folder.path().join("log");
        let mut file = LogFile::open(&path).map_err(|error| error.to_string())?;
        file.cut(0).unwrap();
        file.append(b"first line\n").map_err(in_words)?;
        if while_writing {
            let write = |mut file: &File, line: &[u8]| {
                change(&path);
                file.write_all(line)
            };
            return file.append_by(b"second line\n", write).map_err(in_words);
        }
        change(&path);
        file.append(b"second line\n").map_err(in_words)
    }

    fn after(change: impl FnOnce(&Path)) -> Result<(), String> {
        append_with(false, change)
    }

    #[test]
    fn a_change_between_the_check_and_the_write_is_found_after_the_write() {
        let during = |change: &dyn Fn(&Path)| append_with(true, change);
        assert_eq!(during(&|_| {}), Ok(()));
        let longer = Err("has 28 bytes and not the 23 that were written".to_owned());
        let foreign = |path: &Path| {
            File::options().append(true).open(path).unwrap().write_all(b"alien").unwrap();
        };
        assert_eq!(during(&foreign), longer);
        let shorter = Err("has 12 bytes and not the 23 that were written".to_owned());
        assert_eq!(during(&|path| drop(File::create(path))), shorter);
        assert_eq!(during(&|path| fs::remove_file(path).unwrap()), Err("was removed".to_owned()));
    }

    #[test]
    fn a_line_that_is_written_in_part_is_removed() {
        let folder = tempfile::TempDir::new().unwrap();
        let path = folder.path().join("log");
        let mut file = LogFile::open(&path).map_err(|error| error.to_string()).unwrap();
        file.cut(0).unwrap();
        file.append(b"first line\n").map_err(in_words).unwrap();
        let half = |mut file: &File, line: &[u8]| {
            file.write_all(&line[..4])?;
            Err(io::ErrorKind::StorageFull.into())
        };
        assert!(matches!(file.append_by(b"second line\n", half), Err(AppendError::Io(_))));
        assert_eq!(fs::read(&path).unwrap(), b"first line\n");
        file.append(b"third\n").map_err(in_words).unwrap();
        assert_eq!(fs::read(&path).unwrap(), b"first line\nthird\n");
    }

    #[test]
    fn a_file_that_is_replaced_before_the_lock_is_opened_again() {
        if !REPLACES_OPEN_FILES {
            return;
        }
        let folder = tempfile::TempDir::new().unwrap();
        let path = folder.path().join("log");
        fs::write(&path, "damaged\n").unwrap();
        let mut locks = 0;
        let lock = |file: &File| {
            locks += 1;
            if locks == 1 {
                fs::write(path.with_extension("new"), "repaired\n").unwrap();
                fs::rename(path.with_extension("new"), &path).unwrap();
            }
            ordinary::lock(file)
        };
        let log = LogFile::open_by(&path, lock).map_err(|error| error.to_string()).unwrap();
        let mut text = String::new();
        log.reader().unwrap().read_to_string(&mut text).unwrap();
        assert_eq!((text.as_str(), locks), ("repaired\n", 2));
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

    #[test]
    fn lines_are_flushed_after_a_second_and_once() {
        let folder = tempfile::TempDir::new().unwrap();
        let path = folder.path().join("log");
        let mut file = LogFile::open(&path).map_err(|error| error.to_string()).unwrap();
        file.cut(0).unwrap();
        let mut flushes = 0;
        let mut count = |file: &mut LogFile, result: io::Result<()>| {
            file.flush(|_| {
                flushes += 1;
                result
            })
            .map_err(|error| error.kind())
        };
        assert_eq!(count(&mut file, Ok(())), Ok(()));
        file.append(b"first\n").map_err(in_words).unwrap();
        let begun = file.unflushed.expect("the line is in memory");
        file.append(b"second\n").map_err(in_words).unwrap();
        assert!(begun.elapsed() >= LONGEST_UNFLUSHED || file.unflushed == Some(begun));
        file.unflushed = Some(begun.checked_sub(LONGEST_UNFLUSHED).unwrap());
        file.append(b"third\n").map_err(in_words).unwrap();
        assert_eq!(file.unflushed, None, "all lines are on the disk");
        file.append(b"fourth\n").map_err(in_words).unwrap();
        let full = io::ErrorKind::StorageFull;
        assert_eq!(count(&mut file, Err(full.into())), Err(full));
        file.append(b"fifth\n").map_err(in_words).unwrap();
        assert_eq!(count(&mut file, Err(io::ErrorKind::InvalidInput.into())), Ok(()));
        assert_eq!(count(&mut file, Ok(())), Ok(()));
        assert_eq!(flushes, 2);
    }
}

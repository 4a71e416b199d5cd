//! Opens ordinary files only: a device may never end and a pipe may block.

use std::fs::{self, File, OpenOptions, TryLockError};
use std::io::{self, Read};
use std::path::Path;
use std::thread;
use std::time::{Duration, Instant};

use crate::system;

/// Most bytes of a file that is read as a whole. The longest recording of the real sites has a few megabytes.
const LONGEST: u64 = 1 << 28;

/// Most bytes of a file that a person writes, such as a contest file. When TOML is parsed, a byte may become hundreds.
const LONGEST_WRITTEN: u64 = 1 << 20;

/// The longest time for which a program that is being started holds copies of open files, on a busy machine too.
const LONGEST_START: Duration = Duration::from_millis(200);

/// Opens an ordinary file, or a link to one. Other files are never opened, because opening a device can have effects.
///
/// # Errors
/// If it is another kind of file, or if the system refuses.
pub fn open(path: &Path, options: &OpenOptions) -> io::Result<File> {
    match fs::metadata(path) {
        Ok(metadata) => demand_ordinary(metadata.file_type())?,
        Err(error) if error.kind() == io::ErrorKind::NotFound => {}
        Err(error) => return Err(error),
    }
    // If a pipe has replaced the file meanwhile, opening it does not block.
    let file = system::without_waiting(options).open(path)?;
    demand_ordinary(file.metadata()?.file_type())?;
    Ok(file)
}

/// Locks a file for this process. Between `fork` and `exec` a program that is being started has a copy of each open
/// file and of its lock, although the process that locked the file may have closed it. So a lock counts as taken
/// only if it stays taken for `LONGEST_START`.
///
/// # Errors
/// If another process has the lock ([`TryLockError::WouldBlock`]), or if the system refuses.
pub fn lock(file: &File) -> Result<(), TryLockError> {
    let begin = Instant::now();
    loop {
        match system::lock(file) {
            Err(TryLockError::WouldBlock) if begin.elapsed() < LONGEST_START => {
                thread::sleep(Duration::from_millis(1));
            }
            result => return result,
        }
    }
}

/// Reads an ordinary file as a whole.
///
/// # Errors
/// If it is another kind of file or too long, or if the system refuses.
pub fn read(path: &Path) -> io::Result<Vec<u8>> {
    read_within(path, LONGEST)
}

fn read_within(path: &Path, longest: u64) -> io::Result<Vec<u8>> {
    let file = open(path, OpenOptions::new().read(true))?;
    let mut bytes = Vec::new();
    let mut length = file.metadata()?.len();
    if length <= longest {
        // The file may grow.
        length = file.take(longest + 1).read_to_end(&mut bytes)? as u64;
    }
    if length > longest {
        return Err(io::Error::other(format!("it has more than {} MB", longest >> 20)));
    }
    Ok(bytes)
}

/// Reads an ordinary file of text.
///
/// # Errors
/// If it is another kind of file, too long or not UTF-8, or if the system refuses.
pub fn read_text(path: &Path) -> io::Result<String> {
    text(read(path)?)
}

/// Reads an ordinary file of text that a person writes, of at most a megabyte.
///
/// # Errors
/// If it is another kind of file, too long or not UTF-8, or if the system refuses.
pub fn read_written_text(path: &Path) -> io::Result<String> {
    text(read_within(path, LONGEST_WRITTEN)?)
}

fn text(mut bytes: Vec<u8>) -> io::Result<String> {
    // Editors of Windows begin a text with a mark that says only that it is UTF-8.
    if bytes.starts_with(b"\xef\xbb\xbf") {
        bytes.drain(..3);
    }
    String::from_utf8(bytes)
        .map_err(|_| io::Error::new(io::ErrorKind::InvalidData, "it is not UTF-8 text"))
}

fn demand_ordinary(kind: fs::FileType) -> io::Result<()> {
    let what = if kind.is_file() {
        return Ok(());
    } else if kind.is_dir() {
        "a folder"
    } else {
        system::kind_of_file(kind)
    };
    let sentence = format!("it is {what}, not an ordinary file; give another");
    Err(io::Error::new(io::ErrorKind::InvalidInput, sentence))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::system::symlink;
    use crate::testkit::needs::Need;

    #[test]
    fn a_lock_that_is_given_up_at_once_keeps_nobody_out() {
        let folder = tempfile::TempDir::new().unwrap();
        let path = folder.path().join("file");
        let [first, second] = [(); 2].map(|()| File::create(&path).unwrap());
        lock(&first).unwrap();
        assert!(matches!(lock(&second), Err(TryLockError::WouldBlock)));
        // As a program has it that is being started.
        let copy = first.try_clone().unwrap();
        drop(first);
        let start = thread::spawn(move || {
            thread::sleep(Duration::from_millis(10));
            drop(copy);
        });
        lock(&second).unwrap();
        start.join().unwrap();
    }

    #[test]
    fn files_and_links_to_them_are_read_and_nothing_else_is_opened() {
        let folder = tempfile::TempDir::new().unwrap();
        let at = |name: &str| folder.path().join(name);
        fs::write(at("file"), "text").unwrap();
        fs::write(at("bytes"), [255]).unwrap();
        symlink("file", at("link")).unwrap();
        if !Need::link_leads_to_file(&at("link")) {
            return;
        }
        assert_eq!(read_text(&at("file")).unwrap(), "text");
        assert_eq!(read_text(&at("link")).unwrap(), "text");
        fs::write(at("marked"), "\u{feff}text").unwrap();
        assert_eq!(read_text(&at("marked")).unwrap(), "text");
        let fails = |name: &str, expected: &str| {
            let sentence = read_text(&at(name)).unwrap_err().to_string();
            assert!(sentence.contains(expected), "{name}: {sentence}");
        };
        fails(".", "it is a folder, not an ordinary file");
        fails("bytes", "it is not UTF-8 text");
        assert_eq!(read_text(&at("none")).unwrap_err().kind(), io::ErrorKind::NotFound);
    }

    #[test]
    fn a_file_that_is_too_long_is_not_read_to_its_end() {
        let folder = tempfile::TempDir::new().unwrap();
        let path = folder.path().join("long");
        // It takes no room on the disk.
        File::create(&path).unwrap().set_len(1 << 40).unwrap();
        assert!(read(&path).unwrap_err().to_string().contains("more than 256 MB"));
        File::create(&path).unwrap().set_len(LONGEST_WRITTEN + 1).unwrap();
        let error = read_written_text(&path).unwrap_err().to_string();
        assert_eq!(error, "it has more than 1 MB");
    }
}

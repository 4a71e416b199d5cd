//! Ordinary files, and nothing else: a device never ends, a pipe blocks, and both may lie where a file
//! is expected.

use std::fs::{self, File, OpenOptions, TryLockError};
use std::io::{self, Read};
use std::os::unix::fs::{FileTypeExt, OpenOptionsExt};
use std::path::Path;
use std::thread;
use std::time::{Duration, Instant};

use nix::fcntl::OFlag;

/// Bytes of the longest file that is read as a whole. The longest recording of the real sites has a
/// few megabytes.
const LONGEST: u64 = 1 << 28;

/// A program that is being started gives up its copies of files long before, on a busy machine too.
const LONGEST_START: Duration = Duration::from_millis(200);

/// Opens an ordinary file, or a link to one. Nothing else is opened, not even for a moment, since
/// opening a device may do something.
///
/// # Errors
/// It is something else, or the system's own error.
pub fn open(path: &Path, options: &OpenOptions) -> io::Result<File> {
    match fs::metadata(path) {
        Ok(metadata) => demand_ordinary(metadata.file_type())?,
        Err(error) if error.kind() == io::ErrorKind::NotFound => {}
        Err(error) => return Err(error),
    }
    // If a pipe has taken the place in between, it does not block.
    let file = options.clone().custom_flags(OFlag::O_NONBLOCK.bits()).open(path)?;
    demand_ordinary(file.metadata()?.file_type())?;
    Ok(file)
}

/// Keeps other processes out of a file. Between `fork` and `exec` a program that is being started has a copy of
/// each open file, and so of its lock, although whoever locked the file may have closed it or may be dead. So a
/// lock counts as taken only if it stays so for a while.
///
/// # Errors
/// Another process has it ([`TryLockError::WouldBlock`]), or the system's own error.
pub fn lock(file: &File) -> Result<(), TryLockError> {
    let begin = Instant::now();
    loop {
        match file.try_lock() {
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
/// It is something else or too long, or the system's own error.
pub fn read(path: &Path) -> io::Result<Vec<u8>> {
    let file = open(path, OpenOptions::new().read(true))?;
    let mut bytes = Vec::new();
    file.take(LONGEST + 1).read_to_end(&mut bytes)?;
    if bytes.len() as u64 > LONGEST {
        let most = LONGEST >> 20;
        return Err(io::Error::other(format!("it has more than {most} MB")));
    }
    Ok(bytes)
}

/// Reads an ordinary file of text.
///
/// # Errors
/// It is something else, too long or not UTF-8, or the system's own error.
pub fn read_text(path: &Path) -> io::Result<String> {
    String::from_utf8(read(path)?)
        .map_err(|_| io::Error::new(io::ErrorKind::InvalidData, "it is not UTF-8 text"))
}

fn demand_ordinary(kind: fs::FileType) -> io::Result<()> {
    let what = if kind.is_file() {
        return Ok(());
    } else if kind.is_dir() {
        "a folder"
    } else if kind.is_fifo() {
        "a pipe"
    } else if kind.is_socket() {
        "a socket"
    } else {
        "a device"
    };
    let sentence = format!("it is {what}, not an ordinary file; give another");
    Err(io::Error::new(io::ErrorKind::InvalidInput, sentence))
}

#[cfg(test)]
mod tests {
    use std::os::unix::fs::symlink;

    use nix::sys::stat::Mode;
    use nix::unistd::mkfifo;

    use super::*;

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
        symlink("/dev/zero", at("zero")).unwrap();
        mkfifo(&at("pipe"), Mode::S_IRWXU).unwrap();
        assert_eq!(read_text(&at("file")).unwrap(), "text");
        assert_eq!(read_text(&at("link")).unwrap(), "text");
        let fails = |name: &str, expected: &str| {
            let sentence = read_text(&at(name)).unwrap_err().to_string();
            assert!(sentence.contains(expected), "{name}: {sentence}");
        };
        fails("zero", "it is a device, not an ordinary file");
        fails("pipe", "it is a pipe, not an ordinary file");
        fails(".", "it is a folder, not an ordinary file");
        fails("bytes", "it is not UTF-8 text");
        fails("none", "No such file");
    }

    #[test]
    fn a_file_that_is_too_long_is_not_read_to_its_end() {
        let folder = tempfile::TempDir::new().unwrap();
        let path = folder.path().join("long");
        // It takes no room on the disk.
        File::create(&path).unwrap().set_len(1 << 40).unwrap();
        assert!(read(&path).unwrap_err().to_string().contains("more than 256 MB"));
    }
}

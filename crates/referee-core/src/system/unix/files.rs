//! Files: locks, numbers, rights, names.

use std::ffi::{OsStr, OsString};
use std::fs::{self, File, Metadata, OpenOptions, TryLockError};
use std::io;
use std::os::unix::ffi::{OsStrExt, OsStringExt};
use std::os::unix::fs::{FileExt, FileTypeExt, MetadataExt, OpenOptionsExt, PermissionsExt};
use std::path::{Path, PathBuf};

use nix::fcntl::OFlag;
use nix::unistd::{AccessFlags, access};

/// Locks a file for this process. It may be read by others meanwhile.
///
/// # Errors
/// If another process has the lock ([`TryLockError::WouldBlock`]), or if the system refuses.
pub fn lock(file: &File) -> Result<(), TryLockError> {
    file.try_lock()
}

/// Options that never wait for the other end of a pipe.
pub fn without_waiting(options: &OpenOptions) -> OpenOptions {
    options.clone().custom_flags(OFlag::O_NONBLOCK.bits()).clone()
}

/// Options for a file to which lines are added, and which can be made shorter.
pub fn adding() -> OpenOptions {
    OpenOptions::new().read(true).append(true).create(true).clone()
}

/// What a file that is neither ordinary nor a folder is.
pub fn kind_of_file(kind: fs::FileType) -> &'static str {
    if kind.is_fifo() {
        "a pipe"
    } else if kind.is_socket() {
        "a socket"
    } else {
        "a device"
    }
}

/// A number that no other file of this machine has at the same time.
pub type FileNumber = (u64, u64);

/// The number of an open file.
///
/// # Errors
/// The system refuses.
pub fn file_number(file: &File) -> io::Result<FileNumber> {
    Ok(number(&file.metadata()?))
}

/// The number of the file at a path.
///
/// # Errors
/// If there is none, or the system refuses.
pub fn file_number_at(path: &Path) -> io::Result<FileNumber> {
    Ok(number(&fs::metadata(path)?))
}

fn number(metadata: &Metadata) -> FileNumber {
    (metadata.dev(), metadata.ino())
}

/// Reads bytes at a place of a file.
///
/// # Errors
/// If there are fewer, or the system refuses.
pub fn read_exact_at(file: &File, into: &mut [u8], at: u64) -> io::Result<()> {
    file.read_exact_at(into, at)
}

/// Whether a file is a program that this user may run.
pub fn is_program(path: &Path) -> bool {
    path.metadata().is_ok_and(|it| it.is_file() && it.permissions().mode() & 0o111 != 0)
}

/// The file of a program by the name that the user knows, in a folder.
pub fn program_in(folder: &Path, name: &Path) -> Option<PathBuf> {
    let file = folder.join(name);
    (file.is_file() && access(&file, AccessFlags::X_OK).is_ok()).then_some(file)
}

/// The file of a program, by its path.
pub fn program_at(path: &Path) -> Option<PathBuf> {
    path.is_file().then(|| path.to_owned())
}

/// Whether this user may write to a file or into a folder.
pub fn may_write(path: &Path) -> bool {
    access(path, AccessFlags::W_OK).is_ok()
}

/// Whether a folder belongs to the system or to all users, such as `/tmp`.
pub fn is_for_everybody(folder: &Path) -> bool {
    const OF_THE_SYSTEM: [&str; 10] = [
        "/bin",
        "/sbin",
        "/lib",
        "/usr",
        "/etc",
        "/nix/store",
        "/proc",
        "/sys",
        "/dev",
        "/var/lib",
    ];
    OF_THE_SYSTEM.iter().any(|system| folder.starts_with(system))
        || fs::metadata(folder).is_ok_and(|it| it.mode() & 0o1000 != 0)
}

/// Whether a file can be replaced while this process has it open.
pub const REPLACES_OPEN_FILES: bool = true;

/// Separates the entries of a list of paths, such as a class path.
pub const PATH_SEPARATOR: char = ':';

/// The user's folder for files that can be made again.
pub fn cache_folder() -> Option<PathBuf> {
    let variable = |name| std::env::var_os(name).filter(|it| !it.is_empty()).map(PathBuf::from);
    variable("XDG_CACHE_HOME").or_else(|| variable("HOME").map(|home| home.join(".cache")))
}

/// The file to which the standard output goes, if the system says so.
pub fn name_of_standard_output() -> Option<PathBuf> {
    fs::read_link("/proc/self/fd/1").ok().filter(|file| file.is_absolute())
}

/// The bytes of a name. Each name has its own.
pub fn bytes_of_name(name: &OsStr) -> &[u8] {
    name.as_bytes()
}

/// The name that has these bytes.
pub fn name_of_bytes(bytes: Vec<u8>) -> OsString {
    OsString::from_vec(bytes)
}

/// Makes a symbolic link, for tests.
///
/// # Errors
/// The system refuses.
pub fn symlink(to: impl AsRef<Path>, link: impl AsRef<Path>) -> io::Result<()> {
    std::os::unix::fs::symlink(to, link)
}

#[cfg(test)]
mod tests {
    use nix::sys::stat::Mode;
    use nix::unistd::mkfifo;

    use super::*;
    use crate::ordinary::read_text;

    #[test]
    fn devices_and_pipes_are_not_read() {
        let folder = tempfile::TempDir::new().unwrap();
        let at = |name: &str| folder.path().join(name);
        symlink("/dev/zero", at("zero")).unwrap();
        mkfifo(&at("pipe"), Mode::S_IRWXU).unwrap();
        for (name, expected) in [("zero", "it is a device, not"), ("pipe", "it is a pipe, not")] {
            let sentence = read_text(&at(name)).unwrap_err().to_string();
            assert!(sentence.contains(expected), "{name}: {sentence}");
        }
    }
}

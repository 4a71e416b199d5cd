//! Files: locks, numbers, rights, names.

use std::env;
use std::ffi::{OsStr, OsString};
use std::fs::{self, File, OpenOptions, TryLockError};
use std::io;
use std::os::windows::fs::FileExt;
/// Makes a symbolic link to a file, for tests.
pub use std::os::windows::fs::symlink_file as symlink;
use std::os::windows::io::AsRawHandle;
use std::path::{Path, PathBuf};

use windows_sys::Win32::Foundation::{ERROR_IO_PENDING, ERROR_LOCK_VIOLATION};
use windows_sys::Win32::Storage::FileSystem::{
    BY_HANDLE_FILE_INFORMATION, GetFileInformationByHandle, LOCKFILE_EXCLUSIVE_LOCK,
    LOCKFILE_FAIL_IMMEDIATELY, LockFileEx,
};
use windows_sys::Win32::System::IO::{OVERLAPPED, OVERLAPPED_0, OVERLAPPED_0_0};

use super::calls::{done, is};

/// Locks a file for this process. It may be read by others meanwhile: this system keeps others from what is locked, so
/// one byte is locked that is far behind the end of every file.
///
/// # Errors
/// If another process has the lock ([`TryLockError::WouldBlock`]), or if the system refuses.
pub fn lock(file: &File) -> Result<(), TryLockError> {
    let far = OVERLAPPED_0_0 { Offset: 0, OffsetHigh: 1 << 30 };
    let mut place =
        OVERLAPPED { Anonymous: OVERLAPPED_0 { Anonymous: far }, ..OVERLAPPED::default() };
    let flags = LOCKFILE_EXCLUSIVE_LOCK | LOCKFILE_FAIL_IMMEDIATELY;
    // SAFETY: the handle is open, and the call does not wait, so that `place` outlives it.
    let locked = unsafe { LockFileEx(file.as_raw_handle(), flags, 0, 1, 0, &raw mut place) };
    done(locked).map_err(|error| {
        let is_taken = is(&error, ERROR_LOCK_VIOLATION) || is(&error, ERROR_IO_PENDING);
        if is_taken { TryLockError::WouldBlock } else { TryLockError::Error(error) }
    })
}

/// Options that never wait for the other end of a pipe.
pub fn without_waiting(options: &OpenOptions) -> OpenOptions {
    options.clone()
}

/// Options for a file to which lines are added, and which can be made shorter. A file that is open for adding alone
/// cannot be.
pub fn adding() -> OpenOptions {
    OpenOptions::new().read(true).write(true).create(true).truncate(false).clone()
}

/// What a file that is neither ordinary nor a folder is.
pub fn kind_of_file(_kind: fs::FileType) -> &'static str {
    "a device"
}

/// A number that no other file of this machine has at the same time.
pub type FileNumber = (u64, u64);

/// The number of an open file.
///
/// # Errors
/// The system refuses.
pub fn file_number(file: &File) -> io::Result<FileNumber> {
    let mut about = BY_HANDLE_FILE_INFORMATION::default();
    // SAFETY: the handle is open, and the system writes one value of this type.
    done(unsafe { GetFileInformationByHandle(file.as_raw_handle(), &raw mut about) })?;
    let index = u64::from(about.nFileIndexHigh) << 32 | u64::from(about.nFileIndexLow);
    Ok((u64::from(about.dwVolumeSerialNumber), index))
}

/// The number of the file at a path.
///
/// # Errors
/// If there is none, or the system refuses.
pub fn file_number_at(path: &Path) -> io::Result<FileNumber> {
    file_number(&File::open(path)?)
}

/// Reads bytes at a place of a file. Its next read or write begins somewhere else afterwards.
///
/// # Errors
/// If there are fewer, or the system refuses.
pub fn read_exact_at(file: &File, mut into: &mut [u8], mut at: u64) -> io::Result<()> {
    while !into.is_empty() {
        match file.seek_read(into, at)? {
            0 => return Err(io::ErrorKind::UnexpectedEof.into()),
            bytes => {
                into = &mut into[bytes..];
                at += bytes as u64;
            }
        }
    }
    Ok(())
}

/// The endings of the names of programs, in small letters and with their dots.
fn endings() -> Vec<String> {
    let usual = ".COM;.EXE;.BAT;.CMD";
    let endings = env::var("PATHEXT").ok().filter(|it| !it.is_empty());
    let endings = endings.unwrap_or_else(|| usual.to_owned()).to_lowercase();
    endings.split(';').filter(|it| it.len() > 1).map(str::to_owned).collect()
}

/// Whether a file is a program, by its name.
pub fn is_program(path: &Path) -> bool {
    let name = path.to_string_lossy().to_lowercase();
    path.is_file() && endings().iter().any(|ending| name.ends_with(ending))
}

/// The file of a program by the name that the user knows, in a folder. The name may lack its ending, such as `.exe`.
pub fn program_in(folder: &Path, name: &Path) -> Option<PathBuf> {
    let path = folder.join(name);
    if is_program(&path) {
        return Some(path);
    }
    let with = |ending: &String| [path.as_os_str(), ending.as_ref()].join(OsStr::new("")).into();
    endings().iter().map(with).find(|path: &PathBuf| path.is_file())
}

/// The file of a program, by its path, which may lack its ending.
pub fn program_at(path: &Path) -> Option<PathBuf> {
    program_in(Path::new(""), path)
}

/// Whether the word for a program is a path, and not a name to search for in the folders of `PATH`.
pub fn is_path(program: &OsStr) -> bool {
    program.to_string_lossy().contains(['/', '\\', ':'])
}

/// Whether this user may write to a file or into a folder, as far as its attributes say.
pub fn may_write(path: &Path) -> bool {
    path.metadata().is_ok_and(|it| it.is_dir() || !it.permissions().readonly())
}

/// Whether a folder belongs to the system or to all programs of the user, such as that for temporary files.
pub fn is_for_everybody(folder: &Path) -> bool {
    let of_the_system = ["SystemRoot", "ProgramFiles", "ProgramFiles(x86)", "ProgramData"];
    let folders = of_the_system.iter().filter_map(env::var_os).map(PathBuf::from);
    let mut folders = folders.flat_map(|it| fs::canonicalize(&it).into_iter().chain([it]));
    let shared = env::temp_dir();
    let is_shared = fs::canonicalize(&shared).is_ok_and(|it| it == folder) || shared == folder;
    is_shared || folders.any(|of_the_system| folder.starts_with(of_the_system))
}

/// Whether a file can be replaced while this process has it open: only by some file systems here.
pub const REPLACES_OPEN_FILES: bool = false;

/// Separates the entries of a list of paths, such as a class path.
pub const PATH_SEPARATOR: char = ';';

/// The user's folder for files that can be made again.
pub fn cache_folder() -> Option<PathBuf> {
    env::var_os("LOCALAPPDATA").filter(|it| !it.is_empty()).map(PathBuf::from)
}

/// The file to which the standard output goes: this system does not say.
pub fn name_of_standard_output() -> Option<PathBuf> {
    None
}

/// The bytes of a name. Each name has its own.
pub fn bytes_of_name(name: &OsStr) -> &[u8] {
    name.as_encoded_bytes()
}

/// The name that has these bytes. Names that are no text cannot be told apart.
pub fn name_of_bytes(bytes: Vec<u8>) -> OsString {
    let text = String::from_utf8(bytes);
    text.unwrap_or_else(|error| String::from_utf8_lossy(error.as_bytes()).into_owned()).into()
}

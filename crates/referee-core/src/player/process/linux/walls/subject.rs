//! The program around which walls are put up.

use std::ffi::{CString, OsString};
use std::os::unix::ffi::OsStrExt;
use std::path::{Path, PathBuf};

/// The program whose walls are prepared.
pub struct Subject<'a> {
    /// Its file.
    pub program: &'a Path,
    /// Its arguments.
    pub args: &'a [OsString],
    /// The folder in which it runs.
    pub cwd: &'a Path,
    /// Further files and folders that it must see.
    pub seen: Vec<PathBuf>,
    /// Its limit of memory, in bytes.
    pub memory_bytes: Option<u64>,
}

/// Paths in the form that the system takes. A path with a NUL does not exist.
pub fn c_strings(paths: Vec<PathBuf>) -> Vec<CString> {
    paths.into_iter().filter_map(|path| c_string(&path)).collect()
}

/// The same for one path.
pub fn c_string(path: &Path) -> Option<CString> {
    CString::new(path.as_os_str().as_bytes()).ok()
}

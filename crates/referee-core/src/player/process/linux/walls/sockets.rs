//! The sockets of services on this machine.

use std::ffi::{CString, OsStr};
use std::fs;
use std::os::unix::ffi::OsStrExt;
use std::path::{Path, PathBuf};

use super::places::Hidden;
use super::subject::c_strings;

/// Most sockets that are covered. A desktop has a dozen outside the places that are hidden.
const MOST: usize = 64;

/// The sockets that have a path now and are neither in these folders nor in a hidden place.
pub fn outside(folders: &[PathBuf], hidden: &[Hidden]) -> Vec<CString> {
    let text = fs::read("/proc/net/unix").unwrap_or_default();
    let mut sockets = with_paths(&text);
    sockets.sort();
    sockets.dedup();
    // Many sockets are in one folder.
    let mut above: Option<(PathBuf, Option<PathBuf>)> = None;
    sockets.retain(|path| {
        let Some(path) = target(path, &mut above) else { return false };
        // Inside a hidden place only what is kept can be seen.
        let is_hidden = hidden.iter().any(|place| place.hides(&path));
        !is_hidden && folders.iter().all(|folder| !path.starts_with(folder))
    });
    sockets.truncate(MOST);
    c_strings(sockets)
}

/// The path of a socket without symbolic links; `None` if it does not exist. `above` keeps the last folder and its target.
fn target(path: &Path, above: &mut Option<(PathBuf, Option<PathBuf>)>) -> Option<PathBuf> {
    let (folder, name) = (path.parent()?, path.file_name()?);
    if above.as_ref().is_none_or(|(known, _)| known != folder) {
        *above = Some((folder.to_owned(), fs::canonicalize(folder).ok()));
    }
    let (_, folder) = above.as_ref()?;
    let path = folder.as_ref()?.join(name);
    if fs::symlink_metadata(&path).ok()?.is_symlink() {
        fs::canonicalize(path).ok()
    } else {
        Some(path)
    }
}

/// Parses the lines of `/proc/net/unix`:
///
/// ```text
/// Num       RefCount Protocol Flags    Type St Inode Path
/// 0000000000000000: 00000002 00000000 00010000 0001 01 21000 /run/user/1000/bus
/// ```
fn with_paths(text: &[u8]) -> Vec<PathBuf> {
    let path = |line: &[u8]| {
        let mut rest = line;
        for _ in 0..7 {
            let start = rest.iter().position(|byte| *byte != b' ')?;
            let length = rest[start..].iter().position(|byte| *byte == b' ')?;
            rest = &rest[start + length..];
        }
        let path = Path::new(OsStr::from_bytes(rest.get(1..)?));
        path.is_absolute().then(|| path.to_owned())
    };
    text.split(|byte| *byte == b'\n').filter_map(path).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sockets_with_a_path_are_found() {
        let text = b"Num       RefCount Protocol Flags    Type St Inode Path\n\
            0000000000000000: 00000002 00000000 00010000 0001 01 21000 /home/a b/agent\n\
            0000000000000000: 00000002 00000000 00010000 0001 01     7 @abstract\n\
            0000000000000000: 00000002 00000000 00000000 0002 01 21001 /dev/log\n\
            0000000000000000: 00000003 00000000 00000000 0001 03 21002\n";
        assert_eq!(with_paths(text), [Path::new("/home/a b/agent"), Path::new("/dev/log")]);
    }
}

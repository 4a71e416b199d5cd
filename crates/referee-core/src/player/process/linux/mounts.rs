//! Finds the mounts of the kernel's own file systems, through which a program could change the whole machine.

use std::ffi::{CString, OsStr};
use std::fs;
use std::os::unix::ffi::{OsStrExt, OsStringExt};
use std::path::PathBuf;
use std::sync::LazyLock;

/// Kinds of file systems through which a program could harm other processes, if its user owns a part of them or is root:
/// control groups, which can stop, throttle and kill processes, and the settings of the machine.
const KINDS: [&str; 9] = [
    "cgroup",
    "cgroup2",
    "sysfs",
    "debugfs",
    "tracefs",
    "securityfs",
    "configfs",
    "efivarfs",
    "bpf",
];

/// A mount of such a kind.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Mount {
    /// The kind of file system.
    pub kind: String,
    /// The folder of it that is mounted.
    pub root: PathBuf,
    /// The mount point.
    pub place: PathBuf,
}

/// The mounts of this process.
pub(super) fn mounts() -> &'static [Mount] {
    static MOUNTS: LazyLock<Vec<Mount>> =
        LazyLock::new(|| read(&fs::read("/proc/self/mountinfo").unwrap_or_default()));
    &MOUNTS
}

/// The mount points, in the form that the system takes.
pub(super) fn places() -> &'static [CString] {
    static PLACES: LazyLock<Vec<CString>> = LazyLock::new(|| {
        let places = mounts().iter().map(|it| it.place.clone().into_os_string().into_vec());
        places.filter_map(|place| CString::new(place).ok()).collect()
    });
    &PLACES
}

/// Parses the lines of `/proc/self/mountinfo`:
///
/// ```text
/// 41 31 0:38 / /sys/fs/cgroup/unified rw,relatime shared:9 - cgroup2 cgroup2 rw
/// ```
fn read(text: &[u8]) -> Vec<Mount> {
    let mount = |line: &[u8]| -> Option<Mount> {
        let words: Vec<&[u8]> = line.split(|byte| *byte == b' ').collect();
        let end = words.iter().position(|word| *word == b"-")?;
        let kind = String::from_utf8_lossy(words.get(end + 1)?).into_owned();
        let path = |word: &[u8]| PathBuf::from(OsStr::from_bytes(&unescaped(word)));
        KINDS
            .contains(&&*kind)
            .then(|| Some(Mount { kind, root: path(words.get(3)?), place: path(words.get(4)?) }))?
    };
    text.split(|byte| *byte == b'\n').filter_map(mount).collect()
}

/// A space is written as `\040` there.
fn unescaped(word: &[u8]) -> Vec<u8> {
    let mut bytes = Vec::new();
    let mut rest = word;
    while let [first, after @ ..] = rest {
        let code = (*first == b'\\').then(|| after.get(..3)).flatten();
        let code =
            code.and_then(|code| u8::from_str_radix(std::str::from_utf8(code).ok()?, 8).ok());
        bytes.push(code.unwrap_or(*first));
        rest = if code.is_some() { &after[3..] } else { after };
    }
    bytes
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_kernels_own_mounts_are_found() {
        let text = b"22 27 0:21 / /proc rw,relatime - proc proc rw\n\
            27 1 254:0 / / rw,relatime - ext4 /dev/vda rw\n\
            23 27 0:22 / /sys rw,relatime shared:7 master:2 - sysfs sysfs rw\n\
            broken\n\
            41 31 0:38 /a\\040b /groups\\134x rw shared:9 - cgroup2 cgroup2 rw\n";
        let mount = |kind: &str, root: &str, place: &str| Mount {
            kind: kind.to_owned(),
            root: root.into(),
            place: place.into(),
        };
        let expected = [mount("sysfs", "/", "/sys"), mount("cgroup2", "/a b", "/groups\\x")];
        assert_eq!(read(text), expected);
    }
}

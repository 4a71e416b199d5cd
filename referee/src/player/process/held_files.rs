//! Files that exist only in memory and that the processes of a program have open.
//!
//! Pages that are not mapped do not count as resident memory of any process.

use std::collections::BTreeMap;
use std::fs;
use std::io;
use std::os::unix::fs::MetadataExt;

use nix::unistd::Pid;

use super::family::empty_if_ended;

/// How the paths of such files begin: files without a path, and files in shared memory.
const PLACES: [&str; 2] = ["/memfd:", "/dev/shm/"];

/// Files in memory that some processes have open, each once.
#[derive(Debug, Default)]
pub struct HeldFiles {
    /// Bytes by the number of the file.
    files: BTreeMap<u64, u64>,
}

impl HeldFiles {
    /// Adds the files that a process has open.
    ///
    /// # Errors
    /// If the referee itself is short of files or memory.
    pub fn add(&mut self, process: Pid) -> io::Result<()> {
        let folder = match fs::read_dir(format!("/proc/{process}/fd")) {
            Ok(folder) => folder,
            Err(error) => return empty_if_ended(Err(error)),
        };
        for entry in folder.map_while(Result::ok) {
            let path = entry.path();
            let is_in_memory =
                fs::read_link(&path).is_ok_and(|place| is_in_memory(&place.to_string_lossy()));
            if is_in_memory && let Ok(file) = fs::metadata(&path) {
                // A block has 512 bytes here, whatever the file system.
                self.files.insert(file.ino(), file.blocks() * 512);
            }
        }
        Ok(())
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.files.is_empty()
    }

    /// The memory of all files.
    pub fn bytes(&self) -> u64 {
        self.files.values().sum()
    }

    /// The memory of a process without these files, in bytes: a page that several processes share is divided among
    /// them. `None` if the system does not say.
    ///
    /// # Errors
    /// If the referee itself is short of files or memory.
    pub fn bytes_beside(&self, process: Pid) -> io::Result<Option<u64>> {
        let file = if self.is_empty() { "smaps_rollup" } else { "smaps" };
        let text = empty_if_ended(fs::read_to_string(format!("/proc/{process}/{file}")))?;
        Ok(self.beside(&text))
    }

    fn beside(&self, smaps: &str) -> Option<u64> {
        let mut kib = None;
        let mut counts = true;
        for line in smaps.lines() {
            if let Some(size) = line.strip_prefix("Pss:").filter(|_| counts) {
                let size: u64 = size.trim().strip_suffix("kB")?.trim().parse().ok()?;
                kib = Some(kib.unwrap_or(0) + size);
            } else if line.as_bytes().first().is_some_and(|byte| !byte.is_ascii_uppercase()) {
                // The range, the rights, the offset, the device, the number, the place.
                let mut words = line.split_ascii_whitespace().skip(4);
                let number = words.next().and_then(|number| number.parse().ok());
                let is_held = number.is_some_and(|number: u64| self.files.contains_key(&number));
                counts = !(is_held && words.next().is_some_and(is_in_memory));
            }
        }
        kib.map(|kib| kib * 1024)
    }
}

fn is_in_memory(place: &str) -> bool {
    PLACES.iter().any(|begin| place.starts_with(begin))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_mapped_of_a_held_file_counts_once() {
        let smaps = "\
7f00-7f10 rw-s 00000000 00:01 77 /memfd:a (deleted)
Rss: 100 kB
Pss: 90 kB
7f10-7f20 rw-s 00000000 00:01 78 /memfd:b (deleted)
Pss: 4 kB
b000-c000 rw-p 00000000 00:00 0
Pss: 8 kB
Pss_Dirty: 8 kB
";
        let held = HeldFiles { files: BTreeMap::from([(77, 1 << 20)]) };
        assert_eq!(held.beside(smaps), Some(12 << 10));
        assert_eq!(HeldFiles::default().beside(smaps), Some(102 << 10));
        assert_eq!(held.beside(""), None);
        assert_eq!(held.bytes(), 1 << 20);
    }

    #[test]
    fn a_file_without_a_place_is_held_by_whoever_has_it_open() {
        let name = c"held";
        // SAFETY: the name ends with a NUL.
        let number = unsafe { nix::libc::memfd_create(name.as_ptr(), 0) };
        assert!(number >= 0);
        // SAFETY: nobody else has this number.
        let file = unsafe { <fs::File as std::os::fd::FromRawFd>::from_raw_fd(number) };
        io::Write::write_all(&mut &file, &vec![1; 3 << 20]).unwrap();
        let mut held = HeldFiles::default();
        held.add(Pid::this()).unwrap();
        assert!(held.bytes() >= 3 << 20, "{held:?}");
        held.add(Pid::from_raw(i32::MAX)).unwrap();
    }
}

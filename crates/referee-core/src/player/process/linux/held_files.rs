//! Files that exist only in memory and that the processes of a program have open, and what the kernel keeps for other
//! open files.
//!
//! Pages that are not mapped do not count as resident memory of any process. Nor does what the kernel keeps in pipes and
//! sockets. The system does not say how much that is. So beyond a number that honest programs have, each counts as much
//! as it may hold.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::io;
use std::os::unix::fs::MetadataExt;
use std::sync::LazyLock;

use nix::unistd::Pid;

use super::family::empty_if_ended;
use super::in_transit;

/// How the paths of such files begin: files without a path, and files in shared memory.
const PLACES: [&str; 2] = ["/memfd:", "/dev/shm/"];

/// Files in memory that some processes have open, each once.
#[derive(Debug, Default)]
pub struct HeldFiles {
    /// Bytes by the number of the file.
    files: BTreeMap<u64, u64>,
    /// The numbers of pipes and of sockets.
    pipes: BTreeSet<u64>,
    sockets: BTreeSet<u64>,
    /// Bytes of files that are on their way through sockets and that the referee cannot look at.
    unseen: u64,
    /// Number of open files, each as often as processes have it open.
    open: u64,
    /// Most pairs of a list (`epoll`) and a file on it.
    watched: u64,
}

/// Pipes, sockets, open files and watched files beyond these numbers count.
const FREE: [u64; 4] = [64, 64, 4096, 4096];
/// What a pipe holds.
const PIPE_BYTES: u64 = 64 << 10;
/// What all pipes of a user hold together, if each has that much.
const ALL_PIPES_BYTES: u64 = 64 << 20;
/// What each further pipe holds.
const SMALL_PIPE_BYTES: u64 = 8 << 10;
/// What the kernel keeps for an open file, and for a file on a list.
const OPEN_BYTES: u64 = 1024;
const WATCHED_BYTES: u64 = 192;

/// What a socket may hold in bytes: twice what the system allows to ask for.
fn socket_bytes() -> u64 {
    static MOST: LazyLock<u64> = LazyLock::new(|| {
        let most = fs::read_to_string("/proc/sys/net/core/wmem_max").unwrap_or_default();
        most.trim().parse::<u64>().unwrap_or(212_992).saturating_mul(2)
    });
    *MOST
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
        let (mut open, mut lists) = (0, 0);
        for entry in folder.map_while(Result::ok) {
            open += 1;
            let path = entry.path();
            let Ok(place) = fs::read_link(&path) else { continue };
            let place = place.to_string_lossy();
            if let Some(number) = numbered(&place, "pipe:[") {
                self.pipes.insert(number);
            } else if let Some(number) = numbered(&place, "socket:[") {
                if self.sockets.insert(number) {
                    let socket = entry.file_name();
                    let socket = socket.to_string_lossy();
                    self.unseen += in_transit::add(process, &socket, &mut self.files);
                }
            } else if place == "anon_inode:[eventpoll]" {
                lists += 1;
            } else if is_in_memory(&place)
                && let Ok(file) = fs::metadata(&path)
            {
                // A block has 512 bytes here, whatever the file system.
                self.files.insert(file.ino(), file.blocks() * 512);
            }
        }
        self.open += open;
        self.watched += lists * open;
        Ok(())
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.files.is_empty()
    }

    /// The memory of all files, with what the kernel may keep for them.
    pub fn bytes(&self) -> u64 {
        self.files.values().sum::<u64>() + self.unseen + self.kernel_bytes()
    }

    fn kernel_bytes(&self) -> u64 {
        let counts = [self.pipes.len() as u64, self.sockets.len() as u64, self.open, self.watched];
        let [pipes, sockets, open, watched] =
            std::array::from_fn(|kind| counts[kind].saturating_sub(FREE[kind]));
        let in_pipes = (pipes * PIPE_BYTES).min(ALL_PIPES_BYTES + pipes * SMALL_PIPE_BYTES);
        let in_sockets = sockets.saturating_mul(socket_bytes());
        in_pipes.saturating_add(in_sockets) + open * OPEN_BYTES + watched * WATCHED_BYTES
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

/// The number in the place of a pipe or a socket, such as `pipe:[4711]`.
fn numbered(place: &str, begin: &str) -> Option<u64> {
    place.strip_prefix(begin)?.strip_suffix(']')?.parse().ok()
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
        let held = HeldFiles { files: BTreeMap::from([(77, 1 << 20)]), ..HeldFiles::default() };
        assert_eq!(held.beside(smaps), Some(12 << 10));
        assert_eq!(HeldFiles::default().beside(smaps), Some(102 << 10));
        assert_eq!(held.beside(""), None);
        assert_eq!(held.bytes(), 1 << 20);
    }

    #[test]
    fn only_many_pipes_sockets_and_watched_files_count() {
        let held = |pipes, sockets, open, watched| HeldFiles {
            pipes: (0..pipes).collect(),
            sockets: (0..sockets).collect(),
            open,
            watched,
            ..HeldFiles::default()
        };
        assert_eq!(held(64, 64, 4096, 4096).bytes(), 0);
        assert_eq!(held(65, 0, 0, 0).bytes(), 64 << 10);
        assert_eq!(held(64 + 4096, 0, 0, 0).bytes(), (64 + 32) << 20);
        assert_eq!(held(0, 65, 0, 0).bytes(), socket_bytes());
        assert_eq!(held(0, 0, 4097, 4097).bytes(), 1024 + 192);
        assert_eq!(numbered("pipe:[4711]", "pipe:["), Some(4711));
        assert_eq!(numbered("/home/pipe:[4711]", "pipe:["), None);
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

//! Notices when a program first reads its input: its clock starts then.
//!
//! The number of bytes in the pipe does not tell. A program can copy them without taking them (`tee`), or take them and
//! put them back, since a pipe can be opened for writing by everybody who has it (`/proc/self/fd/0`). The system
//! reports each access to a pipe to those who watch it (`inotify`), and no program can prevent that.
//!
//! All pipes are watched by one instance, because a user can have few of them, and a bot could use them up.

use std::collections::BTreeSet;
use std::os::fd::AsRawFd;
use std::sync::{LazyLock, Mutex, MutexGuard, PoisonError};

use nix::sys::inotify::{AddWatchFlags, InitFlags, Inotify, WatchDescriptor};

use crate::system::Writer;

/// Watches the pipes of all programs that start.
struct Watcher {
    inotify: Inotify,
    /// Pipes that were read, which nobody has asked for yet.
    read: BTreeSet<WatchDescriptor>,
}

fn watcher() -> Option<MutexGuard<'static, Watcher>> {
    static WATCHER: LazyLock<Option<Mutex<Watcher>>> = LazyLock::new(|| {
        let inotify = Inotify::init(InitFlags::IN_NONBLOCK | InitFlags::IN_CLOEXEC).ok()?;
        Some(Mutex::new(Watcher { inotify, read: BTreeSet::new() }))
    });
    WATCHER.as_ref().map(|it| it.lock().unwrap_or_else(PoisonError::into_inner))
}

/// The first read of a pipe, which may be still to come.
#[derive(Debug)]
pub struct FirstRead(WatchDescriptor);

impl FirstRead {
    /// Watches a pipe, named by one of its ends; `None` if the system does not.
    pub fn of(pipe: &Writer) -> Option<Self> {
        let path = format!("/proc/self/fd/{}", pipe.file().as_raw_fd());
        let flags = AddWatchFlags::IN_ACCESS | AddWatchFlags::IN_ONESHOT;
        watcher()?.inotify.add_watch(path.as_str(), flags).ok().map(Self)
    }

    /// Whether the pipe was read, by any way.
    pub fn has_happened(&self) -> bool {
        let Some(mut watcher) = watcher() else { return false };
        while let Ok(events) = watcher.inotify.read_events() {
            let accesses = events.iter().filter(|it| it.mask.contains(AddWatchFlags::IN_ACCESS));
            watcher.read.extend(accesses.map(|event| event.wd));
        }
        watcher.read.contains(&self.0)
    }
}

impl Drop for FirstRead {
    fn drop(&mut self) {
        if let Some(mut watcher) = watcher() {
            // It is gone if the pipe was read.
            let _ = watcher.inotify.rm_watch(self.0);
            watcher.read.remove(&self.0);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::fs::{File, OpenOptions};
    use std::io::{Read, Write};

    #[test]
    fn each_way_to_read_is_noticed_and_writing_is_not() {
        let pipe = || nix::unistd::pipe2(nix::fcntl::OFlag::O_CLOEXEC).unwrap();
        let watched = || {
            let (reader, writer) = pipe();
            let (reader, mut writer) = (File::from(reader), Writer::new(writer).unwrap());
            let first = FirstRead::of(&writer).expect("the system has inotify");
            assert_eq!(writer.write(b"line\n").unwrap(), 5);
            assert!(!first.has_happened());
            (reader, writer, first)
        };
        let (mut reader, _writer, first) = watched();
        let (_, _other_writer, other) = watched();
        reader.read_exact(&mut [0]).unwrap();
        assert!(first.has_happened() && first.has_happened() && !other.has_happened());
        // What was read is put back.
        let (reader, _writer, first) = watched();
        let path = format!("/proc/self/fd/{}", reader.as_raw_fd());
        let mut both = OpenOptions::new().read(true).write(true).open(path).unwrap();
        let mut line = [0; 5];
        both.read_exact(&mut line).unwrap();
        both.write_all(&line).unwrap();
        assert!(first.has_happened());
    }
}

//! Sees which files of some folders are opened, by inotify.

use std::collections::HashMap;
use std::path::{Path, PathBuf};

use nix::sys::inotify::{AddWatchFlags, InitFlags, Inotify, WatchDescriptor};

/// Watches the files of folders. The system says which file was opened, but not by which program.
#[derive(Debug)]
pub struct FileWatch {
    inotify: Inotify,
    folders: HashMap<WatchDescriptor, PathBuf>,
}

impl FileWatch {
    /// Watches nothing yet; `None` if the system cannot watch files.
    pub fn new() -> Option<Self> {
        let inotify = Inotify::init(InitFlags::IN_CLOEXEC | InitFlags::IN_NONBLOCK).ok()?;
        Some(Self { inotify, folders: HashMap::new() })
    }

    /// Watches the files of a folder, without those of folders in it. Returns whether that is possible.
    pub fn add(&mut self, folder: &Path) -> bool {
        let events = AddWatchFlags::IN_OPEN
            | AddWatchFlags::IN_MODIFY
            | AddWatchFlags::IN_CREATE
            | AddWatchFlags::IN_MOVED_TO
            | AddWatchFlags::IN_ONLYDIR;
        let added = self.inotify.add_watch(folder, events);
        added.is_ok_and(|descriptor| {
            self.folders.insert(descriptor, folder.to_owned());
            true
        })
    }

    /// The files that were opened or written since the last call, each with whether it was written.
    pub fn take(&self) -> Vec<(PathBuf, bool)> {
        let mut seen = Vec::new();
        while let Ok(events) = self.inotify.read_events() {
            for event in events {
                let folder = self.folders.get(&event.wd);
                let (Some(folder), Some(name)) = (folder, event.name) else { continue };
                if !event.mask.contains(AddWatchFlags::IN_ISDIR) {
                    seen.push((folder.join(name), !event.mask.contains(AddWatchFlags::IN_OPEN)));
                }
            }
        }
        seen
    }
}

//! Sees which files of some folders are opened, by inotify.

use std::collections::HashMap;
use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};

use nix::sys::inotify::{AddWatchFlags, InitFlags, Inotify, WatchDescriptor};

/// Watches the files of folders. The system says which file was opened, but not by which program.
#[derive(Debug)]
pub struct FileWatch {
    inotify: Inotify,
    folders: Mutex<HashMap<WatchDescriptor, PathBuf>>,
}

impl FileWatch {
    /// Watches nothing yet; `None` if the system cannot watch files.
    pub fn new() -> Option<Self> {
        let inotify = Inotify::init(InitFlags::IN_CLOEXEC | InitFlags::IN_NONBLOCK).ok()?;
        Some(Self { inotify, folders: Mutex::default() })
    }

    /// Watches the files of a folder, without those of folders in it. Returns whether that is possible.
    pub fn add(&self, folder: &Path) -> bool {
        let events = AddWatchFlags::IN_OPEN
            | AddWatchFlags::IN_MODIFY
            | AddWatchFlags::IN_CREATE
            | AddWatchFlags::IN_MOVED_TO
            | AddWatchFlags::IN_ONLYDIR;
        let added = self.inotify.add_watch(folder, events);
        added.is_ok_and(|descriptor| {
            let mut folders = self.folders.lock().unwrap_or_else(PoisonError::into_inner);
            folders.insert(descriptor, folder.to_owned());
            true
        })
    }

    /// The files that were opened or written since the last call, each with whether it was written, and the folders that
    /// came.
    pub fn take(&self) -> (Vec<(PathBuf, bool)>, Vec<PathBuf>) {
        let (mut files, mut new) = (Vec::new(), Vec::new());
        let folders = self.folders.lock().unwrap_or_else(PoisonError::into_inner);
        while let Ok(events) = self.inotify.read_events() {
            for event in events {
                let (Some(folder), Some(name)) = (folders.get(&event.wd), event.name) else {
                    continue;
                };
                let (path, is_opened) =
                    (folder.join(name), event.mask.contains(AddWatchFlags::IN_OPEN));
                if !event.mask.contains(AddWatchFlags::IN_ISDIR) {
                    files.push((path, !is_opened));
                } else if !is_opened {
                    new.push(path);
                }
            }
        }
        (files, new)
    }
}

//! Sees which files of some folders are opened, by inotify.

use std::collections::{BTreeSet, HashMap};
use std::path::{Path, PathBuf};

use nix::sys::inotify::{AddWatchFlags, InitFlags, Inotify, WatchDescriptor};

use super::seen::Seen;
use super::walk::folders_below;

/// Watches folders and those below them. The system says which file was opened, but not by which program.
pub struct Watch {
    inotify: Inotify,
    folders: HashMap<WatchDescriptor, PathBuf>,
}

impl Watch {
    /// Watches folders and those below them; `None` if the system cannot.
    pub fn new<'a>(folders: impl IntoIterator<Item = &'a PathBuf>) -> Option<Self> {
        let inotify = Inotify::init(InitFlags::IN_CLOEXEC | InitFlags::IN_NONBLOCK).ok()?;
        let mut watch = Self { inotify, folders: HashMap::new() };
        let events = AddWatchFlags::IN_OPEN
            | AddWatchFlags::IN_MODIFY
            | AddWatchFlags::IN_CREATE
            | AddWatchFlags::IN_MOVED_TO
            | AddWatchFlags::IN_ONLYDIR;
        for top in folders.into_iter().collect::<BTreeSet<_>>() {
            for folder in folders_below(top) {
                match watch.inotify.add_watch(&folder, events) {
                    Ok(descriptor) => drop(watch.folders.insert(descriptor, folder)),
                    Err(_) if folder == *top => return None,
                    // A folder that is gone or unreadable holds nothing that a bot reads.
                    Err(_) => {}
                }
            }
        }
        Some(watch)
    }

    /// What happened since the last call.
    pub fn take(&self) -> Seen {
        let mut seen = Seen::default();
        while let Ok(events) = self.inotify.read_events() {
            for event in events {
                let folder = self.folders.get(&event.wd);
                let (Some(folder), Some(name)) = (folder, event.name) else { continue };
                if event.mask.contains(AddWatchFlags::IN_ISDIR) {
                    continue;
                }
                let path = folder.join(name);
                let list = if event.mask.contains(AddWatchFlags::IN_OPEN) {
                    &mut seen.read
                } else {
                    &mut seen.written
                };
                list.insert(path);
            }
        }
        let read = seen.read.difference(&seen.written).map(|path| source(path));
        seen.read = read.filter(|path| path.is_file()).collect();
        seen.written.retain(|path| path.is_file() && !is_compiled(path));
        seen
    }
}

/// Whether a file is compiled Python, which is written beside its source when that is imported.
fn is_compiled(path: &Path) -> bool {
    path.parent().is_some_and(|folder| folder.ends_with("__pycache__"))
}

/// The source of compiled Python: `core.py` of `__pycache__/core.cpython-311.pyc`.
fn source(path: &Path) -> PathBuf {
    let name = path.file_name().unwrap_or_default().to_string_lossy();
    let module = name.split('.').next().unwrap_or_default();
    let folder = path.parent().filter(|_| is_compiled(path)).and_then(Path::parent);
    let source = folder.map(|folder| folder.join(format!("{module}.py")));
    source.filter(|source| source.is_file()).unwrap_or_else(|| path.to_owned())
}

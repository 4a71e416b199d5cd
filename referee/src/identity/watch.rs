//! Sees which files of some folders are opened.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

use super::seen::Seen;
use super::walk::folders_below;
use crate::system::FileWatch;

/// Watches folders and those below them. The system says which file was opened, but not by which program.
pub struct Watch(FileWatch);

impl Watch {
    /// Watches folders and those below them; `None` if the system cannot.
    pub fn new<'a>(folders: impl IntoIterator<Item = &'a PathBuf>) -> Option<Self> {
        let watch = FileWatch::new()?;
        for top in folders.into_iter().collect::<BTreeSet<_>>() {
            for folder in folders_below(top) {
                // A folder below that is gone or unreadable holds nothing that a bot reads.
                if !watch.add(&folder) && folder == *top {
                    return None;
                }
            }
        }
        Some(Self(watch))
    }

    /// What happened since the last call.
    pub fn take(&self) -> Seen {
        let mut seen = Seen::default();
        let (files, new) = self.0.take();
        // The first import of a module makes the folder that all later ones read.
        for folder in new.iter().filter(|it| it.ends_with(COMPILED)) {
            self.0.add(folder);
        }
        for (path, is_written) in files {
            if is_written { &mut seen.written } else { &mut seen.read }.insert(path);
        }
        let read = seen.read.difference(&seen.written).map(|path| source(path));
        seen.read = read.filter(|path| path.is_file()).collect();
        seen.written.retain(|path| path.is_file() && !is_compiled(path));
        seen
    }
}

/// The folder of compiled Python, beside its sources.
const COMPILED: &str = "__pycache__";

/// Whether a file is compiled Python, which is written beside its source when that is imported.
fn is_compiled(path: &Path) -> bool {
    path.parent().is_some_and(|folder| folder.ends_with(COMPILED))
}

/// The source of compiled Python: `core.py` of `__pycache__/core.cpython-311.pyc`.
fn source(path: &Path) -> PathBuf {
    let name = path.file_name().unwrap_or_default().to_string_lossy();
    let module = name.split('.').next().unwrap_or_default();
    let folder = path.parent().filter(|_| is_compiled(path)).and_then(Path::parent);
    let source = folder.map(|folder| folder.join(format!("{module}.py")));
    source.filter(|source| source.is_file()).unwrap_or_else(|| path.to_owned())
}

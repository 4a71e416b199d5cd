//! Finds the files that bots change themselves, where the system does not say who opens a file.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};
use std::time::SystemTime;

use super::parts::Parts;

/// How many times the files are looked at: after the first games of a run.
const MOST_LOOKS: u32 = 8;

/// Files of the bots' folders, looked at between games. One that has changed between two looks, and again later, is
/// changed by a bot. A file that changed once may have been saved by its author.
pub struct Unwatched {
    folders: Vec<Parts>,
    files: BTreeMap<PathBuf, State>,
    changed: BTreeSet<PathBuf>,
    changed_again: BTreeSet<PathBuf>,
    looks: u32,
}

/// When a file was changed, and its length.
type State = (Option<SystemTime>, u64);

impl Unwatched {
    /// Begins with the files as they are.
    pub fn new<'a>(bots: impl Iterator<Item = &'a Parts>) -> Self {
        let folders: Vec<Parts> = bots.cloned().collect();
        let files = states(&folders);
        let (changed, changed_again) = (BTreeSet::new(), BTreeSet::new());
        Self { folders, files, changed, changed_again, looks: 0 }
    }

    /// Looks at the files after a game.
    pub fn look(&mut self) {
        if self.looks == MOST_LOOKS {
            return;
        }
        self.looks += 1;
        let files = states(&self.folders);
        for (path, _) in files.iter().filter(|(path, state)| self.files.get(*path) != Some(*state))
        {
            if !self.changed.insert(path.clone()) {
                self.changed_again.insert(path.clone());
            }
        }
        self.files = files;
    }

    /// The files that bots change.
    pub fn written(&self) -> impl Iterator<Item = &Path> {
        self.changed_again.iter().map(PathBuf::as_path)
    }
}

fn states(folders: &[Parts]) -> BTreeMap<PathBuf, State> {
    let paths = folders.iter().flat_map(|parts| parts.folder().read);
    let state = |path: PathBuf| {
        let about = fs::metadata(&path).ok()?;
        Some((path, (about.modified().ok(), about.len())))
    };
    paths.filter_map(state).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::player::process::Launch;

    #[test]
    fn a_file_that_changes_twice_is_changed_by_a_bot() {
        let folder = tempfile::tempdir().unwrap();
        let write = |name: &str, text: &str| fs::write(folder.path().join(name), text).unwrap();
        write("core.py", "1");
        write("saved.py", "1");
        let launch = Launch { cwd: Some(folder.path().to_owned()), ..Launch::new("sh") };
        let parts = Parts::of_launch(&launch);
        let mut looked = Unwatched::new([&parts].into_iter());
        write("notes.txt", "1");
        write("saved.py", "12");
        looked.look();
        assert_eq!(looked.written().count(), 0);
        write("notes.txt", "12");
        looked.look();
        let written: Vec<_> = looked.written().map(|it| it.file_name().unwrap()).collect();
        assert_eq!(written, ["notes.txt"]);
    }
}

//! What was seen of the files of a bot.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

/// What happened to the files of the watched folders.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Seen {
    /// Files that were opened and not changed. Compiled Python stands for its source.
    pub read: BTreeSet<PathBuf>,
    /// Files that were changed or created.
    pub written: BTreeSet<PathBuf>,
}

impl Seen {
    /// Adds what was seen later.
    pub fn add(&mut self, later: Self) {
        self.read.extend(later.read);
        self.written.extend(later.written);
        self.read.retain(|path| !self.written.contains(path));
    }

    /// Takes out the doubtful changes that a second look does not see, too: perhaps somebody saved the file at that moment.
    /// Such a file was read if the second look says so, or if it is known to be read.
    pub fn confirm(
        &mut self,
        doubtful: &BTreeSet<PathBuf>,
        again: &Self,
        is_known: impl Fn(&Path) -> bool,
    ) {
        for path in doubtful.difference(&again.written) {
            self.written.remove(path);
            if again.read.contains(path) || is_known(path) {
                self.read.insert(path.clone());
            }
        }
    }
}

//! What was seen of the files of a bot.

use std::collections::BTreeSet;
use std::path::PathBuf;

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
}

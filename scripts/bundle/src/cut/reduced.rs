//! The result of the removal of unused code: [`Reduced`].

use std::collections::{BTreeMap, BTreeSet};

/// A bundle with only used code.
#[derive(Debug, Default)]
pub struct Reduced {
    /// Its text.
    pub text: String,
    /// How many pieces of each kind were removed.
    pub removed: BTreeMap<&'static str, usize>,
    /// The number of pieces that stay although they are not used: fields and variants, and items that macros
    /// make.
    pub kept: usize,
    /// Paths of the pieces that the compiler reported as unused and that were removed.
    pub unused: BTreeSet<String>,
    /// Whether the search for code that nothing calls stopped before its end.
    pub stopped: bool,
}

impl Reduced {
    /// Continues with the result of a later step.
    pub fn then(&mut self, next: Reduced) {
        self.text = next.text;
        self.count(next.removed);
        self.kept += next.kept;
        self.unused.extend(next.unused);
        self.stopped |= next.stopped;
    }

    /// Adds to the counts of removed pieces.
    pub fn count(&mut self, removed: impl IntoIterator<Item = (&'static str, usize)>) {
        for (kind, count) in removed {
            *self.removed.entry(kind).or_default() += count;
        }
    }
}

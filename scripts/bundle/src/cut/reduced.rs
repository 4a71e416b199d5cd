//! The result of the removal of unused code: [`Reduced`].

use std::collections::BTreeMap;

/// A bundle that has only what is used.
#[derive(Debug, Default)]
pub struct Reduced {
    /// Its text.
    pub text: String,
    /// How many pieces of each kind were removed.
    pub removed: BTreeMap<&'static str, usize>,
    /// How many pieces stay although they are not used: fields and variants, and what macros make.
    pub kept: usize,
}

impl Reduced {
    /// Goes on with what a later step left.
    pub fn then(&mut self, next: Reduced) {
        self.text = next.text;
        self.count(next.removed);
        self.kept += next.kept;
    }

    /// Adds to what was removed.
    pub fn count(&mut self, removed: impl IntoIterator<Item = (&'static str, usize)>) {
        for (kind, count) in removed {
            *self.removed.entry(kind).or_default() += count;
        }
    }
}

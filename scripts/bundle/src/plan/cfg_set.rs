//! What decides the conditions (`#[cfg(...)]`) of a crate: [`CfgSet`].

use std::collections::BTreeSet;

/// The features of a crate, and the flags that its build script sets.
#[derive(Clone, Debug, Default)]
pub struct CfgSet {
    /// The features that are on.
    pub features: BTreeSet<String>,
    /// The flags of its build script, as cargo reports them: `name` or `name="value"`.
    pub flags: BTreeSet<String>,
}

impl CfgSet {
    /// Whether `name` holds.
    pub fn has(&self, name: &str) -> bool {
        self.flags.contains(name)
    }

    /// Whether `name = "value"` holds.
    pub fn has_value(&self, name: &str, value: &str) -> bool {
        let is_feature = name == "feature" && self.features.contains(value);
        is_feature || self.flags.contains(&format!("{name}={value:?}"))
    }
}

//! The groups of system calls that a user may allow to a program. Only Linux refuses them to others.

use std::fmt;

/// The names of all groups.
pub(super) const NAMES: [&str; 8] =
    ["io_uring", "namespaces", "userfaultfd", "bpf", "perf", "keys", "sysv", "vmsplice"];

/// A set of the groups of calls, by their indices as bits.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub struct Allowed(u32);

impl Allowed {
    /// No group.
    pub const NOTHING: Self = Self(0);

    /// Parses names of groups, separated by commas.
    ///
    /// # Errors
    /// A sentence with all names if one is unknown.
    pub fn parse(text: &str) -> Result<Self, String> {
        let bit = |name: &str| {
            let index = NAMES.iter().position(|known| *known == name);
            let names = || NAMES.join(", ");
            let unknown =
                || format!("'{name}' is not a group of system calls; there are {}", names());
            index.map(|index| 1 << index).ok_or_else(unknown)
        };
        text.split(',').try_fold(Self(0), |sum, name| Ok(Self(sum.0 | bit(name.trim())?)))
    }

    /// Whether the group of this index is in the set.
    pub(super) fn has(self, index: usize) -> bool {
        self.0 >> index & 1 != 0
    }
}

impl fmt::Display for Allowed {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let names = NAMES.into_iter().enumerate().filter(|(index, _)| self.has(*index));
        f.write_str(&names.map(|(_, name)| name).collect::<Vec<_>>().join(","))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn groups_of_calls_are_named() {
        let allowed = Allowed::parse("sysv, io_uring").unwrap();
        assert_eq!(allowed.to_string(), "io_uring,sysv");
        let error = Allowed::parse("io_uring,reboot").unwrap_err();
        assert_eq!(
            error,
            "'reboot' is not a group of system calls; there are io_uring, namespaces, userfaultfd, \
             bpf, perf, keys, sysv, vmsplice"
        );
    }
}

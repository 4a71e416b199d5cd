//! The files that make a bot what it is: its program, the files that its command line names or its author declares, and
//! the files of its own folder that it was seen to open.
//!
//! If one of them changes, it is another bot, and its games are played anew. Contents and relative names count; absolute
//! paths and times do not, so the same bot has the same identity on every machine.

mod change;
mod hashes;
mod left_out;
mod named_folder;
mod parts;
mod record;
mod rules;
mod seen;
mod unwatched;
mod walk;
mod watch;

pub use change::{Change, Sameness};
pub use hashes::Hashes;
#[cfg(test)]
pub(crate) use left_out::is_output;
pub use parts::Parts;
pub use record::{Identity, Outside, OwnFile, Since};
pub use rules::{RulesMark, are_comparable_marks, rules_mark};
pub use seen::Seen;
pub use unwatched::Unwatched;
pub use watch::Watch;

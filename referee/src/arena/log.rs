//! The log: finished games, one JSON object a line. Lines are only ever appended.
//!
//! ```text
//! {"format":"botyard-log/1","game":"KEY","options":{},"base":"1","timeout_factor":1.0}
//! {"bot":"new","command":"./my-bot","fingerprint":1234}
//! {"duel":["new","old"],"test":null}
//! {"seed":"77","bots":["new","old"],"scores":[4,0],"ranks":[1,2],"turns":130,…,"again":"referee play …"}
//! ```
//!
//! Each line is written by one call. If a `kill -9` or a full disk cuts a line short, the line has no
//! end and is removed when the log is opened again. A lock on the file keeps a second process out.
//! Before and after each write the file is compared with what this process last wrote. If it was
//! changed from outside, the run stops and saves all results to a new file.
//!
//! A game that was played again has `"obsolete":17`, the line of the game that no longer counts.
//! Damaged lines are skipped with a warning. Every line is chained to the one before by a hash, see [`chain`].

mod breaks;
mod chain;
mod chunk;
mod contradiction;
mod damage;
mod demand;
mod error;
mod file;
mod games;
mod header;
mod key;
mod lines;
mod merge;
mod read;
mod repair;
mod select;
mod selected;
mod so_far;
mod sound;
#[cfg(test)]
mod tests;
mod write;

pub use chain::ChainKind;
pub use damage::{DamagedLine, line_ranges};
pub use error::LogError;
#[cfg(test)]
pub(super) use games::log;
pub use games::{ChainCheck, Log};
pub use header::{BotProgram, LogHeader, is_in_names};
pub use key::LogKey;
pub use merge::{Merged, merge};
pub use read::MOST_BOTS;
pub use repair::{Repaired, repair};
pub use selected::Selection;
pub use so_far::SoFar;

//! All that one game needs: contests with their rules, players that answer lines, and recordings of what was said.
//!
//! The package `referee` plays many games with it, and is its command line. There its modules have the same paths.

// All that is printed goes through `terminal`, which escapes what others say.
#![cfg_attr(not(test), warn(clippy::print_stdout, clippy::print_stderr))]

pub mod clocks;
pub mod contest;
pub mod contest_file;
pub mod copies;
pub mod drawn;
pub mod external;
pub mod figures;
pub mod fixture;
pub mod game;
pub mod games;
pub mod happening;
pub mod java_random;
pub mod last_words;
pub mod options;
pub mod ordinary;
#[cfg(feature = "pictures")]
pub mod pixels;
pub mod plain_words;
pub mod play;
pub mod player;
pub mod recording;
pub mod replay;
pub mod scene;
mod scratch;
pub mod setup;
pub mod stats;
pub mod system;
pub mod table;
pub mod tcp_service;
pub mod terminal;
#[cfg(any(test, feature = "testkit"))]
pub mod testkit;
pub mod thought;
pub mod values;
pub mod whole_lines;

//! The servers of six contests, to run and measure bots against each other.
//!
//! Three seams carry everything: a [`game`] is rules without input or output, a [`player`] is
//! one seat that answers lines, a [`recording`] is what was said.

// All that is printed goes through `terminal`, which escapes what others say.
#![cfg_attr(not(test), warn(clippy::print_stdout, clippy::print_stderr))]

pub mod arena;
pub mod bot;
pub mod cli;
pub mod clocks;
pub mod cluster;
pub mod contest;
pub mod contest_file;
pub mod copies;
#[cfg(feature = "dashboard")]
pub mod dashboard;
pub mod drawn;
pub mod external;
pub mod features;
pub mod figures;
pub mod fixture;
pub mod flags;
pub mod game;
pub mod games;
pub mod happening;
pub mod identity;
pub mod init;
pub mod java_random;
pub mod last_words;
pub mod on;
pub mod options;
pub mod ordinary;
pub mod pages;
#[cfg(feature = "pictures")]
mod pixels;
pub mod plain_words;
pub mod play;
pub mod player;
#[cfg(feature = "pictures")]
pub mod raster;
pub mod recording;
pub mod redrive;
pub mod replay;
pub mod report;
pub mod scene;
pub mod serve;
pub mod setup;
pub mod site;
pub mod stats;
pub mod system;
pub mod table;
pub mod tcp_service;
pub mod terminal;
#[cfg(any(test, feature = "toys"))]
pub mod testkit;
pub mod thought;
pub mod tune;
pub mod values;
pub mod watch;
pub mod whole_lines;
pub mod workspace;

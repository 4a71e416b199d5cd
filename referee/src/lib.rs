//! The servers of six contests, to run and measure bots against each other.
//!
//! Three seams carry everything: a [`game`] is rules without input or output, a [`player`] is
//! one seat that answers lines, a [`recording`] is what was said.

// All that is printed goes through `terminal`, which escapes what others say.
#![cfg_attr(not(test), warn(clippy::print_stdout, clippy::print_stderr))]

pub mod arena;
pub mod bot;
pub mod cli;
pub mod cluster;
#[cfg(feature = "dashboard")]
pub mod dashboard;
pub mod features;
pub mod flags;
pub mod identity;
pub mod init;
pub mod on;
pub mod pages;
#[cfg(feature = "pictures")]
pub mod raster;
pub mod redrive;
pub mod report;
pub mod serve;
pub mod site;
pub mod sites;
pub mod tune;
pub mod watch;
pub mod workspace;

// All that one game needs is a crate of its own. Its modules have their paths here too.
#[cfg(feature = "pictures")]
use referee_core::pixels;
#[cfg(any(test, feature = "toys"))]
pub use referee_core::testkit;
pub use referee_core::{
    clocks, contest, contest_file, copies, drawn, external, figures, first_bots, fixture, game,
    games, happening, java_random, last_words, options, ordinary, plain_words, play, player,
    recording, replay, scene, setup, stats, system, table, tcp_service, tell, terminal, thought,
    values, whole_lines,
};

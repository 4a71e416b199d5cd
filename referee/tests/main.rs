//! Most tests of the referee, in one program, which is built and linked once. Tests that count the resources
//! of their own process, start it again, register a contest, or must be alone with their clocks are separate
//! programs.
//!
//! Modules with `cfg(unix)` need the shell, links or file modes, or a terminal of Unix.

mod common;

mod alamode;
mod arena;
mod browser;
mod cli;
mod clocks;
#[cfg(unix)]
mod cluster;
#[cfg(feature = "manual")]
mod completion;
mod contract;
mod courier;
mod damaged;
mod dashboard;
mod docs;
mod duel;
mod every_contest;
mod external;
mod faults;
mod field_statistics;
#[cfg(unix)]
mod first_bots;
mod fixtures;
mod fruit;
mod identity;
#[cfg(unix)]
mod init;
#[cfg(unix)]
mod installation;
mod javascript;
mod karo;
mod ladder;
#[cfg(unix)]
mod large_files;
mod layers;
mod logs;
mod machine_interface;
mod measuring;
mod mistakes;
mod needs;
mod ocean;
mod options;
mod output_files;
mod own_files;
mod own_words;
mod parsers;
mod redrive;
mod report_twin;
mod serve;
mod show;
mod small_bots;
mod statistics;
mod terminal;
mod thrown_out;
mod trial;
mod tron;
mod tune;
mod tune_methods;
mod tune_together;
mod values;
mod view;
#[cfg(unix)]
mod watch;

/// The contests over which tests loop, and where their files are. The program `toy` has others.
mod subject {
    use std::path::PathBuf;

    use referee::contest::Contest;

    /// The program `referee` that knows the contests.
    pub(crate) const REFEREE: &str = env!("CARGO_BIN_EXE_referee");

    /// All registered contests.
    pub(crate) fn contests() -> impl Iterator<Item = &'static dyn Contest> {
        referee::games::all()
    }

    /// The folder with a folder for each contest.
    pub(crate) fn games() -> PathBuf {
        PathBuf::from(concat!(env!("CARGO_MANIFEST_DIR"), "/../crates/referee-core/src/games"))
    }

    /// The folder with a package for each bot.
    pub(crate) fn bots() -> PathBuf {
        PathBuf::from(concat!(env!("CARGO_MANIFEST_DIR"), "/../bots"))
    }
}

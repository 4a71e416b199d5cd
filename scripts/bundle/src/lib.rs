//! Writes a bot, with every library that it needs, as one source file for a contest site.
//!
//! The folders are the steps of the program, in this order. Each uses only what is above it, and `rustc`,
//! `syntax`, `stack` and `plain`, which all steps share.
//!
//! | step | folder | what it does |
//! |---|---|---|
//! | 1 | `plan` | asks cargo for the crates, their features and the settings in the manifests |
//! | 2 | `read` | reads each crate's files, removes what is not compiled, rewrites paths |
//! | 3 | `join` | puts the crates into one file, each library as a module |
//! | 4 | `cut` | removes what the program does not use |
//! | 5 | `write` | prints the file: laid out or minified, with short names if it is too long |
//! | 6 | `prove` | compiles the file, and compares its answers in recorded games with the bot's |
//! | at every step | `explain` | names the user's own line, crate or setting when something fails |
//!
//! `run` calls the steps and `report` prints the result.

mod cli;
mod cut;
mod explain;
mod join;
mod plain;
mod plan;
mod progress;
mod prove;
mod read;
mod report;
mod reprint;
mod run;
mod rustc;
mod stack;
mod syntax;
mod write;

pub use cli::Options;
pub use plain::sentence;
pub use plan::site::Site;
pub use reprint::reprint;
pub use run::run;

//! The fuzz targets: one function for each kind of text that comes from outside.
//!
//! A function takes any bytes. It may refuse them, but must not panic, and what it reads must be
//! consistent. The program of this package drives the functions; `scripts/libfuzzer` builds them for libFuzzer,
//! with the package in `libfuzzer/`:
//!
//! ```text
//! cargo run --profile fuzz -p fuzz-targets -- --seconds 60 recordings logs
//! scripts/libfuzzer 60 recordings logs
//! ```

mod driver;
mod mutate;
mod seeds;
mod targets;
mod whole_games;

pub use driver::{Budget, Finding, Run, drive};
pub use mutate::Mutator;
pub use seeds::seeds;
pub use targets::{TARGETS, Target, target};

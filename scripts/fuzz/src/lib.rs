//! What is fuzzed: one function for each kind of text that others write and this project reads.
//!
//! A function takes any bytes. It may refuse them; it must not panic, and what it reads must be
//! consistent. `fuzz/` hands the same functions to libFuzzer, for which a nightly compiler is needed;
//! the program of this package drives them without any:
//!
//! ```text
//! cargo run --profile fuzz -p fuzz-targets -- --seconds 60 recordings logs
//! ```

mod driver;
mod mutate;
mod seeds;
mod targets;

pub use driver::{Budget, Finding, Run, drive};
pub use mutate::Mutator;
pub use seeds::seeds;
pub use targets::{TARGETS, Target, target};

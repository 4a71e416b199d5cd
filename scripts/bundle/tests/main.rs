//! All tests of the bundler, in one program: it is built and linked once.

mod common;
#[allow(dead_code)] // Tests of the referee have more needs.
#[path = "../../../crates/referee-core/src/testkit/needs.rs"]
mod needs;

mod bots;
mod features;
mod meaning;
mod proc_macros;
mod random;
mod refusals;
mod sites;

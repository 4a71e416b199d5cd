//! All tests of the bundler, in one program: it is built and linked once.

mod common;

mod bots;
mod features;
mod meaning;
mod random;
mod refusals;
mod sites;

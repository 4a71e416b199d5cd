//! Tests of single modules of the library.

mod beam;
mod bench;
mod bot;
mod candidates;
mod item;
mod kitchen;
mod oven;
mod repetition;
mod stages;
mod state;
mod walk;

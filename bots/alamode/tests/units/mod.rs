//! Tests of single modules of the library.

mod bench;
mod bot;
mod candidates;
mod clock;
mod item;
mod kitchen;
mod oven;
mod repetition;
mod stages;
mod state;
mod walk;

//! Tests of single modules of the library.

mod bench;
mod bot;
mod clock;
mod item;
mod kitchen;
mod layer;
mod moves;
mod readiness;
mod repetition;
mod round_plan;
mod round_search;
mod seen;
mod serial;
mod stages;
mod state;
mod tree;
mod walk;

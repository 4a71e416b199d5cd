//! Tests of single modules of the library.

mod bench;
mod bot;
mod heuristic;
mod matrix;
mod opponent;
mod search;

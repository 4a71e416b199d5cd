//! Tests of single modules of the library.

mod bench;
mod bot;
mod formulas;
mod heuristic;
mod matrix;
mod opponent;
mod search;

//! Tests of single modules of the library.

mod bench;
mod bot;
mod matrix;
mod opponent;

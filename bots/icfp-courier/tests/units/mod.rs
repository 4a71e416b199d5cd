//! Tests of single modules of the library.

mod bench;
mod board;
mod bot;
mod bound;
mod guesses;
mod improve;
mod route;
mod simplex;
mod steps;

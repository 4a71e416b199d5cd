//! Tests of single modules of the library.

mod barring;
mod bench;
mod board;
mod bot;
mod bound;
mod crossfire;
mod guesses;
mod improve;
mod pursuit;
mod route;
mod scenarios;
mod simplex;
mod steps;

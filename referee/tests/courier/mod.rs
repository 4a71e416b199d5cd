//! The rules of the courier contest in scripted tables, and what surrounds them.
//!
//! Each rule of the contest stands in a test of its own: a board drawn with its robots, the commands of
//! a turn, the reply and the board after it.

mod bids;
mod boards;
mod book;
mod ends;
mod faults;
mod files;
mod house;
mod moves;
mod options;
mod packages;
mod protocol;
mod pushes;
mod recorded;
mod scene;
mod size;

//! The rules of the courier contest as scripted turns, and its options, protocol and files.
//!
//! Each rule of the contest has its own test: a board drawn with its robots, the commands of a turn, the
//! reply and the board after it.

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
mod statistics;

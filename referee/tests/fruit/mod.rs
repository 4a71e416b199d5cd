//! The robot fruit hunt: its rules one by one, the data of the real site, and what holds for any game.

mod cli;
mod faults;
#[cfg(feature = "javascript")]
mod javascript;
mod mirrored;
mod properties;
mod rules;
mod script;
mod statistics;

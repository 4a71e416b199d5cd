//! Ocean of Code: its rules one by one, the data of the real site, and what holds for any game.

mod cli;
mod devices;
mod ends;
mod official;
mod properties;
mod rules;
mod script;
mod statistics;

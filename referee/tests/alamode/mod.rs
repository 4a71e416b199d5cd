//! Code à la Mode: its rules one by one, the data of the real site, and what holds for any game.

mod cli;
mod faults;
mod kit;
mod official;
mod properties;
mod recordings;
mod rules;
mod script;
mod statistics;
mod walk;

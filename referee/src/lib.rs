//! The servers of five programming contests, to run and measure bots against each other.
//!
//! Three seams carry everything: a [`game`] is rules without input or output, a [`player`] is
//! one seat that answers lines, a recording is what was said.

pub mod game;
pub mod player;
pub mod table;

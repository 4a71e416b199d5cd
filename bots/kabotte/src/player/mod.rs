//! A car in a race: from what the referee says to the answer.

mod crash_drive;
mod driver;
mod start_cell;

pub use driver::{Player, NO_WAY, NO_WAY_AT_ALL};

//! Helpers that several tests of the bot share.

pub mod random;
pub mod read;
pub mod sparring;
#[allow(dead_code)] // the example `track` uses more of it
pub mod yardstick;

//! What several tests of the bot use.

pub mod random;
pub mod read;
pub mod sparring;
#[allow(dead_code)] // the example `track` asks for more
pub mod yardstick;

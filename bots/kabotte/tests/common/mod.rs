//! What several tests of the bot use.

pub mod avoidable;
pub mod crowd;
pub mod link;
pub mod racing;
#[allow(dead_code)] // the example `races` asks for more
pub mod taken;

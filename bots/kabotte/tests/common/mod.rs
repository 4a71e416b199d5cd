//! Helpers that several tests of the bot share.

pub mod avoidable;
pub mod crowd;
pub mod link;
pub mod racing;
#[allow(dead_code)] // the example `races` uses more of it
pub mod taken;

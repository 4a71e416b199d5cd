//! What several tests of the bot use.

pub mod anything;
pub mod link;

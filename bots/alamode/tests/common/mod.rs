//! What several tests of the bot use.

pub mod follow;
pub mod kitchen;
pub mod plain;
pub mod sparring;

//! Helpers that several tests of the bot share.

pub mod apprentice;
pub mod follow;
pub mod kitchen;
pub mod plain;
pub mod sparring;
pub mod strangers;

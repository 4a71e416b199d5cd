//! Helpers that several tests of the bot share.

pub mod anything;
pub mod link;
pub mod table;

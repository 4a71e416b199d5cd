//! Helpers that several tests of the bot share.

pub mod sparring;
pub mod view;

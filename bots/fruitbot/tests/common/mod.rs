//! What several tests of the bot use.

pub mod sparring;
pub mod view;

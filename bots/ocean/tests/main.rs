//! All tests of the bot, in one program: it is built and linked once.

mod common;

mod answers;
mod end_to_end;
mod lawful;
mod official_games;
mod program;
mod referee_rules;
mod sparring;
mod timing;
mod tracker_safety;
mod tracker_twin;

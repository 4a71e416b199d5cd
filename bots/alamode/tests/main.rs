//! All tests of the bot, in one program: it is built and linked once.

mod common;

mod answers;
mod end_to_end;
mod idle;
mod no_panic;
mod official_games;
mod ponder;
mod program;
mod recognised;
mod referee_rules;
mod stall;
mod strength;
mod timing;
mod together;
mod turn_input;
mod units;

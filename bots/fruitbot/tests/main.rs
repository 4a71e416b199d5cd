//! All tests of the bot, in one program: it is built and linked once.

mod common;

mod answers;
mod end_to_end;
mod endgame_play;
mod endgame_solver;
mod javascript;
mod program;
mod progress;
mod protocol;
mod referee_rules;
mod rivals;
mod strength;
mod timing;
mod units;

//! All tests of the bot, in one program: it is built and linked once.

mod common;

mod answers;
mod avoidable;
mod blocks;
mod crash_twin;
mod joint_twin;
mod mistakes;
mod official_optima;
mod plain_twin;
mod races;
mod referee_rules;
mod repeats_twin;
mod rollout_twin;
mod units;

//! All tests of the bot, in one program: it is built and linked once.

#[path = "../examples/common/bound/mod.rs"]
mod bound;
mod common;

mod answers;
mod bids;
mod contact;
mod continuous;
mod hunted;
mod ideas;
mod ledger;
mod program;
mod protocol;
mod referee_rules;
mod units;

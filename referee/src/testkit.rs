//! What tests need of a contest, a bot or the referee itself, and nothing else.
//!
//! | a test that … | takes from |
//! |---|---|
//! | reads recorded games or the data of the real sites | [`recordings`] |
//! | drives a game answer by answer, or by scripts in virtual time | [`scripts`] |
//! | lets a bot play whole games in its own process | [`sparring`] |
//! | runs a bot's program | [`programs`] |
//! | holds a contest to what every contest promises | [`contract`] |
//! | tries many cases, fewer of them in everyday work | [`cases`] |
//! | skips what this machine cannot try | [`needs`] |
//! | may be spoiled by a busy machine for a while | [`busy`] |
//! | needs a game, no matter which | [`nearest`] |
//! | makes the recordings under `fixtures/` | [`fixtures`] |
//!
//! Everything here panics with a sentence where it cannot do what it was asked for: that is how a
//! test fails.

#![allow(clippy::print_stdout, clippy::print_stderr)] // Tests print for people who run them.

pub mod busy;
pub mod cases;
pub mod contract;
pub mod fixtures;
pub mod nearest;
pub mod needs;
pub mod programs;
pub mod recordings;
pub mod scripts;
pub mod sparring;

use serde_json::{Map, Value};

use crate::contest::{Contest, Setup};
use crate::game::Game;
use crate::games::contest;

/// The contest with a key.
///
/// # Panics
/// There is none.
pub fn registered(key: &str) -> &'static dyn Contest {
    contest(key).unwrap_or_else(|error| panic!("{error}"))
}

/// What a game is made from, with the contest's own number of seats and the defaults of all options
/// that are not given.
///
/// # Panics
/// The options are no JSON object.
pub fn setup(contest: &dyn Contest, seed: &str, options: Value) -> Setup {
    let given: Map<String, Value> =
        serde_json::from_value(options).unwrap_or_else(|error| panic!("options: {error}"));
    Setup {
        seed: seed.to_owned(),
        options: contest.with_defaults(given),
        seats: contest.about().seats,
    }
}

/// A new game.
///
/// # Panics
/// The contest refuses the seed or an option.
pub fn start(contest: &dyn Contest, seed: &str, options: Value) -> Box<dyn Game> {
    let setup = setup(contest, seed, options);
    contest.start(&setup).unwrap_or_else(|error| panic!("{} {seed}: {error}", contest.key()))
}

//! Functions for tests of contests, bots and the referee.
//!
//! | a test that … | takes from |
//! |---|---|
//! | reads recorded games or the data of the real sites | [`recordings`] |
//! | drives a game answer by answer, or by scripts in virtual time | [`scripts`] |
//! | lets a bot play whole games in its own process | [`sparring`] |
//! | lets a bot's reader read what a game sends | [`feed`] |
//! | runs a bot's program | [`programs`] |
//! | checks what every contest promises | [`contract`] |
//! | tries many cases, fewer of them in everyday work | [`cases`] |
//! | skips what this machine cannot try | [`needs`] |
//! | can fail while the machine is busy | [`busy`] |
//! | needs some small game | [`nearest`] |
//! | makes the recordings under `fixtures/` | [`fixtures`] |
//!
//! Functions here panic with a sentence if they fail, so that the test fails.

#![allow(clippy::print_stdout, clippy::print_stderr)] // Tests print for people who run them.

pub mod busy;
pub mod cases;
pub mod contract;
pub mod feed;
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

/// The contest with this key.
///
/// # Panics
/// If the key is unknown.
pub fn registered(key: &str) -> &'static dyn Contest {
    contest(key).unwrap_or_else(|error| panic!("{error}"))
}

/// The setup of a game with the contest's number of seats, the given options and the defaults of all others.
///
/// # Panics
/// If the options are not a JSON object.
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
/// If the contest refuses the seed or an option.
pub fn start(contest: &dyn Contest, seed: &str, options: Value) -> Box<dyn Game> {
    let setup = setup(contest, seed, options);
    contest.start(&setup).unwrap_or_else(|error| panic!("{} {seed}: {error}", contest.key()))
}

//! The promises of every contest. Each check takes a contest and panics with a sentence if the contest breaks the
//! promise:
//!
//! ```
//! use referee_core::testkit::{contract, nearest::Nearest};
//!
//! assert!(contract::broken_promises(&Nearest).is_empty());
//! ```
//!
//! The games are played by the contest's own house players, of which it must therefore have at least
//! one.

mod faults;
mod observed;
mod play;
mod setup;

pub use observed::{Drawn, Observed, observe};
pub use play::{house_games, play_houses};

use std::panic::{AssertUnwindSafe, catch_unwind};

use crate::contest::Contest;

/// One promise.
#[derive(Clone, Copy)]
pub struct Check {
    /// The promise.
    pub name: &'static str,
    /// Panics if the contest breaks it.
    pub run: fn(&dyn Contest),
}

/// All promises.
pub const CHECKS: &[Check] = &[
    Check { name: "its names are words", run: setup::names_are_words },
    Check { name: "its own number of seats is taken, others are refused", run: setup::seats },
    Check { name: "every seed of long runs is taken", run: setup::seeds },
    Check { name: "the defaults of its options hold without options", run: setup::defaults },
    Check { name: "bad options are refused", run: setup::bad_options },
    Check { name: "house players play lawful games to the end", run: play::houses_play_to_the_end },
    Check { name: "the same answers make the same game", run: play::same_answers_same_game },
    Check { name: "another seed makes another game", run: play::seeds_differ },
    Check { name: "a game that was recorded replays", run: play::recordings_replay },
    Check { name: "a wrong number of answers panics", run: play::wrong_number_of_answers_panics },
    Check { name: "each fault in each seat is named and ends no other", run: faults::each_fault },
    Check { name: "the game ends if all seats fail at once", run: faults::all_seats_at_once },
    Check { name: "nonsense is thrown out as garbage or passed over", run: faults::nonsense },
];

/// The names of the promises that a contest breaks. The panics print the details on standard error.
pub fn broken_promises(contest: &dyn Contest) -> Vec<&'static str> {
    let fails = |check: &&Check| catch_unwind(AssertUnwindSafe(|| (check.run)(contest))).is_err();
    CHECKS.iter().filter(fails).map(|check| check.name).collect()
}

//! Kinds of bots beside house players and programs.

use std::path::PathBuf;
use std::sync::Arc;

use anyhow::Result;

use super::Player;
use crate::game::Seat;

/// A kind of bot that is typed with a word of its own and a colon, as in `js:my_bot.js`.
#[derive(Clone, Copy)]
pub struct BotKind {
    /// The word before the colon.
    pub prefix: &'static str,
    /// What is typed after the colon, for help texts: `FILE`.
    pub operand: &'static str,
    /// What such a bot is.
    pub help: &'static str,
    /// Parses the operand. An error is a sentence for the user.
    pub read: fn(operand: &str) -> Result<TypedBot>,
}

/// A bot of a [`BotKind`].
#[derive(Clone)]
pub enum TypedBot {
    /// A command line, to be run as if it had been typed itself.
    Command(Vec<String>),
    /// A bot that the contest itself runs.
    Seatable(Arc<dyn Seatable>),
    /// A bot that this program cannot run, because it was built without a feature.
    Missing {
        /// What is missing, such as `its JavaScript engine`.
        part: &'static str,
        /// The feature that has it.
        feature: &'static str,
        /// What can be typed instead.
        instead: String,
    },
}

/// A bot that its contest runs. It can sit in any number of games.
pub trait Seatable: Send + Sync {
    /// The files of the bot. If one of them changes, it is another bot.
    fn files(&self) -> Vec<PathBuf>;

    /// Starts the bot in a seat, under a name.
    ///
    /// # Errors
    /// If something is missing, such as a file.
    fn seat(&self, name: &str, seating: Seating) -> Result<Box<dyn Player>>;
}

/// The seat of a bot, and its game.
#[derive(Clone, Copy, Debug)]
pub struct Seating {
    /// The seat.
    pub seat: Seat,
    /// Made from the game's seed; a bot's random numbers come from it and the seat alone.
    pub seed: u64,
    /// Multiplies every time limit.
    pub timeout_factor: f64,
}

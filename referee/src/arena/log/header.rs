//! What a log begins with: the header, and the bots.

use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

/// The format that this version reads and writes.
pub(super) const FORMAT: &str = "botyard-log/1";
/// How every log begins.
pub(super) const BEGIN: &str = "{\"format\":\"botyard-log/1\"";

/// The first line: what all games of the log have in common.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct LogHeader {
    pub(super) format: String,
    /// Key of the contest.
    pub game: String,
    /// The options by name.
    pub options: Map<String, Value>,
    /// Where the sequence of seeds begins; text, as seeds are.
    pub base: String,
    /// What every time limit was multiplied by.
    pub timeout_factor: f64,
    /// What else was set about the time of bots, in words.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub clocks: Option<String>,
}

impl LogHeader {
    /// That of a log that is still to be read.
    pub(super) fn none() -> Self {
        Self::new("", Map::new(), "0".to_owned(), 1.0)
    }

    /// A header in the present format.
    pub fn new(game: &str, options: Map<String, Value>, base: String, timeout_factor: f64) -> Self {
        let (format, game) = (FORMAT.to_owned(), game.to_owned());
        Self { format, game, options, base, timeout_factor, clocks: None }
    }
}

/// A bot as it was when it played.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct BotProgram {
    /// Its name.
    pub bot: String,
    /// What stood for it on the command line.
    pub command: String,
    /// A number that changes when its program does; 0 for a house player.
    pub fingerprint: u64,
}

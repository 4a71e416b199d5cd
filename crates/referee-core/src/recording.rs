//! The third seam: a recording holds the lines that were sent and received.
//!
//! JSON Lines, one object a line: a header, the exchanges in order, the result. Extra fields are
//! allowed and unknown ones are kept. A recording needs no other file to be replayed.
//!
//! ```text
//! {"format":"botyard/1","game":"ocean","seed":"1234","options":{"league":4},"players":[{"name":"a"},{"name":"b"}]}
//! {"seat":0,"sent":["15 15 0","....x.........", "..."],"got":["7 3"],"micros":812}
//! {"seat":1,"sent":["..."],"got":[],"fault":"timeout"}
//! {"result":{"scores":[3,-1],"ranks":[1,2],"turns":212}}
//! ```

mod follow;
mod line;
mod read;
mod retrace;
mod walk;
mod write;

use serde::de::DeserializeOwned;
use serde::{Deserialize, Deserializer, Serialize};
use serde_json::{Map, Value};

use crate::game::{Answer, Fault, Seat};
use crate::player::protections::held;
use crate::setup::Setup;

pub use follow::{Difference, Replayed, follow};
pub use line::line;
pub use read::{BegunRecording, RecordedGame, Recording, RecordingError};
pub use retrace::retrace;
pub use walk::{Moment, walk};
pub use write::{Recorder, ResultLine};

/// The format that this version reads and writes.
pub const FORMAT: &str = "botyard/1";

/// The first line.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Header {
    /// [`FORMAT`].
    pub format: String,
    /// Key of the contest.
    pub game: String,
    /// The seed as text.
    pub seed: String,
    /// The options by name.
    #[serde(default)]
    pub options: Map<String, Value>,
    /// The players by seat.
    pub players: Vec<RecordedPlayer>,
    /// Further fields, which are kept.
    #[serde(flatten)]
    pub more: Map<String, Value>,
}

impl Header {
    /// The header of a game of the contest `game` that is made from `setup` and played by `names`, by
    /// seat.
    pub fn new(game: &str, setup: &Setup, names: impl IntoIterator<Item = String>) -> Self {
        let player = |name| RecordedPlayer { name, more: Map::new() };
        Self {
            format: FORMAT.to_owned(),
            game: game.to_owned(),
            seed: setup.seed.clone(),
            options: setup.options.clone(),
            players: names.into_iter().map(player).collect(),
            more: Map::new(),
        }
    }

    /// Adds the isolation measures of each player by seat, as the field `in_force`, and what they mean, as the field
    /// `protections`.
    #[must_use]
    pub fn guarded(mut self, in_force: Vec<Option<String>>) -> Self {
        for (player, words) in self.players.iter_mut().zip(in_force) {
            let Some(words) = words else { continue };
            player.more.insert("protections".to_owned(), held(&words).into());
            player.more.insert("in_force".to_owned(), words.into());
        }
        self
    }

    /// What the game is made from.
    pub fn setup(&self) -> Setup {
        Setup { seed: self.seed.clone(), options: self.options.clone(), seats: self.players.len() }
    }
}

/// The player of one seat.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct RecordedPlayer {
    /// Shown to people, ignored by a replay.
    #[serde(default, deserialize_with = "lenient")]
    pub name: String,
    /// Further fields, which are kept.
    #[serde(flatten)]
    pub more: Map<String, Value>,
}

/// What a seat was sent since its last answer, and what it answered.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Exchange {
    /// The seat.
    pub seat: Seat,
    /// Lines exactly as sent, without their ends.
    pub sent: Vec<String>,
    /// Lines exactly as received, without their ends.
    pub got: Vec<String>,
    /// The fault, if the answer is not complete.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub fault: Option<Fault>,
    /// Time of the answer in microseconds, for people.
    #[serde(skip_serializing_if = "Option::is_none", default, deserialize_with = "lenient")]
    pub micros: Option<u64>,
    /// The part of that time for which the machine was to blame, in microseconds.
    #[serde(skip_serializing_if = "Option::is_none", default, deserialize_with = "lenient")]
    pub delay_micros: Option<u64>,
    /// A sentence about the fault, for people.
    #[serde(skip_serializing_if = "Option::is_none", default, deserialize_with = "lenient")]
    pub detail: Option<String>,
    /// Lines on the standard error stream, for people.
    #[serde(skip_serializing_if = "Vec::is_empty", default, deserialize_with = "lenient")]
    pub stderr: Vec<String>,
    /// Further fields, which are kept.
    #[serde(flatten)]
    pub more: Map<String, Value>,
}

/// Reads a field that a replay ignores. If another tool uses the same field name for something else, the value is
/// ignored.
fn lenient<'de, D: Deserializer<'de>, T: Default + DeserializeOwned>(
    deserializer: D,
) -> Result<T, D::Error> {
    let value = Value::deserialize(deserializer)?;
    Ok(serde_json::from_value(value).unwrap_or_default())
}

impl Exchange {
    /// The answer that the game was given.
    pub fn answer(&self) -> Answer {
        Answer { lines: self.got.clone(), fault: self.fault }
    }

    /// The first line of the answer, if it was complete.
    pub fn line(&self) -> Option<&str> {
        let complete = self.fault.is_none();
        self.got.first().filter(|_| complete).map(String::as_str)
    }
}

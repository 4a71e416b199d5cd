//! A recorded game as the data of its page, frame by frame.

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;
use std::sync::Arc;

use serde::Serialize;
use serde_json::{Map, Value};

use super::added::Added;
use super::images::Image;
use super::note::{MOST_NAMED, Story};
use super::patch::Patch;
use super::splice::Splice;
use crate::game::Seat;
use crate::happening::Happening;
use crate::recording::{BegunRecording, RecordedPlayer};
use crate::scene::{Axes, ImagePart, Stamp, Thing};
use crate::terminal::harmless;
use crate::thought::Thought;

/// The most characters of a player's name.
const LONGEST_NAME: usize = 200;

/// A recorded game as a sequence of frames. Each distinct line of text is stored once, in `texts`; other fields contain
/// its index. The same is true of `things` and `known`.
#[derive(Clone, Debug, Default, Serialize)]
pub struct Film {
    /// The contest's name and year.
    pub title: String,
    /// The contest's key.
    pub game: String,
    /// The seed of the game.
    pub seed: String,
    /// The options of the game.
    pub options: Map<String, Value>,
    /// Names of the players by seat.
    pub players: Vec<String>,
    /// All lines of boards, rows of pictures and lines of players.
    pub texts: Vec<String>,
    /// All things of the pictures.
    pub things: Vec<Thing>,
    /// Pairs of a seat and a thought: what the others can know about that seat.
    pub known: Vec<(usize, Thought)>,
    /// The tiles of the pictures: each letter of their rows with its name.
    pub tiles: Vec<(String, String)>,
    /// How the contest counts the tiles.
    pub axes: Axes,
    /// Width and height of pictures of shapes at any place; absent if the pictures are of tiles.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub sheet: Option<[u32; 2]>,
    /// All shapes of such pictures.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub stamps: Vec<Stamp>,
    /// How shapes are turned and scaled, by the four numbers of a matrix, and how opaque they are.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub poses: Vec<[f32; 5]>,
    /// Images of shapes, as far as they are at hand and small.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub images: Vec<Image>,
    /// By stamp: how many times it is enlarged, at most.
    #[serde(skip)]
    pub scales: Vec<f32>,
    /// Images that are parts of others.
    #[serde(skip)]
    pub parts: Arc<BTreeMap<String, ImagePart>>,
    /// The frames in order; the first is the start position.
    pub frames: Vec<Frame>,
    /// Names of the measures, in the order of [`Frame::measures`].
    pub measures: Vec<&'static str>,
    /// Whether a change of the measure is an event, by measure.
    pub events: Vec<bool>,
    /// Whether the measure is 0 or 1, for something that is not or is so, by measure.
    pub flags: Vec<bool>,
    /// The result as the recording has it, if the game ended.
    pub result: Option<Map<String, Value>>,
    /// The unit in which the contest counts its time, such as `turn`.
    pub time: &'static str,
    /// The file of the recording, for commands; empty if it is not known.
    pub recording: String,
    /// The bots that the page can ask what they would have answered; empty unless a dashboard serves it.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub askable: Vec<String>,
    /// What a viewer reads first.
    pub story: Story,
    /// By frame: what happened in it.
    #[serde(skip)]
    pub happenings: Vec<Vec<Happening>>,
}

/// One move, and the position after it.
#[derive(Clone, Debug, Default, Serialize)]
pub struct Frame {
    /// The turn that was played last, as the contest counts.
    pub turn: u32,
    /// The lines of the board as text, with ANSI colours, as indices into [`Film::texts`]: one line above the picture's
    /// rows, the rows, any number of lines below. Empty if the recording does not follow the rules.
    #[serde(skip_serializing_if = "Splice::is_empty")]
    pub board: Splice,
    /// The rows of the picture, from the top, as indices into [`Film::texts`]; empty without a picture.
    #[serde(skip_serializing_if = "Splice::is_empty")]
    pub rows: Splice,
    /// Column and row, on the board, of the picture's first tile; absent if both are 0.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub corner: Option<[i32; 2]>,
    /// The ways of the picture, each as what it adds to the way with the same index in the frame before.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub ways: Vec<Added>,
    /// The things of the picture, as indices into [`Film::things`].
    #[serde(skip_serializing_if = "Splice::is_empty")]
    pub things: Splice,
    /// The shapes of a picture of shapes, in the order of drawing, as what changes from the frame before.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub marks: Vec<Patch>,
    /// The exchanges since the frame before.
    pub said: Vec<Said>,
    /// What others can know, as indices into [`Film::known`].
    #[serde(skip_serializing_if = "Splice::is_empty")]
    pub known: Splice,
    /// Values by measure and seat; empty if the recording does not follow the rules.
    pub measures: Vec<Vec<f64>>,
}

/// One exchange of a seat.
#[derive(Clone, Debug, Default, Serialize)]
pub struct Said {
    /// The seat.
    pub seat: usize,
    /// The number of the exchange among those of the seat, from 1.
    pub turn: usize,
    /// The line of the recording, from 1.
    pub line: usize,
    /// Lines that were sent to the seat, as indices into [`Film::texts`].
    pub sent: Vec<usize>,
    /// Lines of the answer, as indices into [`Film::texts`].
    pub got: Vec<usize>,
    /// Lines of standard error that are not thoughts, as indices into [`Film::texts`].
    pub stderr: Vec<usize>,
    /// Thoughts among the lines of standard error.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub thoughts: Vec<Thought>,
    /// Milliseconds until the answer was complete; null if the recording has no time.
    pub millis: Option<f64>,
    /// The time limit in milliseconds as the rules have it; absent without one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub limit: Option<f64>,
    /// The fault in words, or null.
    pub fault: Option<String>,
}

impl Film {
    /// The same film, whose commands name the file of the recording.
    #[must_use]
    pub fn of_file(self, file: &Path) -> Self {
        Film { recording: harmless(&file.to_string_lossy()).into_owned(), ..self }
    }

    /// A film without frames, from the header and the result of a recording.
    pub(super) fn begun(recording: &BegunRecording, title: String) -> Self {
        let header = &recording.header;
        let name = |player: &RecordedPlayer| shown_name(&player.name);
        Self {
            title,
            game: header.game.clone(),
            seed: header.seed.clone(),
            options: header.options.clone(),
            players: header.players.iter().map(name).collect(),
            result: recording.result().cloned(),
            ..Self::default()
        }
    }

    /// The name of a frame: the turn that was played last, and for each further frame of the same turn a number behind
    /// a dot: `7`, `7.1`, `7.2`.
    pub fn name_of(&self, at: usize) -> String {
        let Some(frame) = self.frames.get(at) else { return at.to_string() };
        let same = self.frames[..at].iter().rev().take_while(|before| before.turn == frame.turn);
        match same.count() {
            0 => frame.turn.to_string(),
            further => format!("{}.{further}", frame.turn),
        }
    }

    /// The frame with a name.
    pub fn frame_named(&self, name: &str) -> Option<usize> {
        (0..self.frames.len()).find(|at| self.name_of(*at) == name)
    }

    /// The contest and the players in one line, of many players the first ones. Letters tell players of the same name apart.
    pub fn heading(&self) -> String {
        let names: BTreeSet<&String> = self.players.iter().collect();
        let has_twins = names.len() < self.players.len();
        let players = self.players.iter().enumerate().map(|(seat, name)| {
            let letter =
                if has_twins { format!("{} ", Seat(seat).letter()) } else { String::new() };
            letter + &harmless(name)
        });
        let mut players: Vec<String> = players.collect();
        let more = players.split_off(players.len().min(MOST_NAMED)).len();
        players.extend((more > 0).then(|| format!("{more} more")));
        format!("{}: {}", harmless(&self.title), players.join(" – "))
    }
}

/// The name of a player on a page: a command line may have any length.
fn shown_name(name: &str) -> String {
    let mut shown: String = name.chars().take(LONGEST_NAME).collect();
    if shown.len() < name.len() {
        shown.push('…');
    }
    harmless(&shown).into_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_name_of_any_length_leaves_room_on_the_page() {
        assert_eq!(shown_name("python3 a.py"), "python3 a.py");
        assert_eq!(shown_name(&"é".repeat(1 << 20)), "é".repeat(LONGEST_NAME) + "…");
    }

    #[test]
    fn letters_tell_players_of_one_name_apart() {
        let heading = |players: &[&str]| {
            let players = players.iter().map(|name| (*name).to_owned()).collect();
            Film { title: "Nim".into(), players, ..Film::default() }.heading()
        };
        assert_eq!(heading(&["a", "b"]), "Nim: a – b");
        assert_eq!(heading(&["a", "a", "b"]), "Nim: A a – B a – C b");
        let many = "Nim: A a – B a – C a – D a – E a – F a – G a – H a – 192 more";
        assert_eq!(heading(&["a"; 200]), many);
    }
}

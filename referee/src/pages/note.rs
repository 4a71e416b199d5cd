//! What a page says of a game in words; `story.rs` finds the words.

use serde::Serialize;

/// Most players that one sentence names; a game can have 200.
pub(super) const MOST_NAMED: usize = 8;

/// What a viewer reads first.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct Story {
    /// Who won, how, and when: one sentence.
    pub verdict: String,
    /// The turn from which those who won kept the lead; absent if that is not known.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub lead: Option<Note>,
    /// The players that were thrown out, in order.
    pub faults: Vec<Note>,
    /// The moments that decided the game, in order, at most three.
    pub moments: Vec<Note>,
    /// All changes of the measures that mark events, and all faults, in order.
    pub events: Vec<Note>,
    /// Where parts of the game begin, such as rounds.
    pub parts: Vec<Note>,
    /// The frame from which on the winner leads, or else the last frame.
    pub decisive: usize,
}

/// Something that happened in a frame.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct Note {
    /// The frame.
    pub frame: usize,
    /// The seat that it happened to, with whose letter the words begin: links have its colour.
    pub seat: usize,
    /// What happened.
    pub words: String,
}

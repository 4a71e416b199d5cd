//! A game that was played to its end.

use super::logged::Logged;
use crate::game::Seat;

/// A game that was played to its end.
pub struct FinishedGame {
    /// Its line in the log.
    pub game: Logged,
    /// The recording, as text.
    pub recording: Vec<u8>,
    /// The players whose fault may have been caused by a signal that neither they nor the referee sent.
    pub signalled: Vec<Seat>,
    /// If this is a replay: the play before it. It counts if the bots because of which it was replayed have used up their
    /// replays by then. Another machine does not know that.
    pub first: Option<Box<FinishedGame>>,
}

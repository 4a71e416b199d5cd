//! What happened on the server.

use serde::Serialize;

/// Counts, for reports and tests. Times are those of the races: on the clock they were shorter by the speed.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct Tally {
    /// Seconds since the start.
    pub seconds: f64,
    /// Races that began.
    pub begun: u64,
    /// Races that ended.
    pub ended: u64,
    /// Places of clients among all that ended: how often each rank; the first is who did not finish.
    pub ranks: Vec<u64>,
    /// Requests.
    pub requests: u64,
    /// Turns that clients had.
    pub turns: u64,
    /// The longest turn of a client, in seconds.
    pub longest_turn: f64,
    /// Turns that lasted longer than the patience.
    pub missed: u64,
    /// Moves of clients that were made.
    pub moves: u64,
    /// Moves that were asked for although it was another's turn, and the server had not made trouble.
    pub double_moves: u64,
    /// Moves that were asked for and not possible.
    pub impossible: u64,
    /// Players of clients that were thrown out for what they did.
    pub thrown_out: u64,
    /// The shortest time between two requests of a user, in milliseconds.
    pub shortest_gap: Option<u64>,
    /// Trouble that was made.
    pub trouble: u64,
}

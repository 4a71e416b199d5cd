//! Counts of what happened on the server.

use serde::Serialize;

/// Counts for reports and tests. Times are those of the races; on the clock they are shorter by the factor
/// [`speed`](super::Service::speed).
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct Tally {
    /// Seconds since the start.
    pub seconds: f64,
    /// Races that began.
    pub begun: u64,
    /// Races that ended.
    pub ended: u64,
    /// How many cars of clients reached each rank; index 0 counts those that did not finish.
    pub ranks: Vec<u64>,
    /// Requests of the API.
    pub requests: u64,
    /// Turns of clients that ended.
    pub turns: u64,
    /// The longest turn of a client, in seconds.
    pub longest_turn: f64,
    /// Turns that lasted longer than [`patience`](super::Service::patience).
    pub missed: u64,
    /// Moves of clients that were made.
    pub moves: u64,
    /// Requests for a move although it was another player's turn, without an injected fault as the cause.
    pub double_moves: u64,
    /// Requests for an impossible move.
    pub impossible: u64,
    /// Cars of clients that were disqualified.
    pub thrown_out: u64,
    /// The shortest time between two requests of a user, in milliseconds.
    pub shortest_gap: Option<u64>,
    /// Injected faults.
    pub trouble: u64,
}

//! `REmulAde`: the first player of a round repeats its last vector.

/// The state of a round in a player's turn, as far as the rule depends on it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct RoundSoFar {
    /// The number of players that have moved in this round or have still to move. A player that finished in this
    /// round counts (no source says so); one that left does not.
    pub players: usize,
    /// The number of them that moved before this player.
    pub moved: usize,
    /// Whether this player was the first in the round before.
    pub was_first: bool,
}

/// The number of players that must repeat in a round: one, from 7 players on the first two, from 14 on the first
/// three.
pub fn repeaters(players: usize) -> usize {
    players / 7 + 1
}

/// Whether a player must repeat its last vector if it can. With at most three players no player must repeat
/// twice in a row.
pub fn must_repeat(round: RoundSoFar) -> bool {
    let spared = round.players <= 3 && round.was_first;
    round.moved < repeaters(round.players) && !spared
}

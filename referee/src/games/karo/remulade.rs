//! `REmulAde`: who is first in a round repeats its last vector.

/// What the rule needs to know of a round when it is a player's turn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct RoundSoFar {
    /// Players of this round: those who have moved in it and those still to move. Who finished in this
    /// round has moved in it and counts (sources do not say so); who left does not.
    pub players: usize,
    /// How many of them have moved before this player.
    pub moved: usize,
    /// Whether this player was the first in the round before.
    pub was_first: bool,
}

/// How many players must repeat in a round with so many players: one, with 7 the first two, with 14 the
/// first three.
pub fn repeaters(players: usize) -> usize {
    players / 7 + 1
}

/// Whether a player must repeat its last vector, if it can. With three players and fewer nobody
/// has to twice in a row.
pub fn must_repeat(round: RoundSoFar) -> bool {
    let spared = round.players <= 3 && round.was_first;
    round.moved < repeaters(round.players) && !spared
}

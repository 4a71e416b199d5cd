//! What the others bid, as far as it shows: [`Bids`].

/// What each rival is thought to bid. It starts with the least and grows when a rival was first
/// although we bid as much.
#[derive(Clone, Debug, Default)]
pub struct Bids {
    guesses: Vec<i64>,
}

/// Beyond that nobody is outbid: the clock runs out faster than packages are lost.
const HIGHEST: i64 = 12;

impl Bids {
    /// What the robot with this index is thought to bid.
    pub fn of(&self, seat: usize) -> i64 {
        self.guesses.get(seat).copied().unwrap_or(1)
    }

    /// The robot acted before us although we bid `ours`.
    pub fn was_beaten(&mut self, seat: usize, ours: i64) {
        if self.guesses.len() <= seat {
            self.guesses.resize(seat + 1, 1);
        }
        let guess = &mut self.guesses[seat];
        // Equal bids are decided by chance, so an equal one proves nothing.
        if ours > *guess {
            *guess = (ours + 1).min(HIGHEST);
        }
    }
}

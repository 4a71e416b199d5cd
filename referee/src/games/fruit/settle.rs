//! When nothing can change any more: the bound test of the contest's framework of June 2012.

use super::position::Position;

/// What is certain, whatever is still played.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// The seat wins.
    Wins(usize),
    /// Every category is settled, and none has more.
    Draw,
    /// Not yet.
    Open,
}

impl Verdict {
    /// The verdict on a position.
    ///
    /// For each category the lead of seat 0 lies between two bounds when all is taken. Where they
    /// leave it open who wins the category, the best case and the worst case drift apart.
    pub fn of(position: &Position) -> Self {
        let left = position.board().pieces();
        let (mut best, mut worst, mut open) = (0, 0, 0);
        for (category, left) in left.iter().enumerate() {
            let [mine, theirs] = [0, 1].map(|seat| i64::from(position.counts(seat)[category].0));
            let (high, low) =
                (mine - theirs + 2 * i64::from(*left), mine - theirs - 2 * i64::from(*left));
            best += high.signum();
            worst += low.signum();
            // Between a tie and a win counts as open too.
            open += i64::from(high.signum() != low.signum());
        }
        match (best, worst, open) {
            (..=-1, _, _) => Self::Wins(1),
            (_, 1.., _) => Self::Wins(0),
            (_, _, 0) => Self::Draw,
            _ => Self::Open,
        }
    }
}

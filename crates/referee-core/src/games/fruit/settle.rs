//! Tests whether the result is certain: the bound test of the contest's framework of June 2012.

use super::position::Position;

/// How far seat 0 leads at the end in each category, as the greatest and the least lead in halves.
fn bounds(position: &Position) -> Vec<(i64, i64)> {
    let bounds = |(category, left): (usize, &u32)| {
        let [mine, theirs] = [0, 1].map(|seat| i64::from(position.counts(seat)[category].0));
        (mine - theirs + 2 * i64::from(*left), mine - theirs - 2 * i64::from(*left))
    };
    position.board().pieces().iter().enumerate().map(bounds).collect()
}

/// By category: 1 if seat 0 leads at the end whatever happens, -1 if seat 1 does, 0 if it stays even; `None` if it is open.
pub(super) fn settled(position: &Position) -> Vec<Option<i64>> {
    let sign = |(high, low): (i64, i64)| Some(high.signum()).filter(|sign| *sign == low.signum());
    bounds(position).into_iter().map(sign).collect()
}

/// The certain part of the result.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// The seat wins.
    Wins(usize),
    /// Every category is decided, and the seats have equally many.
    Draw,
    /// The result is open.
    Open,
}

impl Verdict {
    /// The verdict on a position.
    ///
    /// For each category the final lead of seat 0 is between two bounds. If they have different signs, the best case
    /// and the worst case differ in that category.
    pub fn of(position: &Position) -> Self {
        let (mut best, mut worst, mut open) = (0, 0, 0);
        for (high, low) in bounds(position) {
            best += high.signum();
            worst += low.signum();
            // A category between a tie and a win is open, too.
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

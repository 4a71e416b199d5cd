//! Which side reaches a square first: [`Bitboard::race`].

use super::board::Bitboard;

impl<const W: usize, const H: usize, const N: usize> Bitboard<W, H, N> {
    /// The squares of `passable` that `self` reaches before `other`, and those that `other` reaches before `self`,
    /// by steps along rows and columns over squares of `passable`. A square that both reach at the same time belongs
    /// to nobody, and nobody goes on from there. The squares of `self` and `other` need not be passable.
    ///
    /// ```
    /// use gridkit::{Bitboard, Point};
    ///
    /// type Pool = Bitboard<5, 2, 1>;
    /// let (one, other) = (Pool::at(Point::new(0, 0)), Pool::at(Point::new(4, 0)));
    /// let [mine, theirs] = one.race(other, Pool::FULL - one - other);
    /// assert_eq!(mine.to_string(), "
    /// . x . . .
    /// x x . . .".trim_start());
    /// assert_eq!(theirs.to_string(), "
    /// . . . x .
    /// . . . x x".trim_start());
    /// ```
    #[must_use]
    pub fn race(self, other: Self, passable: Self) -> [Self; 2] {
        let (mut near, mut far, mut open) = (self, other, passable);
        let mut reached = [Self::EMPTY; 2];
        while !(near | far).is_empty() {
            let (mine, theirs) = (near.neighbours() & open, far.neighbours() & open);
            near = mine - theirs;
            far = theirs - mine;
            reached = [reached[0] | near, reached[1] | far];
            open = open - mine - theirs;
        }
        reached
    }
}

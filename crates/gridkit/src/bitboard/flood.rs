//! What can be reached on a small board: [`Bitboard::flood`].

use super::board::Bitboard;

/// The squares from which 1, 2, 4 ... 128 steps in one direction are free.
type Through<B> = [B; 8];

impl<const W: usize, const H: usize, const N: usize> Bitboard<W, H, N> {
    /// The squares that are reached from `self` by steps along rows and columns over squares of
    /// `passable`. Squares of `self` that are not passable are left out.
    ///
    /// Fills whole rows, then whole columns, until nothing changes, in steps of 1, 2, 4 ...
    /// squares (Kogge and Stone 1973): some five rounds on a board with random walls, where a
    /// fill step by step takes thirty.
    ///
    /// ```
    /// use gridkit::{Bitboard, Point};
    ///
    /// type Pool = Bitboard<6, 3, 1>;
    /// let water = Pool::parse("
    ///     . . # . . .
    ///     . . # . # #
    ///     . # # . # .", '.')?;
    /// let reached = Pool::at(Point::new(3, 0)).flood(water);
    /// assert_eq!(reached.to_string(), "
    /// . . . x x x
    /// . . . x . .
    /// . . . x . .".trim_start());
    /// # Ok::<(), gridkit::ShapeError>(())
    /// ```
    #[must_use]
    pub fn flood(self, passable: Self) -> Self {
        let west = through(passable, W, Self::moved_west);
        let east = through(passable, W, Self::moved_east);
        let north = through(passable, H, Self::moved_north);
        let south = through(passable, H, Self::moved_south);
        let mut reached = self & passable;
        loop {
            let row = spread(reached, &west, W, Self::moved_west)
                | spread(reached, &east, W, Self::moved_east);
            let next = spread(row, &north, H, Self::moved_north)
                | spread(row, &south, H, Self::moved_south);
            if next == reached {
                return reached;
            }
            reached = next;
        }
    }
}

/// For each power of two of steps, the squares that can be entered by this number of steps at once: the
/// square itself and those passed on the way are passable. Pad columns are not, so no way leads
/// from row to row.
#[inline]
fn through<const W: usize, const H: usize, const N: usize>(
    passable: Bitboard<W, H, N>,
    length: usize,
    moved: impl Fn(Bitboard<W, H, N>, usize) -> Bitboard<W, H, N>,
) -> Through<Bitboard<W, H, N>> {
    let mut through = [passable; 8];
    for i in 1..8 {
        if length > 1 << i {
            let half = through[i - 1];
            through[i] = half & moved(half, 1 << (i - 1));
        }
    }
    through
}

/// The set and all that is reached from it in one direction, on a line of `length` squares.
#[inline]
fn spread<const W: usize, const H: usize, const N: usize>(
    mut reached: Bitboard<W, H, N>,
    through: &Through<Bitboard<W, H, N>>,
    length: usize,
    moved: impl Fn(Bitboard<W, H, N>, usize) -> Bitboard<W, H, N>,
) -> Bitboard<W, H, N> {
    for (i, &through) in through.iter().enumerate() {
        if length > 1 << i {
            reached |= moved(reached, 1 << i) & through;
        }
    }
    reached
}

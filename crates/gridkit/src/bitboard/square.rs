//! One square of a small board: [`Square`].

use crate::cell::{Dir, Point};

/// A square of a board of `W` columns and `H` rows, as a [`Bitboard`](super::Bitboard) holds it.
///
/// There is exactly one for every point of the board, and it fits only boards of its own shape:
///
/// ```compile_fail
/// use gridkit::{Board11x7, Point, Square15};
///
/// Board11x7::of(Square15::at(Point::new(2, 1)).unwrap());
/// ```
///
/// ```
/// use gridkit::{Board11x7, Dir, Point, Square11x7};
///
/// let square = Square11x7::at(Point::new(2, 1)).unwrap();
/// assert_eq!(Board11x7::of(square).count(), 1);
/// assert_eq!(square.step(Dir::West).map(Square11x7::point), Some(Point::new(1, 1)));
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[repr(transparent)]
pub struct Square<const W: usize, const H: usize>(
    /// The number of its bit: `y * (W + 1) + x`.
    pub(super) u8,
);

impl<const W: usize, const H: usize> Square<W, H> {
    /// The square in the north-west, in the first column of the first row.
    pub const NORTH_WEST: Self = Self(0);

    /// From one row to the next in bits: the columns and the pad column.
    const STRIDE: usize = W + 1;

    /// What a step adds to the number, by [`Dir::index`].
    const OFFSETS: [u8; 4] =
        [(Self::STRIDE as u8).wrapping_neg(), Self::STRIDE as u8, 1_u8.wrapping_neg(), 1];

    /// The square at a point, or nothing if the point is outside the board.
    ///
    /// ```
    /// use gridkit::{Point, Square15};
    ///
    /// let corner = Square15::at(Point::new(14, 0)).unwrap();
    /// assert_eq!(corner.point(), Point::new(14, 0));
    /// assert_eq!(Square15::at(Point::new(15, 0)), None);
    /// assert_eq!(Square15::at(Point::new(0, -1)), None);
    /// ```
    #[inline]
    pub const fn at(point: Point) -> Option<Self> {
        let (x, y) = (point.x as u32 as usize, point.y as u32 as usize);
        if x < W && y < H {
            Some(Self((y * Self::STRIDE + x) as u8))
        } else {
            None
        }
    }

    /// The point of the square; the inverse of [`at`](Self::at).
    #[inline]
    pub const fn point(self) -> Point {
        Point::new((self.index() % Self::STRIDE) as i32, (self.index() / Self::STRIDE) as i32)
    }

    /// A unique number below 256, so that a table `[T; 256]` needs no bounds test. Numbers grow row
    /// by row and have gaps.
    #[inline]
    pub const fn index(self) -> usize {
        self.0 as usize
    }

    /// The square next to it, or nothing at the edge of the board.
    ///
    /// Where only some squares may be entered, [`Bitboard::step`](super::Bitboard::step) is
    /// faster.
    ///
    /// ```
    /// use gridkit::{Dir, Point, Square15};
    ///
    /// let corner = Square15::NORTH_WEST;
    /// assert_eq!(corner.step(Dir::South), Square15::at(Point::new(0, 1)));
    /// assert_eq!(corner.step(Dir::North), None);
    /// ```
    #[inline]
    pub const fn step(self, dir: Dir) -> Option<Self> {
        let next = self.beside(dir);
        if next.index() < Self::STRIDE * H && next.index() % Self::STRIDE < W {
            Some(next)
        } else {
            None
        }
    }

    /// Its colour on a chessboard: 0 for that of the north-west corner, 1 for the other one.
    #[inline]
    pub const fn colour(self) -> u8 {
        let Point { x, y } = self.point();
        (x + y) as u8 & 1
    }

    /// The number of the next square. Beyond the edge it is not the number of any square, even if
    /// it overflows 8 bits and wraps around: the rows and one more fit into 8 bits.
    #[inline]
    pub(super) const fn beside(self, dir: Dir) -> Self {
        Self(self.0.wrapping_add(Self::OFFSETS[dir.index()]))
    }
}

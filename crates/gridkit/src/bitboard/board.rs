//! The set itself: [`Bitboard`].

use super::square::Square;
use crate::cell::{Dir, Point};
use crate::text::{self, ShapeError};

/// A set of squares of a board of `W` columns and `H` rows, in `N` words of 64 bits.
///
/// Between two rows there is one **pad column**, which is always empty: a step to the east from the
/// last column ends there and is removed. Without it the step would end at the start of the next
/// row. `(W + 1) * H` bits must fit into the `N` words, and `(W + 1) * (H + 1)` bits into 256; other
/// shapes do not compile.
///
/// ```text
/// W = 3, H = 2       0  1  2 | 3         bit 4 is the square (0, 1);
///                    4  5  6 | 7         bits 3 and 7 are the pad column
/// ```
///
/// Operators: `|` union, `&` intersection, `^` symmetric difference, `-` difference, `!` complement.
///
/// ```
/// use gridkit::{Bitboard, Dir};
///
/// type Pool = Bitboard<5, 3, 1>;
///
/// let sea = Pool::parse("
///     . . x x .
///     . . x . .
///     . . . . .", 'x')?;
/// assert_eq!(sea.count(), 3);
/// assert_eq!(sea.shift(Dir::East).to_string(), "
/// . . . x x
/// . . . x .
/// . . . . .".trim_start());
/// assert_eq!((sea.neighbours() - sea).to_string(), "
/// . x . . x
/// . x . x .
/// . . x . .".trim_start());
/// # Ok::<(), gridkit::ShapeError>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[repr(transparent)]
pub struct Bitboard<const W: usize, const H: usize, const N: usize>(pub(super) [u64; N]);

impl<const W: usize, const H: usize, const N: usize> Bitboard<W, H, N> {
    /// The number of columns.
    pub const WIDTH: usize = W;

    /// The number of rows.
    pub const HEIGHT: usize = H;

    /// The empty set.
    pub const EMPTY: Self = Self([0; N]);

    /// Every square.
    pub const FULL: Self = Self::every_square();

    const fn every_square() -> Self {
        // Texts would take up room in each bundle. There are 1 to 62 columns and at least one row.
        assert!(W > 0 && H > 0 && W < 63);
        // The rows and their pad column fit the words.
        assert!((W + 1) * H <= 64 * N);
        // The rows and one more fit into 256 bits.
        assert!((W + 1) * (H + 1) <= 256);
        let mut words = [0; N];
        let mut y = 0;
        while y < H {
            let mut x = 0;
            while x < W {
                let bit = y * (W + 1) + x;
                words[bit / 64] |= 1 << (bit % 64);
                x += 1;
            }
            y += 1;
        }
        Self(words)
    }

    /// The set of one square.
    #[inline]
    pub const fn of(square: Square<W, H>) -> Self {
        let mut words = [0; N];
        words[square.index() / 64] = 1 << (square.index() % 64);
        Self(words)
    }

    /// The set of the square at a point; empty if the point is outside.
    #[inline]
    pub const fn at(point: Point) -> Self {
        match Square::at(point) {
            Some(square) => Self::of(square),
            None => Self::EMPTY,
        }
    }

    /// Whether the square is in the set.
    #[inline]
    pub const fn contains(self, square: Square<W, H>) -> bool {
        self.0[square.index() / 64] >> (square.index() % 64) & 1 != 0
    }

    /// Whether the square at a point is in the set; false if the point is outside.
    #[inline]
    pub const fn has(self, point: Point) -> bool {
        match Square::at(point) {
            Some(square) => self.contains(square),
            None => false,
        }
    }

    /// The square next to `from` in a direction, if it is in the set.
    ///
    /// ```
    /// use gridkit::{Board15, Dir, Point, Square15};
    ///
    /// let water = Board15::at(Point::new(3, 4)) | Board15::at(Point::new(4, 4));
    /// let west = Square15::at(Point::new(3, 4)).unwrap();
    /// assert_eq!(water.step(west, Dir::East), Square15::at(Point::new(4, 4)));
    /// assert_eq!(water.step(west, Dir::West), None);
    /// ```
    #[inline]
    pub fn step(self, from: Square<W, H>, dir: Dir) -> Option<Square<W, H>> {
        let next = from.beside(dir);
        // Beyond the edge there is a pad bit, which is never set, or no word.
        let word = self.0.get(next.index() / 64).copied().unwrap_or(0);
        if word >> (next.index() % 64) & 1 != 0 {
            Some(next)
        } else {
            None
        }
    }

    /// Adds a square to the set.
    #[inline]
    pub fn set(&mut self, square: Square<W, H>) {
        self.0[square.index() / 64] |= 1 << (square.index() % 64);
    }

    /// Removes a square from the set.
    #[inline]
    pub fn clear(&mut self, square: Square<W, H>) {
        self.0[square.index() / 64] &= !(1 << (square.index() % 64));
    }

    /// The set with the square added.
    #[inline]
    #[must_use]
    pub fn with(mut self, square: Square<W, H>) -> Self {
        self.set(square);
        self
    }

    /// The set with the square removed.
    #[inline]
    #[must_use]
    pub fn without(mut self, square: Square<W, H>) -> Self {
        self.clear(square);
        self
    }

    /// The words, lowest squares first.
    #[inline]
    pub const fn words(self) -> [u64; N] {
        self.0
    }

    /// The set with these words; bits that do not belong to a square are dropped.
    #[inline]
    pub fn from_words(words: [u64; N]) -> Self {
        Self(words) & Self::FULL
    }

    /// The number of squares in the set.
    #[inline]
    pub fn count(self) -> u32 {
        self.0.iter().map(|word| word.count_ones()).sum()
    }

    /// Whether the set is empty.
    #[inline]
    pub fn is_empty(self) -> bool {
        self.0.iter().fold(0, |all, word| all | word) == 0
    }

    /// Whether the two sets have a square in common.
    #[inline]
    pub fn meets(self, other: Self) -> bool {
        !(self & other).is_empty()
    }

    /// Whether every square of this set is in the other.
    #[inline]
    pub fn is_within(self, other: Self) -> bool {
        (self - other).is_empty()
    }

    /// The first square: of the northernmost row, the westernmost.
    #[inline]
    pub fn first(self) -> Option<Square<W, H>> {
        self.iter().next()
    }

    /// The square that has `rank` squares of the set before it, row by row; for drawing one at random.
    ///
    /// ```
    /// use gridkit::{Board15, Point};
    ///
    /// let third = Board15::FULL.nth(2).unwrap();
    /// assert_eq!(third.point(), Point::new(2, 0));
    /// assert_eq!(Board15::FULL.nth(225), None);
    /// ```
    pub fn nth(self, rank: u32) -> Option<Square<W, H>> {
        let mut rank = rank;
        for (i, &word) in self.0.iter().enumerate() {
            if rank >= word.count_ones() {
                rank -= word.count_ones();
                continue;
            }
            let mut rest = word;
            for _ in 0..rank {
                rest &= rest - 1;
            }
            return Some(Square((64 * i) as u8 + rest.trailing_zeros() as u8));
        }
        None
    }

    /// Removes the first square from the set and returns it.
    ///
    /// ```
    /// use gridkit::{Board15, Point};
    ///
    /// let mut squares = Board15::at(Point::new(9, 5)) | Board15::at(Point::new(3, 1));
    /// assert_eq!(squares.pop().unwrap().point(), Point::new(3, 1));
    /// assert_eq!(squares.pop().unwrap().point(), Point::new(9, 5));
    /// assert_eq!(squares.pop(), None);
    /// ```
    #[inline]
    pub fn pop(&mut self) -> Option<Square<W, H>> {
        for (i, word) in self.0.iter_mut().enumerate() {
            if *word != 0 {
                let bit = word.trailing_zeros() as u8;
                *word &= *word - 1;
                return Some(Square((64 * i) as u8 + bit));
            }
        }
        None
    }

    /// Reads the squares marked by `mark` from lines of text, one character a square.
    ///
    /// Spaces, tabs and empty lines are skipped, so a board may be drawn with gaps.
    ///
    /// # Errors
    ///
    /// A [`ShapeError`] if there are not `H` rows of `W` characters.
    pub fn parse(text: &str, mark: char) -> Result<Self, ShapeError> {
        let rows = text::rows(text);
        text::expect_shape(&rows, W, H)?;
        let mut board = Self::EMPTY;
        for (y, row) in rows.iter().enumerate() {
            for (x, &letter) in row.iter().enumerate() {
                if letter == mark {
                    board.set(Square((y * (W + 1) + x) as u8));
                }
            }
        }
        Ok(board)
    }
}

//! Sets of squares of a small board, one bit a square: [`Bitboard`].

mod distances;
mod flood;
mod operators;
mod shift;

use crate::text::{self, ShapeError};
use crate::Point;
pub use distances::SquareDistances;
pub use operators::Squares;

/// A board of 15 x 15 squares.
pub type Board15 = Bitboard<15, 15, 4>;

/// A board 11 squares wide and 7 high.
pub type Board11x7 = Bitboard<11, 7, 2>;

/// The number of a square's bit in a [`Bitboard`]: `y * (width + 1) + x`.
///
/// It is always below 256, so a table `[T; 256]` indexed by it needs no bounds test.
/// [`Bitboard::square`] and [`Bitboard::point`] translate.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[repr(transparent)]
pub struct Square(pub u8);

impl Square {
    /// The number as an index.
    #[inline]
    pub const fn index(self) -> usize {
        self.0 as usize
    }
}

/// A set of squares of a board of `W` columns and `H` rows, in `N` words of 64 bits.
///
/// Rows lie one after the other with one **pad column** between them, always empty: a step to
/// the east from the last column lands in it and is wiped out, where without it the step would
/// come out at the start of the next row. `(W + 1) * H` bits must fit into the `N` words, and
/// into 256; the compiler refuses other shapes.
///
/// ```text
/// W = 3, H = 2       0  1  2 | 3         bit 4 is the square (0, 1);
///                    4  5  6 | 7         bits 3 and 7 are the pad column
/// ```
///
/// Sets are combined by operators: `|` union, `&` intersection, `^` difference either way,
/// `-` without, `!` all the other squares.
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
pub struct Bitboard<const W: usize, const H: usize, const N: usize>([u64; N]);

impl<const W: usize, const H: usize, const N: usize> Bitboard<W, H, N> {
    /// The number of columns.
    pub const WIDTH: usize = W;

    /// The number of rows.
    pub const HEIGHT: usize = H;

    /// From one row to the next in bits: the columns and the pad column.
    pub const STRIDE: usize = W + 1;

    /// No square.
    pub const EMPTY: Self = Self([0; N]);

    /// Every square.
    pub const FULL: Self = Self::every_square();

    const fn every_square() -> Self {
        assert!(W > 0 && H > 0 && W < 63, "a bitboard has 1 to 62 columns and at least one row");
        assert!((W + 1) * H <= 64 * N, "the rows and their pad column do not fit the words");
        assert!((W + 1) * H <= 256, "a square's number has 8 bits");
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

    /// The square at a point, or nothing if the point is outside the board.
    ///
    /// ```
    /// use gridkit::{Board15, Point, Square};
    ///
    /// assert_eq!(Board15::square(Point::new(2, 1)), Some(Square(18)));
    /// assert_eq!(Board15::square(Point::new(15, 1)), None);
    /// assert_eq!(Board15::point(Square(18)), Point::new(2, 1));
    /// ```
    #[inline]
    pub const fn square(point: Point) -> Option<Square> {
        let (x, y) = (point.x as u32 as usize, point.y as u32 as usize);
        if x < W && y < H {
            Some(Square((y * (W + 1) + x) as u8))
        } else {
            None
        }
    }

    /// The point of a square; undoes [`square`](Self::square).
    #[inline]
    pub const fn point(square: Square) -> Point {
        let bit = square.index();
        Point::new((bit % (W + 1)) as i32, (bit / (W + 1)) as i32)
    }

    /// The set of that one square.
    ///
    /// # Panics
    ///
    /// If the square's number is beyond the board's words.
    #[inline]
    pub const fn of(square: Square) -> Self {
        let mut words = [0; N];
        words[square.index() / 64] = 1 << (square.index() % 64);
        Self(words)
    }

    /// The square at a point alone; empty if the point is outside.
    #[inline]
    pub const fn at(point: Point) -> Self {
        match Self::square(point) {
            Some(square) => Self::of(square),
            None => Self::EMPTY,
        }
    }

    /// Is the square in the set?
    #[inline]
    pub const fn contains(self, square: Square) -> bool {
        self.0[square.index() / 64] >> (square.index() % 64) & 1 != 0
    }

    /// Is the square at that point in the set? No, if the point is outside.
    #[inline]
    pub const fn has(self, point: Point) -> bool {
        match Self::square(point) {
            Some(square) => self.contains(square),
            None => false,
        }
    }

    /// Puts a square into the set.
    #[inline]
    pub fn set(&mut self, square: Square) {
        self.0[square.index() / 64] |= 1 << (square.index() % 64);
    }

    /// Takes a square out of the set.
    #[inline]
    pub fn clear(&mut self, square: Square) {
        self.0[square.index() / 64] &= !(1 << (square.index() % 64));
    }

    /// The set with a square more.
    #[inline]
    #[must_use]
    pub fn with(mut self, square: Square) -> Self {
        self.set(square);
        self
    }

    /// The set without a square.
    #[inline]
    #[must_use]
    pub fn without(mut self, square: Square) -> Self {
        self.clear(square);
        self
    }

    /// The words, lowest squares first.
    #[inline]
    pub const fn words(self) -> [u64; N] {
        self.0
    }

    /// The set of these words; bits that are no squares are dropped.
    #[inline]
    pub fn from_words(words: [u64; N]) -> Self {
        Self(words) & Self::FULL
    }

    /// The number of squares in the set.
    #[inline]
    pub fn count(self) -> u32 {
        self.0.iter().map(|word| word.count_ones()).sum()
    }

    /// Is no square in the set?
    #[inline]
    pub fn is_empty(self) -> bool {
        self.0.iter().fold(0, |all, word| all | word) == 0
    }

    /// Have the two sets a square in common?
    #[inline]
    pub fn meets(self, other: Self) -> bool {
        !(self & other).is_empty()
    }

    /// Is every square of this set in the other?
    #[inline]
    pub fn is_within(self, other: Self) -> bool {
        (self - other).is_empty()
    }

    /// The first square, north-west first.
    #[inline]
    pub fn first(self) -> Option<Square> {
        self.iter().next()
    }

    /// The square that has `rank` squares of the set before it, for drawing one at random.
    ///
    /// ```
    /// use gridkit::{Board15, Point};
    ///
    /// let third = Board15::FULL.nth(2).map(Board15::point);
    /// assert_eq!(third, Some(Point::new(2, 0)));
    /// assert_eq!(Board15::FULL.nth(225), None);
    /// ```
    pub fn nth(self, rank: u32) -> Option<Square> {
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

    /// Takes the first square out of the set and gives it.
    ///
    /// ```
    /// use gridkit::{Board15, Square};
    ///
    /// let mut squares = Board15::of(Square(3)) | Board15::of(Square(200));
    /// assert_eq!(squares.pop(), Some(Square(3)));
    /// assert_eq!(squares.pop(), Some(Square(200)));
    /// assert_eq!(squares.pop(), None);
    /// ```
    #[inline]
    pub fn pop(&mut self) -> Option<Square> {
        for (i, word) in self.0.iter_mut().enumerate() {
            if *word != 0 {
                let bit = word.trailing_zeros() as u8;
                *word &= *word - 1;
                return Some(Square((64 * i) as u8 + bit));
            }
        }
        None
    }

    /// The squares, row by row.
    #[inline]
    pub fn iter(self) -> Squares<W, H, N> {
        Squares { rest: self, word: 0 }
    }

    /// Reads the squares marked by `mark` from lines of text, one character a square.
    ///
    /// Spaces, tabs and empty lines are passed over, so a board may be drawn with gaps.
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

//! Sets of squares of a small board, one bit a square: [`Bitboard`].

use crate::text::{self, ShapeError};
use crate::{Dir, Point};
use std::fmt;
use std::ops::{
    BitAnd, BitAndAssign, BitOr, BitOrAssign, BitXor, BitXorAssign, Not, Sub, SubAssign,
};

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

    /// Every square moved one step; those that leave the board are gone.
    #[inline]
    #[must_use]
    pub fn shift(self, dir: Dir) -> Self {
        match dir {
            Dir::North => self.north(),
            Dir::South => self.south(),
            Dir::West => self.west(),
            Dir::East => self.east(),
        }
    }

    /// Every square moved one step north.
    #[inline]
    #[must_use]
    pub fn north(self) -> Self {
        // No mask: pad bits come from pad bits, and rows before the first fall out of the word.
        Self(down_by(self.0, W + 1))
    }

    /// Every square moved one step south.
    #[inline]
    #[must_use]
    pub fn south(self) -> Self {
        Self(up_by(self.0, W + 1)) & Self::FULL
    }

    /// Every square moved one step west.
    #[inline]
    #[must_use]
    pub fn west(self) -> Self {
        Self(down_by(self.0, 1)) & Self::FULL
    }

    /// Every square moved one step east.
    #[inline]
    #[must_use]
    pub fn east(self) -> Self {
        Self(up_by(self.0, 1)) & Self::FULL
    }

    /// The squares beside one of the set, along rows and columns.
    ///
    /// ```
    /// use gridkit::Bitboard;
    ///
    /// let two = Bitboard::<5, 3, 1>::parse("
    ///     x . . . .
    ///     . . . . .
    ///     . . . x .", 'x')?;
    /// assert_eq!(two.neighbours().to_string(), "
    /// . x . . .
    /// x . . x .
    /// . . x . x".trim_start());
    /// # Ok::<(), gridkit::ShapeError>(())
    /// ```
    #[inline]
    #[must_use]
    pub fn neighbours(self) -> Self {
        Self(join(
            join(down_by(self.0, 1), up_by(self.0, 1)),
            join(down_by(self.0, W + 1), up_by(self.0, W + 1)),
        )) & Self::FULL
    }

    /// The set and the squares beside it along rows and columns: `self | self.neighbours()`.
    #[inline]
    #[must_use]
    pub fn grow(self) -> Self {
        self | self.neighbours()
    }

    /// The set and every square a chess king reaches from it in one move.
    ///
    /// ```
    /// use gridkit::Bitboard;
    ///
    /// let one = Bitboard::<5, 3, 1>::parse("
    ///     . . . . .
    ///     . . . . .
    ///     . . x . .", 'x')?;
    /// assert_eq!(one.grow_king().to_string(), "
    /// . . . . .
    /// . x x x .
    /// . x x x .".trim_start());
    /// # Ok::<(), gridkit::ShapeError>(())
    /// ```
    #[inline]
    #[must_use]
    pub fn grow_king(self) -> Self {
        // A pad bit set by the step along rows must be wiped before the step along columns.
        let row = self | (Self(join(down_by(self.0, 1), up_by(self.0, 1))) & Self::FULL);
        row | row.north() | row.south()
    }

    /// The squares a chess king reaches from one of the set, those of the set only if they are
    /// reached from another.
    #[inline]
    #[must_use]
    pub fn neighbours_king(self) -> Self {
        let sides = Self(join(down_by(self.0, 1), up_by(self.0, 1))) & Self::FULL;
        let row = self | sides;
        sides | row.north() | row.south()
    }

    /// The squares that are reached from `self` by steps along rows and columns over squares of
    /// `passable`. Squares of `self` that are not passable are left out.
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
        let mut reached = self & passable;
        loop {
            // Four steps a test: a test costs about as much as a step.
            let mut next = reached;
            for _ in 0..4 {
                next = (next | next.neighbours()) & passable;
            }
            if next == reached {
                return reached;
            }
            reached = next;
        }
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

/// Every bit moved up by 1 to 63 places, through all words.
#[inline]
fn up_by<const N: usize>(words: [u64; N], by: usize) -> [u64; N] {
    let mut moved = words;
    let mut carry = 0;
    for word in &mut moved {
        let next = *word >> (64 - by);
        *word = *word << by | carry;
        carry = next;
    }
    moved
}

/// Every bit moved down by 1 to 63 places, through all words.
#[inline]
fn down_by<const N: usize>(words: [u64; N], by: usize) -> [u64; N] {
    let mut moved = words;
    let mut carry = 0;
    for word in moved.iter_mut().rev() {
        let next = *word << (64 - by);
        *word = *word >> by | carry;
        carry = next;
    }
    moved
}

#[inline]
fn join<const N: usize>(mut a: [u64; N], b: [u64; N]) -> [u64; N] {
    for (a, b) in a.iter_mut().zip(b) {
        *a |= b;
    }
    a
}

macro_rules! set_operator {
    ($operator:ident $function:ident, $assign:ident $assign_function:ident, $combine:expr) => {
        impl<const W: usize, const H: usize, const N: usize> $assign for Bitboard<W, H, N> {
            #[inline]
            fn $assign_function(&mut self, other: Self) {
                let combine: fn(u64, u64) -> u64 = $combine;
                for (a, b) in self.0.iter_mut().zip(other.0) {
                    *a = combine(*a, b);
                }
            }
        }

        impl<const W: usize, const H: usize, const N: usize> $operator for Bitboard<W, H, N> {
            type Output = Self;

            #[inline]
            fn $function(mut self, other: Self) -> Self {
                self.$assign_function(other);
                self
            }
        }
    };
}

set_operator!(BitOr bitor, BitOrAssign bitor_assign, |a, b| a | b);
set_operator!(BitAnd bitand, BitAndAssign bitand_assign, |a, b| a & b);
set_operator!(BitXor bitxor, BitXorAssign bitxor_assign, |a, b| a ^ b);
set_operator!(Sub sub, SubAssign sub_assign, |a, b| a & !b);

impl<const W: usize, const H: usize, const N: usize> Not for Bitboard<W, H, N> {
    type Output = Self;

    #[inline]
    fn not(self) -> Self {
        Self::FULL - self
    }
}

impl<const W: usize, const H: usize, const N: usize> Default for Bitboard<W, H, N> {
    fn default() -> Self {
        Self::EMPTY
    }
}

impl<const W: usize, const H: usize, const N: usize> FromIterator<Square> for Bitboard<W, H, N> {
    fn from_iter<I: IntoIterator<Item = Square>>(squares: I) -> Self {
        squares.into_iter().fold(Self::EMPTY, Self::with)
    }
}

impl<const W: usize, const H: usize, const N: usize> IntoIterator for Bitboard<W, H, N> {
    type Item = Square;
    type IntoIter = Squares<W, H, N>;

    #[inline]
    fn into_iter(self) -> Self::IntoIter {
        self.iter()
    }
}

/// The squares of a [`Bitboard`], row by row.
#[derive(Clone, Debug)]
pub struct Squares<const W: usize, const H: usize, const N: usize> {
    rest: Bitboard<W, H, N>,
    word: usize,
}

impl<const W: usize, const H: usize, const N: usize> Iterator for Squares<W, H, N> {
    type Item = Square;

    #[inline]
    fn next(&mut self) -> Option<Square> {
        while self.word < N {
            let word = &mut self.rest.0[self.word];
            if *word != 0 {
                let bit = word.trailing_zeros() as u8;
                *word &= *word - 1;
                return Some(Square((64 * self.word) as u8 + bit));
            }
            self.word += 1;
        }
        None
    }

    #[inline]
    fn size_hint(&self) -> (usize, Option<usize>) {
        let left = self.rest.count() as usize;
        (left, Some(left))
    }
}

impl<const W: usize, const H: usize, const N: usize> ExactSizeIterator for Squares<W, H, N> {}

/// `x` for a square of the set, `.` for another, with a space between.
impl<const W: usize, const H: usize, const N: usize> fmt::Display for Bitboard<W, H, N> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        text::draw(f, W, H, |point| if self.has(point) { 'x' } else { '.' })
    }
}

impl<const W: usize, const H: usize, const N: usize> fmt::Debug for Bitboard<W, H, N> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Bitboard {W} x {H}, {} squares:\n{self}", self.count())
    }
}

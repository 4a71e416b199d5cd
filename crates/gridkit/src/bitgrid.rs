//! Sets of cells of a map of any size, one bit a cell: [`BitGrid`].

use crate::text;
use crate::{Point, Walls};
use std::fmt;

/// A set of cells of a map, each row in words of its own.
///
/// For boards of up to 256 squares a [`Bitboard`](crate::Bitboard) is faster.
///
/// ```
/// use gridkit::{BitGrid, Point, Walls};
///
/// let walls = Walls::parse("
///     . . #
///     . # .", '#')?;
/// let mut open = BitGrid::open(&walls);
/// assert_eq!(open.count(), 4);
/// open.set(Point::new(1, 0), false);
/// assert!(open.contains(Point::new(0, 1)) && !open.contains(Point::new(0, 2)));
/// assert_eq!(open.to_string(), "
/// x . .
/// x . x".trim_start());
/// # Ok::<(), gridkit::ShapeError>(())
/// ```
#[derive(Clone, Default, PartialEq, Eq, Hash)]
pub struct BitGrid {
    width: usize,
    height: usize,
    words: Vec<u64>,
}

impl BitGrid {
    /// The empty set on a map of that size.
    pub fn new(width: usize, height: usize) -> Self {
        let mut grid = Self::default();
        grid.reset(width, height);
        grid
    }

    /// The cells of a map that are no walls.
    pub fn open(walls: &Walls) -> Self {
        let mut grid = Self::new(walls.width(), walls.height());
        let padded = walls.padded();
        for (point, index) in padded.points() {
            let word = grid.word(point);
            grid.words[word] |= u64::from(walls.mask()[index]) << (point.x % 64);
        }
        grid
    }

    /// The number of columns.
    pub fn width(&self) -> usize {
        self.width
    }

    /// The number of rows.
    pub fn height(&self) -> usize {
        self.height
    }

    /// The number of cells in the set.
    pub fn count(&self) -> usize {
        self.words.iter().map(|word| word.count_ones() as usize).sum()
    }

    /// Is that cell in the set? No, if the point is outside the map.
    #[inline]
    pub fn contains(&self, point: Point) -> bool {
        self.on_map(point) && self.words[self.word(point)] >> (point.x % 64) & 1 != 0
    }

    /// Puts a cell into the set or takes it out; outside the map nothing changes.
    #[inline]
    pub fn set(&mut self, point: Point, in_set: bool) {
        if self.on_map(point) {
            let word = self.word(point);
            let bit = 1 << (point.x % 64);
            if in_set {
                self.words[word] |= bit;
            } else {
                self.words[word] &= !bit;
            }
        }
    }

    #[inline]
    fn on_map(&self, point: Point) -> bool {
        (point.x as u32 as usize) < self.width && (point.y as u32 as usize) < self.height
    }

    #[inline]
    fn word(&self, point: Point) -> usize {
        point.y as usize * self.words_in_a_row() + point.x as usize / 64
    }

    pub(crate) fn words_in_a_row(&self) -> usize {
        (self.width + 63) / 64
    }

    pub(crate) fn words(&self) -> &[u64] {
        &self.words
    }

    pub(crate) fn words_mut(&mut self) -> &mut [u64] {
        &mut self.words
    }

    /// Becomes the empty set on a map of that size.
    pub(crate) fn reset(&mut self, width: usize, height: usize) {
        self.width = width;
        self.height = height;
        let words = self.words_in_a_row() * height;
        self.words.clear();
        self.words.resize(words, 0);
    }
}

/// `x` for a cell of the set, `.` for another, with a space between.
impl fmt::Display for BitGrid {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let letter = |point| if self.contains(point) { 'x' } else { '.' };
        text::draw(f, self.width, self.height, letter)
    }
}

impl fmt::Debug for BitGrid {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "BitGrid {} x {}, {} cells:\n{self}", self.width, self.height, self.count())
    }
}

//! Moving all squares of a set at once.

use super::board::Bitboard;
use crate::cell::Dir;

impl<const W: usize, const H: usize, const N: usize> Bitboard<W, H, N> {
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
        // No mask: pad bits come from pad bits, and the first row falls out of the words.
        self.moved_north(1)
    }

    /// Every square moved one step south.
    #[inline]
    #[must_use]
    pub fn south(self) -> Self {
        self.moved_south(1) & Self::FULL
    }

    /// Every square moved one step west.
    #[inline]
    #[must_use]
    pub fn west(self) -> Self {
        self.moved_west(1) & Self::FULL
    }

    /// Every square moved one step east.
    #[inline]
    #[must_use]
    pub fn east(self) -> Self {
        self.moved_east(1) & Self::FULL
    }

    /// Every bit moved some rows up.
    #[inline]
    pub(super) fn moved_north(self, rows: usize) -> Self {
        Self(down_by(self.0, rows * (W + 1)))
    }

    /// Every bit moved some rows down; bits below the last row may appear.
    #[inline]
    pub(super) fn moved_south(self, rows: usize) -> Self {
        Self(up_by(self.0, rows * (W + 1)))
    }

    /// Every bit moved fewer than 64 places west, through the pad column into the row before.
    #[inline]
    pub(super) fn moved_west(self, steps: usize) -> Self {
        if Self::ROWS_FIT_WORDS {
            let mut words = self.0;
            for word in &mut words {
                *word >>= steps;
            }
            return Self(words);
        }
        Self(down_by(self.0, steps))
    }

    /// Every bit moved fewer than 64 places east, through the pad column into the row after.
    #[inline]
    pub(super) fn moved_east(self, steps: usize) -> Self {
        if Self::ROWS_FIT_WORDS {
            let mut words = self.0;
            for word in &mut words {
                *word <<= steps;
            }
            return Self(words);
        }
        Self(up_by(self.0, steps))
    }

    /// No row is in two words. A move along rows by fewer steps than the board is wide then
    /// carries no square that stays on the board from word to word.
    const ROWS_FIT_WORDS: bool = 64 % (W + 1) == 0;

    /// The neighbours and, if the set has squares in the last column or row, pad bits.
    #[inline]
    pub(super) fn neighbour_bits(self) -> Self {
        self.moved_west(1) | self.moved_east(1) | self.moved_north(1) | self.moved_south(1)
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
        self.neighbour_bits() & Self::FULL
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
        let row = self | self.west() | self.east();
        row | row.north() | row.south()
    }

    /// The squares a chess king reaches from one of the set, those of the set only if they are
    /// reached from another.
    #[inline]
    #[must_use]
    pub fn neighbours_king(self) -> Self {
        let sides = self.west() | self.east();
        let row = self | sides;
        sides | row.north() | row.south()
    }
}

/// Every bit moved up by some places, through all words.
#[inline]
fn up_by<const N: usize>(words: [u64; N], by: usize) -> [u64; N] {
    let (skip, bits) = (by / 64, by % 64);
    let mut moved = [0; N];
    for i in skip..N {
        moved[i] = words[i - skip] << bits;
        if bits > 0 && i > skip {
            moved[i] |= words[i - skip - 1] >> (64 - bits);
        }
    }
    moved
}

/// Every bit moved down by some places, through all words.
#[inline]
fn down_by<const N: usize>(words: [u64; N], by: usize) -> [u64; N] {
    let (skip, bits) = (by / 64, by % 64);
    let mut moved = [0; N];
    for i in skip..N {
        moved[i - skip] = words[i] >> bits;
        if bits > 0 && i + 1 < N {
            moved[i - skip] |= words[i + 1] << (64 - bits);
        }
    }
    moved
}

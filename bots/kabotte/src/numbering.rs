//! Motions by a cell and their vectors, numbered so that neighbours have near numbers.

/// Highest speed along an axis that is kept; see [`crate::track::LONGEST_SIDE`].
pub const TOP_SPEED: i32 = 31;
/// Rows of vectors that begin or end at a cell: one for each speed along y.
pub const ROWS: usize = 2 * TOP_SPEED as usize + 1;
/// Bit of the speed 0 along x in a row.
pub const MIDDLE: i32 = 32;

/// Up to three consecutive numbers: the first, shifted left by two, and how many.
#[derive(Clone, Copy, Debug, Default)]
pub struct Run(u32);

impl Run {
    #[inline]
    pub fn numbers(self) -> std::ops::Range<u32> {
        let first = self.0 >> 2;
        first..first + (self.0 & 3)
    }

    /// Makes all its numbers greater.
    pub fn shift(&mut self, by: u32) {
        self.0 += by << 2;
    }

    #[inline]
    pub fn first(self) -> usize {
        (self.0 >> 2) as usize
    }

    /// From 0 to 3.
    #[allow(clippy::len_without_is_empty)] // nobody asks
    #[inline]
    pub fn len(self) -> usize {
        (self.0 & 3) as usize
    }
}

/// Motions by a cell and by their vectors: a bit for each, and the number of the first of a row.
///
/// Numbers rise with the cell, then with the speed along y, then with that along x. Those of the
/// motions whose vectors differ by at most one from a given one are therefore three [`Run`]s.
pub struct Numbering {
    /// By row: the bits of its motions, and the number of the first.
    rows: Vec<(u64, u32)>,
}

impl Numbering {
    pub fn new(bits: &[u64]) -> Self {
        let mut next = 0;
        let rows = bits.iter().map(|bits| {
            let first = next;
            next += bits.count_ones();
            (*bits, first)
        });
        Self { rows: rows.collect() }
    }

    /// The number of a motion that is there.
    #[inline]
    pub fn number(&self, row: usize, speed_x: i32) -> u32 {
        let (bits, first) = self.rows[row];
        first + (bits & ((1 << (speed_x + MIDDLE)) - 1)).count_ones()
    }

    /// The motions of a row with a speed along x that differs from the given one by at most one.
    #[inline]
    pub fn run(&self, row: usize, speed_x: i32) -> Run {
        let lowest = speed_x - 1 + MIDDLE;
        let (bits, first) = self.rows[row];
        let count = (bits >> lowest & 7).count_ones();
        Run((first + (bits & ((1 << lowest) - 1)).count_ones()) << 2 | count)
    }
}

/// The row of the motions at a road cell with a speed along y.
#[inline]
pub fn row(road: u16, speed_y: i32) -> usize {
    usize::from(road) * ROWS + (speed_y + TOP_SPEED) as usize
}

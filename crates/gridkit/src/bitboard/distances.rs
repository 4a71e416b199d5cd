//! How many steps it is to each square of a small board: [`Bitboard::distances`].

use super::board::Bitboard;
use super::square::Square;
use std::fmt;

/// For every square of a board, the number of steps from the nearest source.
#[derive(Clone, Copy, PartialEq, Eq)]
pub struct SquareDistances<const W: usize, const H: usize, const N: usize> {
    steps: [u8; 256],
}

/// The distance of a square that is not reached; every way on a board is shorter.
const UNREACHED: u8 = 255;

impl<const W: usize, const H: usize, const N: usize> SquareDistances<W, H, N> {
    /// The steps to a square; nothing if it is not reached.
    #[inline]
    pub fn get(&self, square: Square<W, H>) -> Option<u8> {
        match self.steps[square.index()] {
            UNREACHED => None,
            steps => Some(steps),
        }
    }

    /// The steps by the square's number, 255 for what is not reached, for hot loops.
    #[inline]
    pub fn steps(&self) -> &[u8; 256] {
        &self.steps
    }
}

impl<const W: usize, const H: usize, const N: usize> Bitboard<W, H, N> {
    /// The number of steps along rows and columns over squares of `passable` from the nearest
    /// square of `self` to each square. Squares of `self` that are not passable do not count.
    ///
    /// The wave moves as a set, and what it reaches in step `d` is added to one set for each bit
    /// of `d`. Only at the end are these sets turned into numbers, eight squares at a time.
    ///
    /// ```
    /// use gridkit::{Bitboard, Point, Square};
    ///
    /// type Pool = Bitboard<6, 3, 1>;
    /// let water = Pool::parse("
    ///     . . # . . .
    ///     . . # . # #
    ///     . . . . # .", '.')?;
    /// let steps = Pool::at(Point::new(0, 0)).distances(water);
    /// assert_eq!(steps.to_string(), "
    /// 0 1 . 7 8 9
    /// 1 2 . 6 . .
    /// 2 3 4 5 . .".trim_start());
    /// assert_eq!(Square::at(Point::new(5, 0)).and_then(|square| steps.get(square)), Some(9));
    /// # Ok::<(), gridkit::ShapeError>(())
    /// ```
    #[must_use]
    pub fn distances(self, passable: Self) -> SquareDistances<W, H, N> {
        let mut planes = [[0_u64; N]; 8];
        let mut unseen = passable;
        let mut wave = self & passable;
        let mut steps = 0_usize;
        while !wave.is_empty() {
            unseen -= wave;
            for (bit, plane) in planes.iter_mut().enumerate() {
                if steps >> bit & 1 != 0 {
                    for (plane, wave) in plane.iter_mut().zip(&wave.0) {
                        *plane |= *wave;
                    }
                }
            }
            wave = wave.neighbour_bits() & unseen;
            steps += 1;
        }
        let reached = passable - unseen;
        let used = 8 - (steps as u8).leading_zeros() as usize;
        let mut distances = [UNREACHED; 256];
        for (word, squares) in distances.chunks_exact_mut(64).take(N).enumerate() {
            for (byte, eight) in squares.chunks_exact_mut(8).enumerate() {
                let of = |word: u64| SPREAD[usize::from((word >> (8 * byte)) as u8)];
                let mut numbers = of(!reached.0[word]) * u64::from(UNREACHED);
                for (bit, plane) in planes[..used].iter().enumerate() {
                    numbers |= of(plane[word]) << bit;
                }
                eight.copy_from_slice(&numbers.to_le_bytes());
            }
        }
        SquareDistances { steps: distances }
    }
}

/// For each byte, its bits as eight bytes of 0 or 1.
static SPREAD: [u64; 256] = {
    let mut spread = [0; 256];
    let mut byte = 0;
    while byte < 256 {
        let mut bit = 0;
        while bit < 8 {
            spread[byte] |= (byte as u64 >> bit & 1) << (8 * bit);
            bit += 1;
        }
        byte += 1;
    }
    spread
};

/// The steps, `.` for what is not reached, separated by spaces and all equally wide.
impl<const W: usize, const H: usize, const N: usize> fmt::Display for SquareDistances<W, H, N> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let squares = Bitboard::<W, H, N>::FULL;
        let farthest = squares.iter().filter_map(|square| self.get(square)).max();
        let digits = farthest.map_or(1, |steps| steps.to_string().len());
        for square in squares {
            match square.point() {
                point if point.x > 0 => write!(f, " ")?,
                point if point.y > 0 => writeln!(f)?,
                _ => {}
            }
            match self.get(square) {
                Some(steps) => write!(f, "{steps:>digits$}")?,
                None => write!(f, "{:>digits$}", '.')?,
            }
        }
        Ok(())
    }
}

impl<const W: usize, const H: usize, const N: usize> fmt::Debug for SquareDistances<W, H, N> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "SquareDistances {W} x {H}:\n{self}")
    }
}

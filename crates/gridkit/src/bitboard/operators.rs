//! Sets combined by operators, walked through and drawn.

use super::board::Bitboard;
use super::square::Square;
use crate::text;
use std::fmt;
use std::ops::{
    BitAnd, BitAndAssign, BitOr, BitOrAssign, BitXor, BitXorAssign, Not, Sub, SubAssign,
};

macro_rules! set_operator {
    ($operator:ident $function:ident, $assign:ident $assign_function:ident, $combine:expr) => {
        impl<const W: usize, const H: usize, const N: usize> $assign for Bitboard<W, H, N> {
            #[inline]
            fn $assign_function(&mut self, other: Self) {
                let combine: fn(u64, u64) -> u64 = $combine;
                // By reference: Rust 1.60 makes a slow loop of an array that is iterated by value.
                for (a, &b) in self.0.iter_mut().zip(&other.0) {
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

impl<const W: usize, const H: usize, const N: usize> FromIterator<Square<W, H>>
    for Bitboard<W, H, N>
{
    fn from_iter<I: IntoIterator<Item = Square<W, H>>>(squares: I) -> Self {
        squares.into_iter().fold(Self::EMPTY, Self::with)
    }
}

impl<const W: usize, const H: usize, const N: usize> IntoIterator for Bitboard<W, H, N> {
    type Item = Square<W, H>;
    type IntoIter = Squares<W, H, N>;

    #[inline]
    fn into_iter(self) -> Self::IntoIter {
        self.iter()
    }
}

impl<const W: usize, const H: usize, const N: usize> Bitboard<W, H, N> {
    /// The squares, row by row.
    #[inline]
    pub fn iter(self) -> Squares<W, H, N> {
        Squares { rest: self, word: 0 }
    }
}

/// The squares of a [`Bitboard`], row by row.
#[derive(Clone, Debug)]
pub struct Squares<const W: usize, const H: usize, const N: usize> {
    rest: Bitboard<W, H, N>,
    word: usize,
}

impl<const W: usize, const H: usize, const N: usize> Iterator for Squares<W, H, N> {
    type Item = Square<W, H>;

    #[inline]
    fn next(&mut self) -> Option<Square<W, H>> {
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

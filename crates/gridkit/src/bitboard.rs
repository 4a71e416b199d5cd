//! Sets of squares of a small board, one bit a square: [`Bitboard`].

mod board;
mod distances;
mod flood;
mod operators;
mod race;
mod shift;
mod square;

pub use board::Bitboard;
pub use distances::SquareDistances;
pub use operators::Squares;
pub use square::Square;

/// A board of 15 x 15 squares.
pub type Board15 = Bitboard<15, 15, 4>;

/// A board 11 squares wide and 7 high.
pub type Board11x7 = Bitboard<11, 7, 2>;

/// A square of a [`Board15`].
pub type Square15 = Square<15, 15>;

/// A square of a [`Board11x7`].
pub type Square11x7 = Square<11, 7>;

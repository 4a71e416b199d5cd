//! Grids, bitboards, distance fields and clocks: the only library a Botyard bot may use.

pub mod bitboard;
pub mod cell;
pub mod clock;
pub mod rng;
pub mod text;

pub use bitboard::{Bitboard, Board11x7, Board15, Square};
pub use cell::{Cell, Dir, Point};
pub use clock::Deadline;
pub use rng::Rng;
pub use text::ShapeError;

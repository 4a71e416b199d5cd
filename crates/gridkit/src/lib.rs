//! Grids, bitboards, distance fields and clocks: the only library a Botyard bot may use.

pub mod bitboard;
pub mod cell;
pub mod clock;
pub mod flags;
pub mod hash;
pub mod params;
pub mod rng;
pub mod text;

pub use bitboard::{Bitboard, Board11x7, Board15, Square};
pub use cell::{Cell, Dir, Point};
pub use clock::Deadline;
pub use flags::{About, Flags};
pub use hash::{FastMap, FastSet};
pub use params::{Param, Tunable};
pub use rng::Rng;
pub use text::ShapeError;

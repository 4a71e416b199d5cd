//! Grids, bitboards, distance fields and clocks: the only library a Botyard bot may use.

pub mod bitboard;
pub mod bitgrid;
pub mod cache;
pub mod cell;
pub mod clock;
pub mod distance;
pub mod flags;
pub mod grid;
pub mod hash;
mod padded;
pub mod params;
pub mod reach;
pub mod rng;
pub mod text;
pub mod walk;
pub mod walls;
pub mod weighted;

pub use bitboard::{Bitboard, Board11x7, Board15, Square, SquareDistances};
pub use bitgrid::BitGrid;
pub use cache::FieldCache;
pub use cell::{Cell, Dir, Point};
pub use clock::Deadline;
pub use distance::{DistanceSearch, Distances};
pub use flags::{About, Flags};
pub use grid::Grid;
pub use hash::{FastMap, FastSet};
pub use params::{Param, Tunable};
pub use reach::reach;
pub use rng::Rng;
pub use text::ShapeError;
pub use walk::{step_down, walk_down};
pub use walls::Walls;
pub use weighted::{Costs, WeightedSearch};

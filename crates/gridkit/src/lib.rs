//! Grids, bitboards, distance fields and clocks: the only library a Botyard bot may use.
//!
//! | question | answer |
//! |---|---|
//! | sets of squares of a small board: shift, grow, flood, distances | [`Bitboard`], [`Square`] |
//! | one value for each cell | [`Grid`] |
//! | steps from sources to all cells, on any map | [`Walls`], [`DistanceSearch`] |
//! | the same where cells cost from 1 to 255 | [`Costs`], [`WeightedSearch`] |
//! | a shortest walk to the nearest source | [`walk_down`] |
//! | a cache of distance fields | [`FieldCache`] |
//! | when to stop a search | [`Deadline`], [`Pace`] |
//! | random numbers, equal on every machine | [`Rng`] |
//! | powers and logarithms, equal on every machine | [`floats`] |
//! | maps and sets with a fast hash | [`FastMap`], [`FastSet`] |
//! | a server's lines, and errors that quote them | [`Lines`], [`InputError`] |
//! | a bot's command line and its tunable numbers | [`Flags`], [`params!`] |
//! | a bot's program: the loop of a game | [`Bot`], [`bot::run`] |
//! | a signature of a bot's behaviour, and its speed | [`Bench`], [`Report`] |
//!
//! Contest sites must be able to compile it, so it needs only Rust 1.60, the standard library and
//! `fxhash`, a feature that bundles leave out. All code is safe except two loops of the distance
//! search, which state their reasons. Searches allocate nothing once their buffers have grown.
//! Tests compare each kernel with a plain twin in `tests/`, and
//! `cargo bench -p benches --bench ratios` measures it against that twin.

#![deny(unsafe_code, unsafe_op_in_unsafe_fn)]

pub mod bench;
pub mod bitboard;
pub mod bot;
pub mod cache;
pub mod cell;
pub mod clock;
pub mod distance;
pub mod flags;
pub mod floats;
pub mod grid;
pub mod hash;
pub mod lines;
pub mod pace;
mod padded;
pub mod params;
pub mod rng;
pub mod sketch;
pub mod text;
pub mod walk;
pub mod walls;
pub mod weighted;

pub use bench::{Bench, Report};
pub use bitboard::{Bitboard, Board11x7, Board15, Square, Square11x7, Square15, SquareDistances};
pub use bot::Bot;
pub use cache::FieldCache;
pub use cell::{Cell, Dir, Point};
pub use clock::{Bell, Deadline};
pub use distance::{DistanceSearch, Distances};
pub use flags::{About, Flags};
pub use grid::Grid;
pub use hash::{FastMap, FastSet};
pub use lines::{InputError, Lines};
pub use pace::Pace;
pub use params::{Param, Tunable};
pub use rng::Rng;
pub use sketch::Sketch;
pub use text::ShapeError;
pub use walk::{step_down, walk_down};
pub use walls::Walls;
pub use weighted::{Costs, WeightedSearch};

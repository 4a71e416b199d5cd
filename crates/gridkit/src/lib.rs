//! Grids, bitboards, distance fields and clocks: the only library a Botyard bot may use.
//!
//! | question | answer |
//! |---|---|
//! | a set of squares of a small board, moved, grown, flooded, measured | [`Bitboard`], [`Square`] |
//! | one value a cell | [`Grid`] |
//! | steps from here to everywhere, on any map | [`Walls`], [`DistanceSearch`] |
//! | the same where cells cost from 1 to 255 | [`Costs`], [`WeightedSearch`] |
//! | back down such a field | [`walk_down`] |
//! | fields kept for another time | [`FieldCache`] |
//! | only whether something can be reached | [`BitGrid`], [`reach()`] |
//! | when to stop thinking | [`Deadline`], [`Pace`] |
//! | chance that is the same everywhere | [`Rng`] |
//! | maps and sets with a fast hash | [`FastMap`], [`FastSet`] |
//! | a server's lines, and what is wrong with them | [`Lines`], [`InputError`] |
//! | a bot's command line and its tunable numbers | [`Flags`], [`params!`] |
//! | the program around a bot, the loop of a game | [`Bot`], [`bot::run`] |
//! | a signature of what a bot does, and its speed | [`Bench`], [`Report`] |
//!
//! It holds to what contest sites compile: Rust 1.60, the standard library and, as a feature that
//! a bundle leaves out, `fxhash`. All code is safe but the two loops of the distance search, which
//! state why they may be. Searches allocate nothing once their buffers
//! have grown, and each kernel is held against a plain twin in `tests/` and measured against it
//! by `cargo bench -p benches --bench ratios`.

#![deny(unsafe_code, unsafe_op_in_unsafe_fn)]

pub mod bench;
pub mod bitboard;
pub mod bitgrid;
pub mod bot;
pub mod cache;
pub mod cell;
pub mod clock;
pub mod distance;
pub mod flags;
pub mod grid;
pub mod hash;
pub mod lines;
pub mod pace;
mod padded;
pub mod params;
pub mod reach;
pub mod rng;
pub mod sketch;
pub mod text;
pub mod walk;
pub mod walls;
pub mod weighted;

pub use bench::{Bench, Report};
pub use bitboard::{Bitboard, Board11x7, Board15, Square, Square11x7, Square15, SquareDistances};
pub use bitgrid::BitGrid;
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
pub use reach::reach;
pub use rng::Rng;
pub use sketch::Sketch;
pub use text::ShapeError;
pub use walk::{step_down, walk_down};
pub use walls::Walls;
pub use weighted::{Costs, WeightedSearch};

//! Generates boards from a seed.

mod blob;
mod islands;
mod lakes;
mod lanes;
mod maze;
mod open;

use gridkit::Rng;

use super::board::{Board, Cell, Tile};
use super::stock::Lands;

/// Boards of the contest and of its participants had these sizes.
pub const SIZES: [(i32, i32); 6] = [(21, 20), (21, 21), (38, 22), (76, 51), (79, 24), (138, 62)];

/// A kind of board.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// Plain land with bars of wall that have a door, and a few lakes.
    Open,
    /// Much water, with shores where a push drowns.
    Lakes,
    /// A maze with corridors one tile wide, and a few more openings than it needs.
    Maze,
    /// Straight corridors one tile wide between blocks of wall and of water.
    Corridors,
    /// Land in a sea: some islands are joined by bridges, others, with home bases, cannot be reached.
    Islands,
}

impl Kind {
    /// All kinds.
    pub const ALL: [Self; 5] =
        [Self::Open, Self::Lakes, Self::Maze, Self::Corridors, Self::Islands];

    /// The word in an option.
    pub const fn word(self) -> &'static str {
        match self {
            Self::Open => "open",
            Self::Lakes => "lakes",
            Self::Maze => "maze",
            Self::Corridors => "corridors",
            Self::Islands => "islands",
        }
    }
}

/// Draws a board with home bases.
pub fn board(kind: Kind, width: i32, height: i32, random: &mut Rng) -> Board {
    let mut board = match kind {
        Kind::Open => open::board(width, height, random),
        Kind::Lakes => lakes::board(width, height, random),
        Kind::Maze => maze::board(width, height, random),
        Kind::Corridors => lanes::board(width, height, random),
        Kind::Islands => islands::board(width, height, random),
    };
    put_bases(&mut board, random, kind == Kind::Islands);
    board
}

/// Puts home bases on the largest part of the land, about one for 200 tiles; on a tenth of the others
/// too, if bases may be out of reach.
fn put_bases(board: &mut Board, random: &mut Rng, out_of_reach: bool) {
    let lands = Lands::of(board);
    let largest = lands.largest();
    if largest.is_empty() {
        return board.set(Cell::new(1, 1), Tile::Base);
    }
    let count = (largest.len() / 200).clamp(1, 40).max(random.below(5) + 1).min(largest.len());
    for _ in 0..count {
        board.set(largest[random.below(largest.len())], Tile::Base);
    }
    if out_of_reach {
        let others: Vec<&Vec<Cell>> =
            lands.parts.iter().filter(|part| part.as_slice() != largest).collect();
        for _ in 0..others.len().div_ceil(10) {
            let part = others[random.below(others.len())];
            board.set(part[random.below(part.len())], Tile::Base);
        }
    }
}

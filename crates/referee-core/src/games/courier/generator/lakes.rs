//! Lakes.

use gridkit::Rng;

use super::blob::{any_cell, blob};
use crate::games::courier::board::{Board, Tile};

/// A quarter of the board is water, in lakes of many sizes; there are some rocks between them.
pub(super) fn board(width: i32, height: i32, random: &mut Rng) -> Board {
    let mut board = Board::filled(width, height, Tile::Plain);
    let mut water = board.area() / 4;
    while water > 0 {
        let most = 1 + random.below(60);
        let cells = (1 + random.below(most)).min(water);
        let start = any_cell(&board, random);
        blob(&mut board, start, cells, Tile::Water, random);
        water -= cells;
    }
    for _ in 0..board.area() / 40 {
        let rock = any_cell(&board, random);
        board.set(rock, Tile::Wall);
    }
    board
}

//! Blobs of one tile.

use gridkit::Rng;

use crate::games::courier::board::{Board, Cell, Direction, Tile};

/// A cell of the board.
pub(super) fn any_cell(board: &Board, random: &mut Rng) -> Cell {
    Cell::new(random.between(1, board.width()), random.between(1, board.height()))
}

/// Grows a blob of about `size` cells around a cell: each step adds a neighbour of one of its cells.
pub(super) fn blob(board: &mut Board, start: Cell, cells: usize, tile: Tile, random: &mut Rng) {
    let mut grown = vec![start];
    board.set(start, tile);
    // A blob that fills its corner cannot grow: the number of tries is limited.
    for _ in 0..8 * cells {
        if grown.len() >= cells {
            break;
        }
        let from = grown[random.below(grown.len())];
        let next = from.step(Direction::ALL[random.below(4)]);
        if board.has(next) && board.tile(next) != tile {
            board.set(next, tile);
            grown.push(next);
        }
    }
}

//! Islands.

use gridkit::Rng;

use super::blob::{any_cell, blob};
use crate::games::courier::board::{Board, Cell, Tile};

/// One island for 180 tiles of sea, each joined to the nearest earlier one by a bridge one tile wide. Then
/// one for 360 tiles without a bridge.
pub(super) fn board(width: i32, height: i32, random: &mut Rng) -> Board {
    let mut board = Board::filled(width, height, Tile::Water);
    let mut joined: Vec<Cell> = Vec::new();
    for _ in 0..(board.area() / 180).max(2) {
        let heart = any_cell(&board, random);
        let cells = 10 + random.below(50);
        blob(&mut board, heart, cells, Tile::Plain, random);
        let nearest = joined.iter().min_by_key(|other| other.distance(heart));
        if let Some(nearest) = nearest {
            bridge(&mut board, *nearest, heart);
        }
        joined.push(heart);
    }
    for _ in 0..board.area().div_ceil(360) {
        let place = (0..TRIES).map(|_| any_cell(&board, random));
        if let Some(heart) = place.into_iter().find(|cell| is_open_sea(&board, *cell)) {
            around(heart, 1).for_each(|cell| board.set(cell, Tile::Plain));
        }
    }
    for _ in 0..board.area() / 60 {
        let rock = any_cell(&board, random);
        if board.tile(rock) == Tile::Water {
            board.set(rock, Tile::Wall);
        }
    }
    board
}

/// The most places that are tried for an island without a bridge.
const TRIES: usize = 100;

/// The square of cells around a cell, up to `reach` steps in each direction.
fn around(cell: Cell, reach: i32) -> impl Iterator<Item = Cell> {
    let offsets = move || -reach..=reach;
    offsets().flat_map(move |dy| offsets().map(move |dx| Cell::new(cell.x + dx, cell.y + dy)))
}

/// Whether all cells around a cell are water.
fn is_open_sea(board: &Board, cell: Cell) -> bool {
    around(cell, 2).all(|cell| board.tile(cell) == Tile::Water)
}

/// The cells of a way between two cells: along the row first, then along the column.
fn bridge(board: &mut Board, from: Cell, to: Cell) {
    let mut here = from;
    while here != to {
        board.set(here, Tile::Plain);
        if here.x == to.x {
            here.y += (to.y - here.y).signum();
        } else {
            here.x += (to.x - here.x).signum();
        }
    }
}

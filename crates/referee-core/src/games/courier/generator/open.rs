//! Plain land.

use gridkit::Rng;

use super::blob::{any_cell, blob};
use crate::games::courier::board::{Board, Cell, Tile};

/// One bar and one lake for 400 tiles.
pub(super) fn board(width: i32, height: i32, random: &mut Rng) -> Board {
    let mut board = Board::filled(width, height, Tile::Plain);
    for _ in 0..board.area() / 400 {
        bar(&mut board, random);
        let start = any_cell(&board, random);
        let cells = 5 + random.below(40);
        blob(&mut board, start, cells, Tile::Water, random);
    }
    board
}

/// A wall along a row or a column with one door.
fn bar(board: &mut Board, random: &mut Rng) {
    let start = any_cell(board, random);
    let across = random.below(2) == 0;
    let side = if across { board.width() } else { board.height() };
    let length = random.between(3, side.max(6) / 2);
    let door = random.between(0, length - 1);
    for offset in (0..length).filter(|offset| *offset != door) {
        let (dx, dy) = if across { (offset, 0) } else { (0, offset) };
        board.set(Cell::new(start.x + dx, start.y + dy), Tile::Wall);
    }
}

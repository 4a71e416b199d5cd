//! Islands.

use gridkit::Rng;

use super::{any_cell, blob};
use crate::games::courier::board::{Board, Cell, Tile};

/// One island for 120 tiles of sea. Each is joined with the nearest one that is joined already by a
/// bridge one tile wide, except every third one.
pub(super) fn board(width: i32, height: i32, random: &mut Rng) -> Board {
    let mut board = Board::filled(width, height, Tile::Water);
    let islands = (board.area() / 120).max(2);
    let mut joined: Vec<Cell> = Vec::new();
    for number in 0..islands {
        let heart = any_cell(&board, random);
        let cells = 10 + random.below(50);
        blob(&mut board, heart, cells, Tile::Plain, random);
        if number % 3 == 2 {
            continue;
        }
        let nearest = joined.iter().min_by_key(|other| other.distance(heart));
        if let Some(nearest) = nearest {
            bridge(&mut board, *nearest, heart);
        }
        joined.push(heart);
    }
    for _ in 0..board.area() / 60 {
        let rock = any_cell(&board, random);
        if board.tile(rock) == Tile::Water {
            board.set(rock, Tile::Wall);
        }
    }
    board
}

/// Along the row first, then along the column.
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

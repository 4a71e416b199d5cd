//! Straight corridors.

use gridkit::Rng;

use crate::games::courier::board::{Board, Cell, Tile};

/// Lanes cross the whole board in rows and columns, so that all are joined; each block between them is wall
/// or water.
pub(super) fn board(width: i32, height: i32, random: &mut Rng) -> Board {
    let mut board = Board::filled(width, height, Tile::Wall);
    let (columns, rows) = (lanes(width, random), lanes(height, random));
    for y in cuts(&rows, height) {
        for x in cuts(&columns, width) {
            if random.below(2) == 0 {
                fill(&mut board, x.clone(), y.clone(), Tile::Water);
            }
        }
    }
    for x in columns {
        fill(&mut board, x..x + 1, 1..height + 1, Tile::Plain);
    }
    for y in rows {
        fill(&mut board, 1..width + 1, y..y + 1, Tile::Plain);
    }
    board
}

/// The rows or columns of lanes, never two side by side.
fn lanes(length: i32, random: &mut Rng) -> Vec<i32> {
    let mut lanes = Vec::new();
    let mut next = random.between(1, 3.min(length));
    while next <= length {
        lanes.push(next);
        next += random.between(2, 7);
    }
    lanes
}

/// The ranges between lanes.
fn cuts(lanes: &[i32], length: i32) -> Vec<std::ops::Range<i32>> {
    let starts = std::iter::once(1).chain(lanes.iter().map(|lane| lane + 1));
    starts.zip(lanes.iter().copied().chain([length + 1])).map(|(from, to)| from..to).collect()
}

fn fill(board: &mut Board, xs: std::ops::Range<i32>, ys: std::ops::Range<i32>, tile: Tile) {
    for y in ys {
        for x in xs.clone() {
            board.set(Cell::new(x, y), tile);
        }
    }
}

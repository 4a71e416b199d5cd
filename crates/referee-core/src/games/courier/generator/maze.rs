//! Mazes.

use gridkit::Rng;

use crate::games::courier::board::{Board, Cell, Direction, Tile};

/// Rooms of one tile are at odd columns and rows. A walk that steps back at dead ends joins them all. One
/// wall in twelve between rooms is opened too, so that there are detours.
pub(super) fn board(width: i32, height: i32, random: &mut Rng) -> Board {
    let mut board = Board::filled(width, height, Tile::Wall);
    let mut path = vec![Cell::new(1, 1)];
    board.set(path[0], Tile::Plain);
    while let Some(here) = path.last().copied() {
        let closed = |direction: &Direction| {
            let room = here.step(*direction).step(*direction);
            board.has(room) && board.tile(room) == Tile::Wall
        };
        let ways: Vec<Direction> = Direction::ALL.into_iter().filter(closed).collect();
        if ways.is_empty() {
            path.pop();
            continue;
        }
        let way = ways[random.below(ways.len())];
        let door = here.step(way);
        board.set(door, Tile::Plain);
        board.set(door.step(way), Tile::Plain);
        path.push(door.step(way));
    }
    for _ in 0..board.area() / 48 {
        let room = Cell::new(
            2 * random.below((width as usize).div_ceil(2)) as i32 + 1,
            2 * random.below((height as usize).div_ceil(2)) as i32 + 1,
        );
        let way = Direction::ALL[random.below(4)];
        if board.has(room.step(way).step(way)) {
            board.set(room.step(way), Tile::Plain);
        }
    }
    board
}

//! Generates the map of a seed.
//!
//! Single cells are marked at random, each grows to a block of four, then every 3x3 block around a
//! land cell whose coast the game's pictures cannot show is filled until all coasts can be shown.

use super::cell::{Cell, SIDE};
use super::sea::{CellSet, Sea};
use crate::java_random::JavaRandom;

/// The map that the official referee makes from a seed.
///
/// ```
/// let sea = referee_core::games::ocean::map_of_seed(1);
/// let rows: Vec<String> = sea.rows().collect();
/// assert_eq!(rows[11], ".xxxx.........x");
/// ```
pub fn map_of_seed(seed: i64) -> Sea {
    let mut random = JavaRandom::new(seed);
    let mut land = grow(&mark(&mut random));
    while let Some(cell) = Cell::all().find(|cell| land.contains(*cell) && !shown(&land, *cell)) {
        fill_around(&mut land, cell);
    }
    Sea::from_land(land)
}

/// The marked cells. The limit is drawn anew before each of them.
fn mark(random: &mut JavaRandom) -> Vec<Cell> {
    let mut marked = Vec::new();
    while (marked.len() as i32) < random.below(26) + 5 {
        let x = random.below(SIDE);
        let y = random.below(SIDE);
        marked.push(Cell::new(x, y));
    }
    marked
}

/// The marked cells with their neighbours to the north, east and north-east.
fn grow(marked: &[Cell]) -> CellSet {
    let mut land = CellSet::EMPTY;
    for cell in marked {
        for (dx, dy) in [(0, 0), (0, -1), (1, 0), (1, -1)] {
            let grown = Cell::new(cell.x + dx, cell.y + dy);
            if grown.on_board() {
                land.insert(grown);
            }
        }
    }
    land
}

fn fill_around(land: &mut CellSet, centre: Cell) {
    for cell in Cell::all().filter(|cell| cell.king_distance(centre) <= 1) {
        land.insert(cell);
    }
}

/// The eight neighbours as bits, row by row from the north-west.
const NW: u8 = 1;
const N: u8 = 1 << 1;
const NE: u8 = 1 << 2;
const W: u8 = 1 << 3;
const E: u8 = 1 << 4;
const SW: u8 = 1 << 5;
const S: u8 = 1 << 6;
const SE: u8 = 1 << 7;
const ALL: u8 = 0xFF;

/// The coasts that can be shown: which neighbours must be land, which must be water.
const COASTS: [(u8, u8); 13] = [
    // Inside, with at most one corner of water.
    (ALL, 0),
    (ALL & !NW, NW),
    (ALL & !NE, NE),
    (ALL & !SE, SE),
    (ALL & !SW, SW),
    // Shores to the east, west, south and north.
    (NW | N | S | SW | W, E),
    (N | NE | E | SE | S, W),
    (NW | N | NE | E | W, S),
    (E | SE | S | SW | W, N),
    // Capes to the north-east, south-east, south-west and north-west.
    (S | SW | W, N | E),
    (NW | N | W, E | S),
    (N | NE | E, S | W),
    (E | SE | S, N | W),
];

/// Whether the coast at a land cell can be shown. Off the board everything is land.
fn shown(land: &CellSet, cell: Cell) -> bool {
    let mut around = 0;
    let offsets = [(-1, -1), (0, -1), (1, -1), (-1, 0), (1, 0), (-1, 1), (0, 1), (1, 1)];
    for (bit, (dx, dy)) in offsets.into_iter().enumerate() {
        let there = Cell::new(cell.x + dx, cell.y + dy);
        around |= u8::from(!there.on_board() || land.contains(there)) << bit;
    }
    COASTS.iter().any(|&(is_land, is_water)| around & is_land == is_land && around & is_water == 0)
}

//! The search for all motions that can be reached on a track.

use crate::graph::{Mark, Terms};
use crate::motion::{Motion, Vector};
use crate::numbering::{row, MIDDLE, ROWS, TOP_SPEED};
use crate::passages::Passages;
use crate::track::{Tile, Track};

/// No road.
pub const OFF_ROAD: u16 = u16::MAX;

/// The motions met so far, while a graph is being made.
pub struct Found {
    tested: Vec<u64>,
    /// By row, a bit for each speed along x.
    pub legal: Vec<u64>,
    pub motions: Vec<(Motion, Mark)>,
}

/// Numbers the cells of road; also returns how many there are.
pub fn number_road(track: &Track) -> (Vec<u16>, usize) {
    let mut roads = 0;
    let road = track
        .cells()
        .map(|cell| {
            if track.tile(cell) == Tile::Blocked {
                return OFF_ROAD;
            }
            roads += 1;
            roads - 1
        })
        .collect();
    (road, usize::from(roads))
}

/// Breadth-first search of all motions.
pub fn explore(track: &Track, terms: Terms, cars: &[Motion], road: &[u16], roads: usize) -> Found {
    let rows = roads * ROWS;
    let mut found = Found { tested: vec![0; rows], legal: vec![0; rows], motions: Vec::new() };
    let mut passages = Passages::new(track, terms.checkpoints);
    let mut visit = |from: Motion, found: &mut Found| {
        let source = match track.index(from.at).map(|cell| road[cell]) {
            None | Some(OFF_ROAD) => return,
            Some(source) => source,
        };
        for vector in from.vector.nearby() {
            let (x, y) = (i32::from(vector.x), i32::from(vector.y));
            if vector == Vector::ZERO || x.abs() > TOP_SPEED || y.abs() > TOP_SPEED {
                continue;
            }
            let (row, bit) = (row(source, y), 1_u64 << (x + MIDDLE));
            if found.tested[row] & bit != 0 {
                continue;
            }
            found.tested[row] |= bit;
            let passage = match passages.of(from.at, vector) {
                Some(passage) if !passage.crosses_finish || terms.line.allows(vector) => passage,
                _ => continue,
            };
            if terms.rules.forbid(track, from.next(vector)) {
                continue;
            }
            found.legal[row] |= bit;
            found.motions.push((from.next(vector), Mark::of(passage, terms.events)));
        }
    };
    for car in cars {
        visit(*car, &mut found);
    }
    let mut next = 0;
    while let Some((motion, _)) = found.motions.get(next).copied() {
        next += 1;
        visit(motion, &mut found);
    }
    found
}

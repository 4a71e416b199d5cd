//! The search for all motions that can be reached on a track.

use super::mark::Mark;
use super::terms::Terms;
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

/// The bits of a row for the speeds along x that differ from one by at most one.
fn speeds_near(x: i32) -> u64 {
    /// Bit 0 would be the speed below the lowest one.
    const SPEEDS: u64 = !1;
    match x + MIDDLE - 1 {
        lowest if lowest < 0 => 7 >> -lowest.max(-3) & SPEEDS,
        lowest if lowest > 63 => 0,
        lowest => 7 << lowest & SPEEDS,
    }
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
        let (x, y) = (i32::from(from.vector.x), i32::from(from.vector.y));
        for near in (y - 1..=y + 1).filter(|near| near.abs() <= TOP_SPEED) {
            let row = row(source, near);
            let mut untested = speeds_near(x) & !found.tested[row];
            found.tested[row] |= untested;
            if near == 0 {
                untested &= !(1 << MIDDLE);
            }
            while untested != 0 {
                let bit = untested.trailing_zeros();
                untested &= untested - 1;
                let vector = Vector { x: (bit as i32 - MIDDLE) as i8, y: near as i8 };
                let passage = match passages.of(from.at, vector) {
                    Some(it) if !it.crosses_finish || terms.line.allows(vector) => it,
                    _ => continue,
                };
                if terms.rules.forbid(track, from.next(vector)) {
                    continue;
                }
                found.legal[row] |= 1 << bit;
                found.motions.push((from.next(vector), Mark::of(passage, terms.events)));
            }
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

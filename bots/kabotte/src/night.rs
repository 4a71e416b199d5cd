//! What the candidates of a car tell of a map that is hidden.

use crate::motion::{passed, Motion, Vector};
use crate::protocol::Turn;
use crate::track::{Cell, Tile, Track};

/// Learns from a turn: a candidate passes road alone, and a move that is not a candidate passes
/// something else, unless another car is on its target. Returns whether a cell turned out to be off
/// the road.
pub fn learn(track: &mut Track, car: Motion, turn: &Turn) -> bool {
    let offered = |to: Cell| turn.candidates.iter().any(|it| it.motion.at == to);
    let vectors: Vec<Vector> = car.vector.nearby().filter(|it| *it != Vector::ZERO).collect();
    let is_unknown = |track: &Track, cell: &Cell| track.tile(*cell) == Tile::Unknown;
    for vector in vectors.iter().filter(|vector| offered(car.at.after(**vector))) {
        let cells: Vec<Cell> = passed(car.at, *vector).filter(|it| is_unknown(track, it)).collect();
        for cell in cells {
            track.set(cell, Tile::Road);
        }
    }
    let occupied = |to: Cell| turn.cars.iter().any(|it| it.motion.map_or(false, |it| it.at == to));
    let mut has_news = false;
    for vector in vectors {
        let to = car.at.after(vector);
        if offered(to) || occupied(to) {
            continue;
        }
        let mut unknown: Vec<Cell> = Vec::new();
        let mut is_explained = false;
        for cell in passed(car.at, vector) {
            is_explained |= track.tile(cell) == Tile::Blocked;
            if is_unknown(track, &cell) {
                unknown.push(cell);
            }
        }
        if let ([cell], false) = (&unknown[..], is_explained) {
            track.set(*cell, Tile::Blocked);
            has_news = true;
        }
    }
    has_news
}

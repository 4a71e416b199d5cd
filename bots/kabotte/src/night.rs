//! What the candidates of a car tell of a map that is hidden.

use crate::motion::{passed, Motion, Vector};
use crate::protocol::Turn;
use crate::track::{Cell, Tile, Track};

/// Takes in what a turn tells: a candidate passes road alone, and a move that is no candidate passes
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::protocol::Candidate;

    #[test]
    fn candidates_are_road_and_what_is_missing_is_not() {
        let mut track = Track::parse("S....\n.....\n....F").unwrap();
        let car = Motion { at: Cell { x: 1, y: 1 }, vector: Vector { x: 1, y: 0 } };
        let offered = [(1, 0), (2, 0), (1, 1), (0, 1)].map(|(x, y)| Vector { x, y });
        let candidate = |vector: &Vector| Candidate { motion: car.next(*vector), is_lawful: true };
        let candidates = offered.iter().map(candidate).collect();
        let turn = Turn { round: 2, records: Vec::new(), cars: Vec::new(), candidates };
        assert!(learn(&mut track, car, &turn));
        let tile = |x, y| track.tile(Cell { x, y });
        assert_eq!([tile(2, 1), tile(3, 1), tile(2, 2), tile(1, 2)], [Tile::Road; 4]);
        // One step up and to the right is missing, and nothing else can be the reason.
        assert_eq!([tile(2, 0), tile(1, 0)], [Tile::Blocked; 2]);
        // The cell that is known to be off the road explains why the move past it is missing.
        assert_eq!(tile(3, 0), Tile::Unknown);
        assert!(!learn(&mut track, car, &turn), "there is nothing more to learn");
    }
}

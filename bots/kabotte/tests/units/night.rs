//! A test of what candidates show about a hidden map.

use kabotte::motion::{Motion, Vector};
use kabotte::night::learn;
use kabotte::protocol::{Candidate, Turn};
use kabotte::track::{Cell, Tile, Track};

#[test]
fn candidates_are_road_and_a_missing_move_is_not() {
    let mut track = Track::parse("S....\n.....\n....F").unwrap();
    let car = Motion { at: Cell { x: 1, y: 1 }, vector: Vector { x: 1, y: 0 } };
    let offered = [(1, 0), (2, 0), (1, 1), (0, 1)].map(|(x, y)| Vector { x, y });
    let candidate = |vector: &Vector| Candidate { motion: car.next(*vector), is_lawful: true };
    let candidates = offered.iter().map(candidate).collect();
    let turn = Turn { round: 2, records: Vec::new(), cars: Vec::new(), candidates };
    assert!(learn(&mut track, car, &turn));
    let tile = |x, y| track.tile(Cell { x, y });
    assert_eq!([tile(2, 1), tile(3, 1), tile(2, 2), tile(1, 2)], [Tile::Road; 4]);
    // One step up and to the right is missing, and only one cell can be the reason.
    assert_eq!([tile(2, 0), tile(1, 0)], [Tile::Blocked; 2]);
    // The cell that is known to be off the road explains why the move across it is missing.
    assert_eq!(tile(3, 0), Tile::Unknown);
    assert!(!learn(&mut track, car, &turn), "there is nothing more to learn");
}

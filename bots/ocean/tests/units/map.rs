//! Tests of the map: reach, lakes and blasts.

use gridkit::Board15;
use ocean::map::{cell_at, damage, Map, SIDE};

/// A wall with a gap far away, and a lake of one cell.
fn walled() -> Map {
    let mut rows = vec![".....x.........".to_owned(); SIDE];
    rows[14] = "...............".to_owned();
    rows[0] = ".....xx.x......".to_owned();
    rows[1] = ".....x.x.......".to_owned();
    Map::from_rows(&rows).unwrap()
}

#[test]
fn a_torpedo_runs_around_land() {
    let map = walled();
    let west = cell_at(4, 7).unwrap();
    let east = cell_at(6, 7).unwrap();
    assert!(!map.reach(west).contains(east));
    let south_west = cell_at(4, 13).unwrap();
    assert!(map.reach(south_west).contains(cell_at(6, 13).unwrap()));
    assert!(!map.reach(south_west).contains(cell_at(6, 12).unwrap()));
    assert_eq!(map.reach(cell_at(5, 7).unwrap()), Board15::EMPTY);
}

#[test]
fn reach_is_mutual_and_holds_the_own_cell() {
    let map = walled();
    for a in map.water() {
        assert!(map.reach(a).contains(a));
        for b in map.reach(a) {
            assert!(map.reach(b).contains(a));
        }
    }
}

#[test]
fn lakes_come_by_size() {
    let lakes = walled().lakes();
    assert_eq!(lakes.len(), 2);
    assert_eq!(lakes[1], Board15::of(cell_at(7, 0).unwrap()));
}

#[test]
fn blasts_hurt_as_damage_says() {
    let map = walled();
    for explosion in Board15::FULL {
        for submarine in Board15::FULL {
            assert_eq!(damage(explosion, submarine) > 0, map.blast(explosion).contains(submarine));
        }
    }
    let corner = cell_at(0, 0).unwrap();
    assert_eq!(damage(corner, corner), 2);
}

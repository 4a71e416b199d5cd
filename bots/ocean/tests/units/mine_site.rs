//! Tests of the choice of a site for a mine.

use gridkit::{Board15, Dir};
use ocean::map::{cell_at, Map};
use ocean::mine_site::best_site;

#[test]
fn a_mine_goes_where_none_covers() {
    let map = Map::new(Board15::FULL);
    let cell = |x, y| cell_at(x, y).unwrap();
    let (at, north) = (cell(7, 7), cell(7, 6));
    // Away from the mine that lies already: beyond, all but the row between are new.
    assert_eq!(best_site(&map, at, Board15::of(north)), Some((Dir::South, 6)));
    assert_eq!(best_site(&map, at, Board15::of(cell(7, 8))), Some((Dir::North, 6)));
    // In the corner less can be covered, and land takes no mine.
    assert_eq!(best_site(&map, cell(0, 0), Board15::EMPTY), Some((Dir::South, 6)));
    let pond = Map::new(Board15::of(at));
    assert_eq!(best_site(&pond, at, Board15::EMPTY), None);
}

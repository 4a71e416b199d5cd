//! Tests of the sectors of the map.

use gridkit::Board15;
use ocean::sector::Sector;

#[test]
fn sectors_part_the_map() {
    let all = Sector::all().fold(Board15::EMPTY, |all, sector| {
        assert_eq!(sector.cells().count(), 25);
        assert!(!all.meets(sector.cells()));
        all | sector.cells()
    });
    assert_eq!(all, Board15::FULL);
}

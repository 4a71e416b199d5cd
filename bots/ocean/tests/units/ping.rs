//! Tests of the choice of a sector for the sonar.

use ocean::map::cell_at;
use ocean::ping::best_sector;
use ocean::tracker::{Settings, Tracker};

#[test]
fn the_sector_that_halves_is_asked_for() {
    let cells = [(0, 0), (6, 0), (7, 0), (8, 0), (12, 12), (13, 13)];
    let cells = cells.iter().filter_map(|&(x, y)| cell_at(x, y)).collect();
    let them = Tracker::new(cells, Settings { cap: 10, silence: Some([1.0; 5]) }).belief();
    let (sector, inside) = best_sector(&them);
    assert_eq!(sector.to_string(), "2");
    assert!((inside - 0.5).abs() < 1e-6);
}

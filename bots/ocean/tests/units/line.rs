//! Tests of lines: where explosions stand, and what a line costs.

use gridkit::Board15;
use ocean::device::Charges;
use ocean::line::{Line, Shot};
use ocean::map::{cell_at, Map};
use ocean::orders::line;
use ocean::plan;
use ocean::submarine::Submarine;

#[test]
fn explosions_stand_where_they_were_put() {
    let cell = |x, y| cell_at(x, y).unwrap();
    let map = Map::new(Board15::FULL);
    let own = Submarine::new(cell(7, 7), Charges::from_missing([0, 4, 0, 3]).unwrap());
    let plan = plan::all(&own, &map)
        .into_iter()
        .find(|plan| line(plan.orders()) == "SURFACE|MOVE N|SILENCE W 2")
        .unwrap();
    let torpedo = Some(Shot { stop: 2, at: cell(7, 5) });
    let trigger = Some(Shot { stop: 3, at: cell(5, 6) });
    let shots = Line { plan, torpedo, trigger };
    assert_eq!(line(&shots.seen()), "SURFACE 5|MOVE N|TORPEDO 7 5|SILENCE|TRIGGER 5 6");
    // One for surfacing, one by the torpedo beside us, two by the mine under us.
    assert_eq!(shots.price(), 4);
    assert_eq!(Line::quiet(plan).price(), 1);
}

//! Tests of the lines that are worth playing on.

use ocean::device::Charges;
use ocean::line::{Line, Shot};
use ocean::map::Cell;
use ocean::plan::Plan;
use ocean::score::{Score, Weighed};
use ocean::shortlist::Shortlist;
use ocean::submarine::Submarine;

#[test]
fn the_best_of_each_kind_stay_within_the_margin() {
    let own = Submarine::new(Cell::NORTH_WEST, Charges::empty(4));
    let quiet = Line::quiet(Plan::stay(&own));
    let torpedo = Some(Shot { stop: 0, at: Cell::NORTH_WEST });
    let mut list = Shortlist::default();
    for dealt in [1.0, 5.0, 2.0, 4.0, 3.0, 4.5] {
        list.add(Weighed::new(&quiet, Score { dealt, ..Score::default() }));
    }
    for dealt in [3.2, 1.5] {
        let line = Line { torpedo, ..quiet };
        list.add(Weighed::new(&line, Score { dealt, ..Score::default() }));
    }
    let totals =
        |margin: f64| -> Vec<f64> { list.lines(margin).iter().map(Weighed::total).collect() };
    assert_eq!(totals(9.0), [5.0, 4.5, 4.0, 3.2, 3.0, 1.5]);
    assert_eq!(totals(1.0), [5.0, 4.5, 4.0]);
}

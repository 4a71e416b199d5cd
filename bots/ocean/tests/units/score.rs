//! Tests of the list of the best lines.

use ocean::device::Charges;
use ocean::line::Line;
use ocean::map::Cell;
use ocean::plan::Plan;
use ocean::score::{Best, Score};
use ocean::submarine::Submarine;

#[test]
fn the_best_lines_come_first_and_the_first_of_equals_before_the_others() {
    let own = Submarine::new(Cell::NORTH_WEST, Charges::empty(4));
    let line = Line::quiet(Plan::stay(&own));
    let mut best = Best::default();
    for (dealt, hunt) in [(1.0, 0.0), (3.0, 0.0), (0.0, 3.0), (2.0, 0.0), (0.5, 0.0), (9.0, 0.0)] {
        best.add(&line, Score { dealt, hunt, ..Score::default() });
    }
    let totals: Vec<f64> = best.iter().map(|weighed| weighed.score.total()).collect();
    assert_eq!(totals, [9.0, 3.0, 3.0, 2.0, 1.0]);
    assert_eq!(best.iter().nth(1).map(|weighed| weighed.score.dealt), Some(3.0));
}

#[test]
fn a_line_that_sinks_us_is_no_line_to_play() {
    let own = Submarine::new(Cell::NORTH_WEST, Charges::empty(4));
    let mut best = Best::default();
    best.add(&Line::quiet(Plan::stay(&own)), Score::ruin());
    assert!(best.first().is_none());
}

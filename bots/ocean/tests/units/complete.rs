//! Tests of what completes a line: charges, mines, and turns without a step.

use gridkit::Board15;
use ocean::complete::orders;
use ocean::device::Charges;
use ocean::knowledge::Knowledge;
use ocean::line::{Line, Shot};
use ocean::map::{cell_at, Cell, Map};
use ocean::orders::{line as text, Order};
use ocean::params::Params;
use ocean::plan::{self, Plan};

/// The orders of the first plan that reads so, with what else the line needs.
fn written(plan_text: &str, missing: [i32; 4], torpedo: Option<Shot>) -> String {
    let params = Params::default();
    let at = cell_at(7, 7).unwrap();
    let mut knowledge = Knowledge::new(Map::new(Board15::FULL), at, &params);
    knowledge.own.charges = Charges::from_missing(missing).unwrap();
    let plans = plan::all(&knowledge.own, &knowledge.map);
    let stay = Plan::stay(&knowledge.own);
    let plan = plans.into_iter().find(|plan| text(plan.orders()) == plan_text).unwrap_or(stay);
    let line = Line { torpedo, ..Line::quiet(plan) };
    let them = knowledge.them.belief();
    text(&orders(&knowledge, &params, &them, &line))
}

#[test]
fn a_move_charges_what_the_line_needs() {
    assert_eq!(written("MOVE N", [3, 4, 6, 3], None), "MOVE N TORPEDO");
    assert_eq!(written("MOVE N", [0, 4, 6, 3], None), "MOVE N SILENCE");
    assert_eq!(written("MOVE N|SILENCE E 2", [2, 4, 1, 3], None), "MOVE N SILENCE|SILENCE E 2");
    let shot = cell_at(7, 3).map(|at| Shot { stop: 1, at });
    assert_eq!(written("MOVE N", [1, 4, 3, 3], shot), "MOVE N TORPEDO|TORPEDO 7 3");
    // What is used up before the move can be charged again by it.
    assert_eq!(written("SILENCE E 2|MOVE N", [0, 4, 0, 3], None), "SILENCE E 2|MOVE N SILENCE");
    let shot = cell_at(7, 3).map(|at| Shot { stop: 0, at });
    assert_eq!(written("MOVE N", [0, 4, 0, 3], shot), "TORPEDO 7 3|MOVE N TORPEDO");
}

#[test]
fn a_league_gets_no_device_that_it_lacks() {
    assert_eq!(written("MOVE N", [0, -1, -1, -1], None), "MOVE N TORPEDO");
    assert_eq!(written("MOVE N", [0, 4, 0, -1], None), "MOVE N SONAR");
}

#[test]
fn a_mine_that_covers_little_is_laid_when_every_device_is_full() {
    let laid = |missing| {
        let params = Params::default();
        let at = cell_at(7, 7).unwrap();
        let mut knowledge = Knowledge::new(Map::new(Board15::FULL), at, &params);
        let light = |cell: &Cell| (cell.point().x + cell.point().y) % 2 == 0;
        knowledge.own.armed = Board15::FULL.iter().filter(light).collect();
        knowledge.own.charges = Charges::from_missing(missing).unwrap();
        let all = plan::all(&knowledge.own, &knowledge.map);
        let them = knowledge.them.belief();
        let orders = orders(&knowledge, &params, &them, &Line::quiet(all[0]));
        orders.iter().any(|order| matches!(order, Order::Mine(_)))
    };
    assert!(laid([0, 0, 0, 0]));
    assert!(!laid([0, 0, 1, 0]));
}

#[test]
fn a_turn_without_a_step_is_filled() {
    assert_eq!(written("", [3, 4, 6, 0], None), "MINE N");
    assert!(written("", [3, 0, 6, 3], None).starts_with("SONAR "));
    assert_eq!(written("", [3, 4, 6, 3], None), "SURFACE");
}

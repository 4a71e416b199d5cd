//! Tests of the lines that are played on, and of the worlds that are drawn for them.

use gridkit::{Board15, Deadline, Dir, Rng};
use ocean::device::Charges;
use ocean::knowledge::Knowledge;
use ocean::line::Line;
use ocean::map::{cell_at, Cell, Map};
use ocean::orders::{line as text, Seen};
use ocean::params::Params;
use ocean::plan;
use ocean::reply::Replies;
use ocean::rollout::craft::Craft;
use ocean::rollout::{corrections, stands_out, worlds, Entry};
use ocean::score::{Score, Weighed};
use ocean::their_charges::TheirCharges;
use ocean::tracker::{Settings, Tracker};

fn tracker(cells: &[(i32, i32)]) -> Tracker {
    let cells = cells.iter().filter_map(|&(x, y)| cell_at(x, y)).collect();
    Tracker::new(cells, Settings { cap: 100, silence: Some([1.0; 5]) })
}

/// We are at (7, 7) on the open sea and known to be there; the opponent is on one of those cells and
/// can fire. What the turns that follow add to some plans, each as good as the other before.
fn added(theirs: &[(i32, i32)], plans: &[&str]) -> Vec<f64> {
    let params = Params { worlds: 200, played: 1.0, rules_error: 0.0, ..Params::default() };
    let at = cell_at(7, 7).unwrap();
    let mut knowledge = Knowledge::new(Map::new(Board15::FULL), at, &params);
    knowledge.own.charges = Charges::from_missing([3, 4, 0, 3]).unwrap();
    knowledge.them = tracker(theirs);
    knowledge.us = tracker(&[(7, 7)]);
    knowledge.their_charges = TheirCharges::new(|_| true);
    for _ in 0..12 {
        knowledge.their_charges.see(Seen::Move(Dir::North));
    }
    let them = knowledge.them.belief();
    let all = plan::all(&knowledge.own, &knowledge.map);
    let found = |wanted: &&str| all.iter().find(|plan| text(plan.orders()) == **wanted);
    let lines: Vec<Weighed> = plans
        .iter()
        .filter_map(found)
        .map(|plan| Weighed::new(&Line::quiet(*plan), Score::default()))
        .collect();
    assert_eq!(lines.len(), plans.len());
    let mut replies = Replies::new(&knowledge, &params, &them);
    let mut deadline = Deadline::after_nodes(1_000_000);
    corrections(&knowledge, &params, &them, &mut replies, &lines, &mut deadline)
}

#[test]
fn a_line_adds_nothing_to_itself() {
    assert_eq!(added(&[(7, 11)], &["MOVE W", "MOVE W", "MOVE W"]), [0.0; 3]);
}

#[test]
fn to_vanish_before_a_hunter_that_knows_us_is_worth_something() {
    let added = added(&[(7, 11)], &["MOVE W", "MOVE W|SILENCE N 3"]);
    assert!(added[1] > 0.2, "{added:?}");
}

#[test]
fn a_difference_counts_as_far_as_it_stands_out() {
    let ours = Craft {
        at: Cell::NORTH_WEST,
        trail: Board15::EMPTY,
        lives: 6,
        torpedo: 0,
        silence: 0,
        mine: 0,
        mines: Board15::EMPTY,
        known: Board15::EMPTY,
    };
    let of = |values: &[f64], rules_error| {
        let entry = Entry {
            place: 0,
            ours,
            volley: [None; 2],
            differences: values.iter().sum(),
            squares: values.iter().map(|value| value * value).sum(),
            rounds: values.len(),
        };
        stands_out(&entry, &Params { doubt: 2.0, rules_error, ..Params::default() })
    };
    assert!((of(&[0.5; 20], 0.0) - 0.5).abs() < 1e-9);
    assert!(of(&[1.0, -1.0, 1.0, -0.9], 0.0).abs() < 1e-9);
    let noisy = of(&[1.0, 0.0, 1.0, 0.0, 1.0, 0.0, 1.0, 0.0], 0.0);
    assert!(noisy > 0.2 && noisy < 0.5, "{noisy}");
    // However sure a difference is, it counts less where the rules are wrong by nearly as much.
    assert!((of(&[0.5; 20], 0.25) - 0.25).abs() < 1e-9);
}

#[test]
fn worlds_are_drawn_as_often_as_they_are_likely() {
    let params = Params::default();
    let mut knowledge = Knowledge::new(Map::new(Board15::FULL), cell_at(7, 7).unwrap(), &params);
    knowledge.them = tracker(&[(1, 1), (5, 5)]);
    let twice = |cell: Cell| if cell.point().x == 1 { 1.0 } else { 0.5 };
    knowledge.them.assume(&knowledge.map.clone(), twice);
    let known = knowledge.them.cells();
    let worlds = worlds::draw(&knowledge, &params, known, 300, &mut Rng::new(1));
    let there = worlds.iter().filter(|craft| craft.at.point().x == 1).count();
    assert_eq!(worlds.len(), 300);
    assert!((199..=201).contains(&there), "{there}");
}

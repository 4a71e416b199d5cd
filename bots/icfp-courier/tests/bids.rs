//! The bids of rivals, learnt from the robots that acted before us.

use gridkit::Dir;
use icfp_courier::bids::{signs, Habit, Order, Sign};
use icfp_courier::board::Board;
use icfp_courier::ledger::Ledger;
use icfp_courier::protocol::{Action, Command, PackageId};

use crate::common::link::Link;

/// We are robot 1 at (3, 3) of a free board; each test places robot 2, and robot 3 is in a corner.
fn read(two: (i32, i32), action: Action, reply: &str) -> Vec<(Order, bool)> {
    read_of(two, 0, action, reply)
}

/// The same where robot 2 has pushed us so often before.
fn read_of(two: (i32, i32), thrusts: u32, action: Action, reply: &str) -> Vec<(Order, bool)> {
    let (x, y) = two;
    let mut lines = vec!["6 6".to_owned()];
    lines.extend((0..6).map(|_| "......".to_owned()));
    lines.push("1 50 100".to_owned());
    lines.push(format!("#1 X 3 Y 3 #2 X {x} Y {y} #3 X 1 Y 3"));
    lines.push(String::new());
    let mut link = Link::new();
    let start = link.start(&lines);
    let mut ledger = Ledger::new(&start.board, start.me, start.capacity, &start.reports);
    link.turn(&[]).unwrap();
    let turn = link.turn(&[reply.to_owned(), String::new()]).unwrap();
    ledger.apply(&start.board, &turn.reports);
    ledger.robots[1].thrusts = thrusts;
    let board: &Board = &start.board;
    let command = Command { bid: 1, action };
    let all = signs(board, &ledger, &command, &turn.reports);
    assert!(all.iter().all(|sign| sign.seat > 0));
    all.iter().map(|sign| (sign.order, sign.is_push)).collect()
}

const NORTH: Action = Action::Go(Dir::North);
const BEFORE: Order = Order::Before;
const AFTER: Order = Order::After;

#[test]
fn a_rival_that_pushed_us_before_our_step_came_first() {
    assert_eq!(read((2, 3), NORTH, "#1 E #2 E #3"), [(BEFORE, true)]);
    // The last robot of a line was the pusher.
    assert_eq!(read((2, 3), NORTH, "#1 E #2 E #3 E"), [(BEFORE, true)]);
}

#[test]
fn a_rival_that_pushed_us_after_our_step_or_missed_us_came_later() {
    assert_eq!(read((2, 4), NORTH, "#1 N E #2 E #3"), [(AFTER, true)]);
    assert_eq!(read((2, 3), NORTH, "#1 N #2 E #3"), [(AFTER, true)]);
}

#[test]
fn a_rival_that_left_or_took_our_target_tile_was_first() {
    assert_eq!(read((3, 4), NORTH, "#1 N #2 E #3"), [(BEFORE, false)]);
    assert_eq!(read((2, 4), NORTH, "#1 N #2 E N #3"), [(BEFORE, false)]);
}

#[test]
fn picks_and_drops_show_the_order_too() {
    let pick = || Action::Pick(vec![PackageId(7)]);
    assert_eq!(read((2, 3), pick(), "#1 E #2 E #3"), [(BEFORE, true)]);
    assert_eq!(read((2, 3), pick(), "#1 P 7 D 7 E #2 E #3"), [(AFTER, true)]);
    let drop = || Action::Drop(vec![PackageId(7)]);
    assert_eq!(read((2, 3), drop(), "#1 D 7 D 8 E #2 E #3"), [(AFTER, true)]);
}

#[test]
fn a_rival_that_has_pushed_us_and_is_pushed_back_has_come_later() {
    assert_eq!(read_of((3, 4), 1, NORTH, "#1 N #2 N #3"), [(AFTER, true)]);
    assert_eq!(read_of((3, 2), 1, NORTH, "#1 N #2 N #3"), [], "it is behind us");
    assert_eq!(read_of((3, 4), 1, NORTH, "#1 N #2 E #3"), [(BEFORE, false)], "it has left");
}

#[test]
fn a_rival_that_did_its_work_before_we_pushed_it_on_was_first() {
    for thrusts in 0..2 {
        let read = |reply| read_of((3, 4), thrusts, NORTH, reply);
        assert_eq!(read("#1 N #2 P 7 N #3"), [(BEFORE, false)]);
        assert_eq!(read("#1 N #2 P 7 D 7 N #3"), [(BEFORE, false)]);
        assert_eq!(read("#1 N #2 D 8 D 7 N #3"), [(BEFORE, false)], "a push forces out one");
    }
    assert_eq!(read((3, 4), NORTH, "#1 N #2 D 7 N #3"), [], "dropped or forced out");
}

#[test]
fn an_event_that_fits_both_orders_is_ignored() {
    let (none, drop) = (Vec::new(), Action::Drop(vec![PackageId(7)]));
    assert_eq!(read((3, 2), NORTH, "#1 N #2 N #3"), none, "a push from behind, or our own step");
    assert_eq!(read((3, 4), NORTH, "#1 N #2 N #3"), none, "it went, or we pushed it");
    assert_eq!(read((2, 3), drop, "#1 D 7 E #2 E #3"), none, "dropped or forced out");
    assert_eq!(read((5, 5), NORTH, "#1 N #2 E #3"), none, "far away");
    assert_eq!(read((2, 3), NORTH, "#1 #2 #3"), none, "nothing was seen of our step");
}

fn first(habit: &Habit, bid: i64) -> f64 {
    habit.comes_first(bid, false)
}

#[test]
fn a_rival_that_came_before_a_bid_is_feared_to_bid_more_and_forgotten_again() {
    let mut habit = Habit::default();
    assert!(first(&habit, 2) < 0.04 && first(&habit, 4) < 0.02, "a common move costs 1");
    let push = Sign { seat: 1, order: Order::Before, is_push: true };
    habit.learn(&push, 1);
    assert!(first(&habit, 2) < 0.15, "one lost toss proves nothing: {}", first(&habit, 2));
    habit.learn(&push, 2);
    habit.learn(&push, 3);
    assert!(first(&habit, 3) > 0.5 && habit.outbids().any(|bid| bid > 4), "{habit:?}");
    assert!(habit.comes_first(3, true) > 0.5);
    for _ in 0..1000 {
        habit.forget();
    }
    assert!(first(&habit, 2) < 0.04, "{habit:?}");
}

#[test]
fn a_rival_that_comes_after_a_bid_is_not_outbid_for_more() {
    let mut habit = Habit::default();
    assert!(habit.comes_first(2, true) > 0.4, "an attack may cost 3");
    let missed = Sign { seat: 1, order: Order::After, is_push: true };
    for _ in 0..4 {
        habit.learn(&missed, 2);
    }
    assert!(habit.comes_first(2, true) <= 0.0, "{habit:?}");
    assert_eq!(habit.outbids().max(), Some(2));
}

#[test]
fn a_hunter_is_thought_to_bid_more_for_an_attack() {
    let first = |hunts, bid| Habit::default().of_hunter(hunts).comes_first(bid, true);
    assert_eq!(Habit::default().of_hunter(0.0), Habit::default());
    assert!(first(0.0, 9) < 0.2 && first(1.0, 9) > 0.4, "{} {}", first(0.0, 9), first(1.0, 9));
    assert!(first(0.5, 9) > first(0.0, 9) && first(0.5, 9) < first(1.0, 9));
    let mut habit = Habit::default();
    (0..4).for_each(|_| habit.learn(&Sign { seat: 1, order: Order::After, is_push: true }, 9));
    assert!(habit.of_hunter(1.0).comes_first(9, true) <= 0.0, "what was learnt remains");
}

/// Each win lowers the bid that is thought to suffice.
#[test]
fn a_hunter_that_comes_later_again_and_again_is_thought_to_bid_less() {
    let mut habit = Habit::default();
    let before = habit.of_hunter(1.0).comes_first(13, true);
    (0..4).for_each(|_| habit.learn(&Sign { seat: 1, order: Order::After, is_push: true }, 24));
    let after = habit.of_hunter(1.0).comes_first(13, true);
    assert!(before > 0.3 && after < 0.1, "{before} {after}");
    assert!(habit.of_hunter(1.0).comes_first(4, true) > 0.2, "{habit:?}");
}

#[test]
fn a_rival_that_bid_much_for_a_common_move_is_thought_to_bid_as_much_for_an_attack() {
    let mut habit = Habit::default();
    for _ in 0..4 {
        habit.learn(&Sign { seat: 1, order: Order::Before, is_push: false }, 4);
    }
    assert!(habit.comes_first(4, true) > 0.9, "{habit:?}");
}

#[test]
fn a_rival_that_bid_little_for_a_common_move_may_still_bid_more_for_an_attack() {
    let mut habit = Habit::default();
    for _ in 0..6 {
        habit.learn(&Sign { seat: 1, order: Order::After, is_push: false }, 2);
    }
    let usual = Habit::default().comes_first(2, true);
    assert!((habit.comes_first(2, true) - usual).abs() < 1e-9, "{habit:?}");
}

#[test]
fn the_price_of_an_attack_is_forgotten_at_a_hundredth_a_turn() {
    let mut habit = Habit::default();
    let usual = habit.comes_first(2, true);
    for _ in 0..6 {
        habit.learn(&Sign { seat: 1, order: Order::After, is_push: true }, 2);
    }
    habit.forget();
    assert!(habit.comes_first(2, true) <= 0.0, "one turn is too short: {habit:?}");
    (0..68).for_each(|_| habit.forget());
    let half = habit.comes_first(2, true) / usual;
    assert!((0.45..0.55).contains(&half), "after 69 turns half of it is back: {half}");
    (0..500).for_each(|_| habit.forget());
    assert!(habit.comes_first(2, true) / usual > 0.97, "{habit:?}");
}

#[test]
fn a_rival_that_lets_the_cheapest_bid_pass_waits_for_the_others() {
    let mut habit = Habit::default();
    let late = Sign { seat: 1, order: Order::After, is_push: true };
    for _ in 0..12 {
        habit.learn(&late, 1);
    }
    assert!(first(&habit, 1) < 0.2, "{habit:?}");
    assert!(habit.comes_first(-1, false) > 0.5, "a bid below it still lets it go first");
}

//! The parts of a position that come from the input of a turn, and those that come from the position before
//! it.

use alamode::chef::Chef;
use alamode::params::Params;
use alamode::protocol::Reader;
use alamode::state::State;
use alamode::world::World;

use crate::common::kitchen;

/// Six different orders.
const DISHES: [&str; 6] = [
    "DISH-TART-ICE_CREAM",
    "DISH-CROISSANT-BLUEBERRIES",
    "DISH-BLUEBERRIES-ICE_CREAM",
    "DISH-TART-BLUEBERRIES",
    "DISH-CROISSANT-ICE_CREAM",
    "DISH-TART-CROISSANT",
];

/// The waiting customers and the next one, if the input of a turn has the orders of these customers, and 0, 1
/// and 2 waited before.
fn customers_of(waiting: [usize; 3]) -> ([u8; 3], u8) {
    let orders: Vec<String> = DISHES.iter().map(|dish| format!("{dish} 1000\n")).collect();
    let input = kitchen::input(&format!("6\n{}", orders.concat()));
    let start = Reader::new(input.as_bytes()).start().unwrap().expect("a kitchen");
    let world = World::new(start.kitchen, start.customers, Params::default(), 0);
    let before = State::opening(&world, kitchen::at(0, 1), Chef::Partner);
    let sent: Vec<String> =
        waiting.iter().map(|customer| format!("{} 990\n", DISHES[*customer])).collect();
    let turn = format!("197\n1 1 NONE\n2 1 NONE\n0\nNONE 0\n3\n{}", sent.concat());
    let turn = Reader::new(turn.as_bytes()).turn().unwrap().expect("a turn");
    let state = turn.state(&world, &before).unwrap();
    assert_eq!(state.award, [990; 3]);
    (state.waiting, state.next)
}

#[test]
fn the_customers_that_were_served_are_known_from_the_orders() {
    assert_eq!(customers_of([0, 1, 2]), ([0, 1, 2], 3), "none was served");
    assert_eq!(customers_of([1, 2, 3]), ([1, 2, 3], 4), "the first was served");
    assert_eq!(customers_of([0, 2, 3]), ([0, 2, 3], 4), "the second was served");
    assert_eq!(customers_of([0, 1, 3]), ([0, 1, 3], 4), "the third was served");
    assert_eq!(customers_of([2, 3, 4]), ([2, 3, 4], 5), "two were served");
    assert_eq!(customers_of([3, 4, 5]), ([3, 4, 5], 0), "all were served");
}

/// The partner has served the third customer, and the next one has the same order.
#[test]
fn a_greater_award_is_that_of_a_customer_who_has_just_come() {
    let of = |dishes: [usize; 6]| dishes.map(|dish| format!("{} 1000\n", DISHES[dish])).concat();
    let input = kitchen::input(&format!("6\n{}", of([0, 1, 2, 2, 3, 4])));
    let start = Reader::new(input.as_bytes()).start().unwrap().expect("a kitchen");
    let world = World::new(start.kitchen, start.customers, Params::default(), 0);
    let mut before = State::opening(&world, kitchen::at(0, 1), Chef::Partner);
    before.award = [900; 3];
    let customers = |awards: [i32; 3]| {
        let lines = [0, 1, 2].map(|at| format!("{} {}\n", DISHES[at], awards[at])).concat();
        let turn = format!("97\n1 1 NONE\n2 1 NONE\n0\nNONE 0\n3\n{lines}");
        let turn = Reader::new(turn.as_bytes()).turn().unwrap().expect("a turn");
        let state = turn.state(&world, &before).unwrap();
        (state.waiting, state.next)
    };
    assert_eq!(customers([898, 898, 1000]), ([0, 1, 3], 4));
    assert_eq!(customers([898, 898, 898]), ([0, 1, 2], 3));
}

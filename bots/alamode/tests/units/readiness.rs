//! How ready the chefs are: what a score tells of equal stocks.

use alamode::chef::{Chef, Pair};
use alamode::item::Item;
use alamode::kitchen::{bits, Floor, Kind, Table};
use alamode::node::Node;
use alamode::params::Params;
use alamode::protocol::{Reader, Start};
use alamode::readiness::of_tables;
use alamode::state::State;
use alamode::world::World;
use alamode::worth::Evaluator;

use crate::common::kitchen::{at, input};

const ORDERS: &str = "2\nDISH-TART-ICE_CREAM 1400\nDISH-CROISSANT-BLUEBERRIES 1100\n";

fn world(readiness: f64) -> World {
    let Start { kitchen, customers } =
        Reader::new(input(ORDERS).as_bytes()).start().unwrap().expect("a kitchen");
    World::new(kitchen, customers, Params { readiness, ..Params::default() }, 0)
}

/// A position with a chef that holds this on a cell.
fn node(world: &World, own: u8, held: Item, left: u8) -> Node {
    let mut state = State::opening(world, at(own, 27), Chef::Own);
    state.hand = Pair([held, Item::NONE]);
    state.left = left;
    state.rekey(world);
    let mut node = Node::root(state);
    node.rate(world, &mut Evaluator::new(world));
    node
}

#[test]
fn a_chef_is_the_readier_the_nearer_it_is_to_what_it_can_use() {
    let (world, without) = (world(1.0), world(0.0));
    let oven = world.kitchen.one(Kind::Oven).unwrap();
    let steps = |cell: u8| {
        world.walks.from(Floor::new(cell), at(0, 27)[Chef::Partner]).to_use[oven.index()]
    };
    for (one, other) in (0..27).flat_map(|one| (0..27).map(move |other| (one, other))) {
        // A raw tart goes nowhere but into the oven.
        let [ready, its] =
            [one, other].map(|cell| node(&world, cell, Item::RAW_TART, 150).ready[Chef::Own]);
        assert_eq!(ready.cmp(&its), steps(other).cmp(&steps(one)), "{one} {other}");
        let [plain, its] =
            [one, other].map(|cell| node(&without, cell, Item::RAW_TART, 150).score(&without));
        assert_eq!(plain, its);
    }
}

#[test]
fn readiness_fades_at_the_end_of_a_round() {
    let world = world(1.0);
    let score = |cell, left| node(&world, cell, Item::RAW_TART, left).score(&world);
    let gap = |left| score(5, left) - score(28, left);
    assert_eq!(gap(40), gap(150));
    assert!(gap(20).abs() < gap(40).abs());
    assert_eq!(gap(0), 0);
}

#[test]
fn a_dish_that_lacks_what_is_not_there_is_a_burden() {
    // The customers want a tart or a croissant besides, and no such food is in the kitchen.
    let world = world(1.0);
    let dish = Item::DISH | Item::ICE_CREAM;
    let node = node(&world, 5, dish, 150);
    let p = &world.params;
    assert_eq!(i32::from(node.ready[Chef::Own]), p.hand_part - p.stuck_dish);
}

#[test]
fn things_on_tables_cost_readiness() {
    let world = world(1.0);
    let p = &world.params;
    let plain: Vec<Table> = bits(world.kitchen.all(Kind::Plain)).map(Table).collect();
    let mut state = State::opening(&world, at(5, 27), Chef::Own);
    assert_eq!(of_tables(p, &state), 0);
    let mut expected = 0;
    for (&table, (item, loss)) in plain.iter().zip([
        (Item::DISH, p.lying_dish),
        (Item::DISH | Item::TART, p.lying_dish),
        (Item::DOUGH, p.lying_raw),
        (Item::CHOPPED_DOUGH, p.lying_raw),
        (Item::TART, p.lying_food),
    ]) {
        state.table[table.index()] = item;
        state.rekey(&world);
        expected -= loss;
        assert_eq!(of_tables(p, &state), expected, "{item}");
    }
}

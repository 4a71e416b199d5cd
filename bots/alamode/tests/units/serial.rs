//! What a chef does that serves one order after the other.

use alamode::action::Action;
use alamode::chef::Chef;
use alamode::customers::{Customers, Order};
use alamode::item::{Foods, Item};
use alamode::kitchen::{Kind, Kitchen};
use alamode::params::Params;
use alamode::serial::{action, next_order, Choice, Habit, Serial};
use alamode::state::State;
use alamode::world::World;

use crate::common::kitchen::at;

const HABIT: Habit = Habit { choice: Choice::Best, heeds_other: true, dish_first: false };

const TART: Foods = 16;
const CROISSANT: Foods = 8;
const STRAWBERRIES: Foods = 4;
const ICE_CREAM: Foods = 1;

/// A kitchen in which a chef on the cell 1 1 touches all equipment but the oven, the dishwasher and the window.
fn world(orders: [(Foods, i16); 3]) -> World {
    let rows = [
        "SHC########",
        "I.........O",
        "B.####.##.D",
        "#.#..#..#.W",
        "#.##.####.#",
        "#.........#",
        "###########",
    ];
    let orders = orders.iter().map(|&(foods, award)| Order { foods, award }).collect();
    let kitchen = Kitchen::from_rows(&rows).expect("a kitchen");
    World::new(kitchen, Customers::new(orders).expect("orders"), Params::default(), 0)
}

/// The first turn of the bot on the cell 1 1 that holds an item. The partner is out of the way.
fn opening(world: &World, held: Item) -> State {
    let mut state = State::opening(world, at(0, 13), Chef::Own);
    state.hand[Chef::Own] = held;
    state.rekey(world);
    state
}

/// Whether the chef uses that equipment, or walks in its direction.
fn goes_to(world: &World, state: &State, habit: Habit, kind: Kind) -> bool {
    let chosen = action(Serial { habit, order: None }, world, state);
    let place = state.at[Chef::Own].expect("a living chef");
    match (chosen.table(), chosen.destination()) {
        (Some(table), _) => world.kitchen.all(kind) & table.bit() != 0,
        (None, Some(floor)) => {
            let steps = |from| {
                let to_use = &world.walks.from(from, None).to_use;
                alamode::kitchen::bits(world.kitchen.all(kind))
                    .map(|table| to_use[usize::from(table)])
                    .min()
            };
            steps(floor) < steps(place)
        }
        _ => false,
    }
}

fn first_order(world: &World, choice: Choice, left: u8) -> Option<Foods> {
    let mut state = opening(world, Item::NONE);
    state.left = left;
    next_order(Serial { habit: Habit { choice, ..HABIT }, order: None }, world, &state)
}

#[test]
fn it_chooses_an_order_by_its_habit() {
    let world = world([(STRAWBERRIES, 200), (TART, 600), (TART | ICE_CREAM, 650)]);
    assert_eq!(first_order(&world, Choice::Oldest, 199), Some(STRAWBERRIES));
    assert_eq!(first_order(&world, Choice::Dearest, 199), Some(TART | ICE_CREAM));
    assert_eq!(first_order(&world, Choice::Best, 199), Some(TART));
    // The second chef of a round leaves the best order to the first.
    assert_eq!(first_order(&world, Choice::Best, 198), Some(TART | ICE_CREAM));
    assert_eq!(first_order(&world, Choice::Oldest, 198), Some(STRAWBERRIES));
}

#[test]
fn it_keeps_its_order_while_the_customer_waits() {
    let world = world([(STRAWBERRIES, 200), (TART, 600), (CROISSANT, 300)]);
    let state = opening(&world, Item::NONE);
    let keeps = |order| next_order(Serial { habit: HABIT, order: Some(order) }, &world, &state);
    assert_eq!(keeps(STRAWBERRIES), Some(STRAWBERRIES));
    assert_eq!(keeps(ICE_CREAM), Some(TART), "nobody waits for that");
}

#[test]
fn an_order_that_fits_the_other_chefs_dish_is_left_to_it() {
    let world = world([(STRAWBERRIES, 200), (TART, 600), (CROISSANT, 300)]);
    let mut state = opening(&world, Item::NONE);
    state.hand[Chef::Partner] = Item::DISH | Item::TART;
    let order = |heeds_other| {
        let habit = Habit { heeds_other, ..HABIT };
        next_order(Serial { habit, order: None }, &world, &state)
    };
    assert_eq!(order(true), Some(CROISSANT));
    assert_eq!(order(false), Some(TART));
}

#[test]
fn a_food_in_the_other_chefs_hand_counts_as_made() {
    let world = world([(STRAWBERRIES, 900), (STRAWBERRIES, 900), (STRAWBERRIES, 900)]);
    let mut state = opening(&world, Item::NONE);
    assert!(goes_to(&world, &state, HABIT, Kind::Strawberries));
    for carried in [Item::STRAWBERRIES, Item::CHOPPED_STRAWBERRIES] {
        state.hand[Chef::Partner] = carried;
        assert!(goes_to(&world, &state, HABIT, Kind::Dishwasher), "{carried}");
        let alone = Habit { heeds_other: false, ..HABIT };
        assert!(goes_to(&world, &state, alone, Kind::Strawberries), "{carried}");
    }
}

#[test]
fn a_tart_is_begun_while_something_else_bakes_for_long() {
    let world = world([(TART | CROISSANT, 900), (TART | CROISSANT, 900), (TART | CROISSANT, 900)]);
    let mut state = opening(&world, Item::NONE);
    for (timer, kind) in [(10, Kind::Dough), (7, Kind::Dough), (6, Kind::Oven), (1, Kind::Oven)] {
        state.set_oven(Item::DOUGH, timer);
        assert!(goes_to(&world, &state, HABIT, kind), "{timer} turns left");
    }
}

#[test]
fn food_that_is_ready_is_taken_out_first() {
    let world = world([(STRAWBERRIES, 900), (STRAWBERRIES, 900), (STRAWBERRIES, 900)]);
    let mut state = opening(&world, Item::NONE);
    state.set_oven(Item::DOUGH, 1);
    assert!(goes_to(&world, &state, HABIT, Kind::Strawberries));
    state.set_oven(Item::CROISSANT, 10);
    assert!(goes_to(&world, &state, HABIT, Kind::Oven));
}

#[test]
fn a_chef_that_takes_a_dish_first_collects_what_there_is() {
    let order = STRAWBERRIES | ICE_CREAM;
    let world = world([(order, 900), (order, 900), (order, 900)]);
    let dish_first = Habit { dish_first: true, ..HABIT };
    let empty = opening(&world, Item::NONE);
    assert!(goes_to(&world, &empty, HABIT, Kind::Strawberries));
    assert!(goes_to(&world, &empty, dish_first, Kind::Dishwasher));
    let with_dish = opening(&world, Item::DISH);
    assert!(goes_to(&world, &with_dish, HABIT, Kind::Plain));
    assert!(goes_to(&world, &with_dish, dish_first, Kind::IceCream));
    // Then it lays the dish down and makes the rest.
    let with_ice_cream = opening(&world, Item::DISH | Item::ICE_CREAM);
    assert!(goes_to(&world, &with_ice_cream, dish_first, Kind::Plain));
    let mut laid = empty;
    laid.table[7] = Item::DISH | Item::ICE_CREAM;
    laid.rekey(&world);
    assert!(goes_to(&world, &laid, dish_first, Kind::Strawberries));
}

#[test]
fn food_is_chopped_filled_baked_and_served() {
    let world = world([(TART | CROISSANT, 900), (TART | CROISSANT, 900), (TART | CROISSANT, 900)]);
    let after = |held| opening(&world, held);
    assert!(goes_to(&world, &after(Item::CHOPPED_DOUGH), HABIT, Kind::Blueberries));
    assert!(goes_to(&world, &after(Item::RAW_TART), HABIT, Kind::Oven));
    assert!(goes_to(&world, &after(Item::DOUGH), HABIT, Kind::Oven));
    assert!(goes_to(&world, &after(Item::STRAWBERRIES), HABIT, Kind::Board));
    assert!(goes_to(&world, &after(Item::CROISSANT), HABIT, Kind::Dishwasher));
    let mut baking = after(Item::DOUGH);
    baking.set_oven(Item::DOUGH, 10);
    assert!(goes_to(&world, &baking, HABIT, Kind::Board), "the croissant is in the oven");
    let dish = Item::dish_of(TART | CROISSANT);
    assert!(goes_to(&world, &after(dish), HABIT, Kind::Window));
    assert!(goes_to(&world, &after(Item::DISH | Item::ICE_CREAM), HABIT, Kind::Dishwasher));
}

#[test]
fn a_dead_chef_waits() {
    let world = world([(TART, 900), (TART, 900), (TART, 900)]);
    let mut state = opening(&world, Item::NONE);
    state.at[Chef::Own] = None;
    let chef = Serial { habit: HABIT, order: None };
    assert_eq!(action(chef, &world, &state), Action::WAIT);
}

//! The size of a position, and its oven.

use alamode::action::Action;
use alamode::chef::Chef;
use alamode::customers::{Customers, Order};
use alamode::item::Item;
use alamode::node::Node;
use alamode::params::Params;
use alamode::state::State;
use alamode::world::World;

use crate::common::kitchen::{at, bare};

#[test]
fn a_position_is_small() {
    assert!(std::mem::size_of::<Node>() <= 112, "{}", std::mem::size_of::<Node>());
}

#[test]
fn the_oven_shows_what_was_put_in_for_ten_turns_and_ten_more() {
    let customers = Customers::new(vec![Order { foods: 3, award: 650 }]).unwrap();
    let world = World::new(bare(), customers, Params::default(), 0);
    let mut state = State::opening(&world, at(0, 5), Chef::Own);
    state.set_baking(&world, Item::DOUGH);
    for turn in 1..=20 {
        state.play(&world, Action::WAIT);
        let shown = match turn {
            1..=9 => (Item::DOUGH, 10 - turn),
            10..=19 => (Item::CROISSANT, 20 - turn),
            _ => (Item::NONE, 0),
        };
        assert_eq!(state.oven(), shown);
        let mut read = state;
        read.set_oven(shown.0, shown.1);
        assert_eq!((read.baking, read.filled), (state.baking, state.filled));
    }
}

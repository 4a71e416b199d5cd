//! Which actions count as repetitions.

use alamode::action::{Action, ActionSet};
use alamode::chef::Chef;
use alamode::customers::{Customers, Order};
use alamode::item::Item;
use alamode::kitchen::{Floor, Table};
use alamode::params::Params;
use alamode::repetition::Repetition;
use alamode::state::State;
use alamode::world::World;

use crate::common::kitchen::{at, bare};

#[test]
fn an_action_in_the_same_position_is_a_repetition_but_waiting_for_the_oven_is_not() {
    let customers = Customers::new(vec![Order { foods: 3, award: 650 }]).unwrap();
    let world = World::new(bare(), customers, Params::default(), 0);
    let mut state = State::opening(&world, at(0, 5), Chef::Own);
    let mut repetition = Repetition::new();
    assert_eq!(repetition.repeated(&state), ActionSet::EMPTY);
    let (put_down, mut expected) = (Action::use_table(Table(1)), ActionSet::EMPTY);
    repetition.remember(&state, put_down);
    expected.insert(put_down);
    (0..2).for_each(|_| repetition.remember(&state, Action::WAIT));
    assert_eq!(repetition.repeated(&state), expected, "it waited twice only");
    repetition.remember(&state, Action::WAIT);
    expected.insert(Action::WAIT);
    assert_eq!(repetition.repeated(&state), expected);
    state.set_oven(Item::DOUGH, 5);
    expected.remove(Action::WAIT);
    assert_eq!(repetition.repeated(&state), expected);
    state.at[Chef::Own] = Some(Floor::new(1));
    state.rekey(&world);
    assert_eq!(repetition.repeated(&state), ActionSet::EMPTY);
}

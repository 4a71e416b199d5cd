//! The chef that owns the food in the oven.

use alamode::action::Action;
use alamode::chef::Chef;
use alamode::customers::{Customers, Order};
use alamode::item::Item;
use alamode::kitchen::{Kitchen, Table};
use alamode::oven::partners;
use alamode::params::Params;
use alamode::state::State;
use alamode::world::World;

use crate::common::kitchen::at;

#[test]
fn it_is_known_in_the_turns_of_both_chefs_who_filled_the_oven() {
    let rows = [
        "##O########",
        "#.........#",
        "#.####.##.#",
        "#.#..#..#.#",
        "#.##.####.#",
        "#.........#",
        "#####W#####",
    ];
    let customers = Customers::new(vec![Order { foods: 8, award: 850 }]).unwrap();
    let kitchen = Kitchen::from_rows(&rows).unwrap();
    let world = World::new(kitchen, customers, Params::default(), 0);
    // Both are beside the oven, so the one that filled it takes the food out.
    for filler in Chef::BOTH {
        let mut state = State::opening(&world, at(0, 1), filler);
        state.hand[filler] = Item::DOUGH;
        state.rekey(&world);
        assert!(state.play(&world, Action::use_table(Table(2))));
        for _ in 0..4 {
            let partners = partners(&world, &state).is_some();
            assert_eq!(partners, filler == Chef::Partner, "{:?}'s turn", state.mover);
            state.play(&world, Action::WAIT);
        }
    }
}

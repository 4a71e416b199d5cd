//! Whose business the oven is.
//!
//! What the partner put in is his, if he is as near to it as the bot: then the bot keeps its
//! hands off until he should have come for it. Otherwise the bot has the duty, and loses what
//! the food is worth if it burns.

use crate::item::Item;
use crate::kitchen::Kind;
use crate::state::State;
use crate::world::World;

/// The age at which food that nobody came for is everybody's.
pub const FORGOTTEN: u8 = 14;

/// The turn in which the partner filled the oven, if its contents are his.
pub fn partners(world: &World, state: &State) -> Option<u8> {
    let oven = world.kitchen.one(Kind::Oven)?;
    // A chef's turns are an even number of turns apart.
    if state.baking.is_none() || state.age() % 2 == state.mover.0 {
        return None;
    }
    let turns = |chef: usize| {
        let steps = match world.walks.steps_to_use.get(state.at[chef].index()) {
            Some(steps) => steps[30][oven.index()],
            None => return 100,
        };
        // Something in the hand must be put down first, unless it is a dish.
        let held = state.hand[chef];
        (u32::from(steps) + 3) / 4 + u32::from(held != Item::NONE && !held.is_dish())
    };
    if turns(1) <= turns(0) {
        Some(state.filled)
    } else {
        None
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::customers::{Customers, Order};
    use crate::kitchen::{Floor, Kitchen, Table};
    use crate::params::Params;
    use crate::state::{Action, Chef};

    #[test]
    fn who_filled_it_is_known_in_the_turns_of_both() {
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
        // Both beside the oven, so that it is his whose food is in it.
        for filler in [Chef::OWN, Chef::PARTNER] {
            let mut state = State::opening(&world, [Floor(0), Floor(1)], filler);
            state.hand[filler.index()] = Item::DOUGH;
            state.rekey(&world);
            assert!(state.play(&world, Action::on(Table(2))));
            for _ in 0..4 {
                let his = partners(&world, &state).is_some();
                assert_eq!(his, filler == Chef::PARTNER, "{:?}'s turn", state.mover);
                state.play(&world, Action::WAIT);
            }
        }
    }
}

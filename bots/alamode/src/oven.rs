//! Which chef takes the food out of the oven.
//!
//! If the partner filled the oven and is as near to it as the bot, the bot leaves the food to the
//! partner, but only for a time. In all other cases the bot must take it out before it burns.

use crate::chef::Chef;
use crate::item::Item;
use crate::kitchen::Kind;
use crate::state::State;
use crate::world::World;

/// Turns after which the bot takes the partner's food, too, if it is still in the oven.
pub const UNCLAIMED_TURNS: u8 = 14;

/// The turn in which the partner filled the oven, if the food is to be left to it.
pub fn partners(world: &World, state: &State) -> Option<u8> {
    let oven = world.kitchen.one(Kind::Oven)?;
    // The turns of one chef are an even number of turns apart.
    let filler = if state.age() % 2 == 0 { state.mover } else { state.mover.other() };
    if state.baking.is_none() || filler == Chef::Own {
        return None;
    }
    let turns = |chef: Chef| {
        let at = state.at[chef]?;
        let steps = world.walks.from(at, None).to_use[oven.index()];
        // A chef puts down what it holds first, unless that is a dish.
        let held = state.hand[chef];
        let puts_down = held != Item::NONE && !held.is_dish();
        Some((u32::from(steps) + 3) / 4 + u32::from(puts_down))
    };
    if turns(Chef::Partner)? <= turns(Chef::Own)? {
        Some(state.filled)
    } else {
        None
    }
}

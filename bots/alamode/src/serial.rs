//! A chef that makes and serves one order after the other, as bots without a search do.
//!
//! It decides anew in each turn, from the position and its last order alone. What such a chef does can be told many turns
//! ahead, so a search can play its turns in place of choosing them. The rules are those of `@cook` of the referee, with
//! other [`Habit`]s besides.

mod habit;
mod order;
mod work;

pub use habit::{Choice, Habit, Serial};
pub use order::next_order;

use crate::action::Action;
use crate::state::State;
use crate::world::World;

/// What a chef does in a position in which it has the turn.
pub fn action(chef: Serial, world: &World, state: &State) -> Action {
    next_order(chef, world, state)
        .and_then(|order| work::next_table(chef.habit, order, world, state))
        .map_or(Action::WAIT, |table| work::towards(world, state, table))
}

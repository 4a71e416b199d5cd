//! How ready the chefs are for what comes next, in points.
//!
//! The worth of the stock does not depend on where things are. So it cannot tell a chef beside the window from one far
//! away, nor a dish in a hand from one that lies on a table. Both decide how soon the next points come. The numbers
//! began as those of a regression of what the bot earns in the next 40 turns, from 220 rounds with itself. The book has
//! what each kind of them is worth (`docs/book/src/alamode-laboratory.md`).

use crate::chef::Chef;
use crate::item::Item;
use crate::kitchen::bits;
use crate::params::Params;
use crate::state::State;
use crate::useful::useful;
use crate::walk::FAR;
use crate::world::World;
use crate::worth::Worth;

/// What a chef holds, and how near it is to the next thing that it can use.
#[inline]
pub fn of_chef(world: &World, state: &State, chef: Chef, worth: &Worth) -> i16 {
    let at = match state.at[chef] {
        Some(at) => at,
        None => return 0,
    };
    let steps = &world.walks.from(at, state.at[chef.other()]).to_use;
    let useful = useful(world, state, chef, worth);
    let nearest = bits(useful).map(|table| steps[usize::from(table)]).min().unwrap_or(FAR);
    let Hand { value, step, stuck } = Hand::of(&world.params, state.hand[chef], worth);
    (value - if nearest == FAR { stuck } else { step * i32::from(nearest) }) as i16
}

/// What lies on plain tables: someone must take it up again.
#[inline]
pub fn of_tables(params: &Params, state: &State) -> i32 {
    let lying = bits(state.occupied).map(|table| {
        let item = state.table[usize::from(table)];
        if item.is_dish() {
            params.lying_dish
        } else if item.is_food() {
            params.lying_food
        } else {
            params.lying_raw
        }
    });
    -lying.sum::<i32>()
}

/// What the thing in a hand is worth there.
struct Hand {
    value: i32,
    /// Loss for each step to the nearest table where the chef can use something.
    step: i32,
    /// Loss if there is no such table.
    stuck: i32,
}

impl Hand {
    #[inline]
    fn of(p: &Params, held: Item, worth: &Worth) -> Hand {
        let hand = |value, step, stuck| Hand { value, step, stuck };
        if held.is_none() {
            hand(0, p.step_empty, p.stuck)
        } else if held == Item::DISH {
            hand(p.hand_dish, p.step_dish, p.stuck)
        } else if held.is_dish() {
            if worth.exact >> held.foods() & 1 != 0 {
                hand(p.hand_ready, p.step_ready, p.stuck)
            } else {
                hand(p.hand_part, p.step_dish, p.stuck_dish)
            }
        } else if held.is_food() {
            hand(p.hand_food, p.step_food, p.stuck)
        } else {
            hand(p.hand_raw, p.step_raw, p.stuck_raw)
        }
    }
}

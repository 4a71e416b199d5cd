//! Which order a chef works on that serves one after the other.

use crate::item::Foods;
use crate::state::State;
use crate::world::World;

use super::habit::{Choice, Serial};

/// The approximate number of commands for each food of an order, and for the dish.
const EFFORT: [i32; 5] = [2, 2, 4, 4, 8];
const EFFORT_OF_DISH: i32 = 4;

/// The order that a chef works on in a position in which it has the turn: its last one while a customer waits for it, else
/// the one that its habit chooses. It must fit the dish that the chef holds, if any does. Of two chefs that heed each other
/// and take the best order, the second one of the round takes the second best.
pub fn next_order(
    Serial { habit, order: last }: Serial,
    world: &World,
    state: &State,
) -> Option<Foods> {
    let rank = |place: &usize| {
        let award = i32::from(state.award[*place]);
        match habit.choice {
            Choice::Best => -award / effort(order_at(world, state, *place)),
            Choice::Dearest => -award,
            Choice::Oldest => 0,
        }
    };
    let mut places = [0, 1, 2];
    places.sort_by_key(rank);
    let mut orders = places.map(|place| order_at(world, state, place));
    let mut count = orders.len();
    let (held, its) = (state.hand[state.mover], state.hand[state.mover.other()]);
    if habit.heeds_other && its.is_dish() && its.foods() != 0 {
        if let Some(place) = orders.iter().position(|order| its.foods() & !order == 0) {
            orders[place..].rotate_left(1);
            count -= 1;
        }
    }
    let orders = &mut orders[..count];
    let is_second = state.left % 2 == 0;
    if is_second && habit.heeds_other && habit.choice == Choice::Best && !held.is_dish() {
        orders.rotate_left(1);
    }
    let fits = |order: &&Foods| !held.is_dish() || held.foods() & !**order == 0;
    let kept = orders.iter().filter(|order| last == Some(**order)).find(fits);
    kept.or_else(|| orders.iter().find(fits)).or_else(|| orders.first()).copied()
}

fn order_at(world: &World, state: &State, place: usize) -> Foods {
    world.customers.order(state.waiting[place]).foods
}

fn effort(order: Foods) -> i32 {
    EFFORT_OF_DISH
        + (0..5).filter(|food| order >> food & 1 != 0).map(|food| EFFORT[food]).sum::<i32>()
}

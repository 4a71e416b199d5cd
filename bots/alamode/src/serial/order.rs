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
pub fn choose(
    Serial { habit, order: last }: Serial,
    world: &World,
    state: &State,
) -> Option<Foods> {
    let mut ranked = [(0, 0); 3];
    for (entry, (&customer, &award)) in
        ranked.iter_mut().zip(state.waiting.iter().zip(&state.award))
    {
        let foods = world.customers.order(customer).foods;
        let award = i32::from(award);
        let rank = match habit.choice {
            Choice::Best => award / effort(foods),
            Choice::Dearest => award,
            Choice::Oldest => 0,
        };
        *entry = (-rank, foods);
    }
    ranked.sort_by_key(|entry| entry.0);
    let mut orders = [ranked[0].1, ranked[1].1, ranked[2].1];
    let mut count = orders.len();
    let (held, its) = (state.hand[state.mover], state.hand[state.mover.other()]);
    if habit.heeds_other && its.is_dish() && its.foods() != 0 {
        if let Some(place) = orders.iter().position(|order| its.foods() & !order == 0) {
            orders[place..].rotate_left(1);
            count -= 1;
        }
    }
    let orders = &mut orders[..count];
    if held.is_dish() {
        let fits = |order: &&Foods| held.foods() & !**order == 0;
        let kept = orders.iter().filter(|order| last == Some(**order)).find(fits);
        return kept.or_else(|| orders.iter().find(fits)).or_else(|| orders.first()).copied();
    }
    if habit.heeds_other && habit.choice == Choice::Best && state.left % 2 == 0 {
        orders.rotate_left(1);
    }
    orders.iter().find(|order| last == Some(**order)).or_else(|| orders.first()).copied()
}

fn effort(order: Foods) -> i32 {
    EFFORT_OF_DISH
        + (0..5).filter(|food| order >> food & 1 != 0).map(|food| EFFORT[food]).sum::<i32>()
}

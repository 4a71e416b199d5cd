//! The tables whose use makes sense for a chef.

use crate::chef::Chef;
use crate::item::Item;
use crate::kitchen::{bits, Kind};
use crate::state::State;
use crate::world::World;
use crate::worth::Worth;

/// A chef may walk to the oven this number of turns before the food there is ready or burns.
const SOON: u8 = 5;

/// The tables whose use makes sense for a chef, on whatever cell it stands, as a set.
///
/// * A crate is used only for a food that an order lacks and that is not yet in the kitchen.
/// * A dish gets a food only if an order can use both, and goes to the window only if a customer
///   waits for it.
/// * A dish that no order can use stays where it is until the dishwasher has no dish left. Then it
///   is emptied.
pub fn useful(world: &World, state: &State, chef: Chef, worth: &Worth) -> u64 {
    let held = state.hand[chef];
    let lying = |wanted: &dyn Fn(Item) -> bool| {
        bits(state.occupied)
            .filter(|&table| wanted(state.table[usize::from(table)]))
            .fold(0_u64, |set, table| set | 1 << table)
    };
    let fits = |dish: Item, food: Item| worth.fits >> (dish | food).foods() & 1 != 0;
    let lacks = |food: Item| worth.lack & food.foods() != 0;
    let needs = |food: Item| worth.need & food.foods() != 0;
    let soon_ready = state.baking.baked().filter(|_| state.age() + SOON >= 10);
    let when = |holds: bool, kind: Kind| if holds { world.kitchen.all(kind) } else { 0 };
    if held.is_none() {
        let wash = state.dishes == 0;
        let (mut blank, mut dough, mut set) = (false, false, 0);
        for table in bits(state.occupied) {
            let item = state.table[usize::from(table)];
            let take = if item.is_dish() {
                blank |= item == Item::DISH;
                wash || fits(item, Item::NONE)
            } else {
                dough |= item == Item::CHOPPED_DOUGH;
                needs(item) || item == Item::DOUGH && needs(Item::TART)
            };
            set |= u64::from(take) << table;
        }
        set | when(lacks(Item::ICE_CREAM), Kind::IceCream)
            | when(lacks(Item::BLUEBERRIES) || dough, Kind::Blueberries)
            | when(lacks(Item::CHOPPED_STRAWBERRIES), Kind::Strawberries)
            | when(lacks(Item::CROISSANT) || lacks(Item::TART), Kind::Dough)
            | when(state.dishes > 0 && !blank, Kind::Dishwasher)
            | when(soon_ready.map_or(false, needs), Kind::Oven)
    } else if held.is_dish() {
        let wanted = |food: Item| !held.holds(food) && fits(held, food);
        let lost = !fits(held, Item::NONE);
        when(wanted(Item::ICE_CREAM), Kind::IceCream)
            | when(wanted(Item::BLUEBERRIES), Kind::Blueberries)
            | when(soon_ready.map_or(false, wanted), Kind::Oven)
            | when(lost || worth.exact >> held.foods() & 1 != 0, Kind::Window)
            | when(lost, Kind::Dishwasher)
            | lying(&|item| item.is_food() && wanted(item))
    } else if held.is_food() {
        when(state.dishes > 0, Kind::Dishwasher)
            | lying(&|item| {
                item.is_dish() && !item.holds(held) && fits(item, held)
                    || held == Item::BLUEBERRIES && item == Item::CHOPPED_DOUGH
            })
    } else if held == Item::CHOPPED_DOUGH {
        when(true, Kind::Blueberries) | lying(&|item| item == Item::BLUEBERRIES)
    } else {
        let full = !state.baking.is_none() && state.age() + SOON < 20;
        when(held == Item::STRAWBERRIES || held == Item::DOUGH, Kind::Board)
            | when(held != Item::STRAWBERRIES && !full, Kind::Oven)
    }
}

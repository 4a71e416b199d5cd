//! What a chef may sensibly do: real outputs, heavily pruned.
//!
//! * A walk of less than four steps is made only to use something at once that could not be used
//!   before, and then the use must follow.
//! * Nobody walks to where he could have walked a turn earlier, nor back.
//! * Nothing is used after a walk that could have been used before it; the oven is excepted.
//! * Only what some customer needs and nobody has is fetched; a dish gets only what still fits
//!   a customer's order.
//! * Things are put down on tables that many cells touch, inner ones before outer ones.
//! * Nobody waits but beside an oven that bakes, or if there is nothing else to do.
//! * Dishes that fit nobody are left alone until the dishwasher is empty.

use crate::item::Item;
use crate::kitchen::{bits, Floor, Kind, Table};
use crate::state::{Action, State};
use crate::world::World;
use crate::worth::Worth;

/// The actions of one chef in one position.
pub struct Moves {
    /// Some of them uses, some walks; never empty.
    list: [Action; Moves::MOST],
    count: usize,
    /// The first walk in the list that must be followed by a use; all after it must, too.
    hurried: usize,
}

/// Turns before a food is ready in which it makes sense to walk to the oven.
const SOON: u8 = 5;

impl Moves {
    const MOST: usize = 48;

    /// Room for them.
    pub fn new() -> Moves {
        Moves { list: [Action::WAIT; Moves::MOST], count: 0, hurried: 0 }
    }

    /// The actions, and for each whether a use must follow.
    #[inline]
    pub fn iter(&self) -> impl Iterator<Item = (Action, bool)> + '_ {
        let hurried = self.hurried;
        self.list[..self.count].iter().enumerate().map(move |(i, &action)| (action, i >= hurried))
    }

    #[inline]
    fn add(&mut self, action: Action) {
        if self.count < Moves::MOST {
            self.list[self.count] = action;
            self.count += 1;
        }
    }

    /// Finds the actions of the chef whose turn it is. With `free`, waiting is always one.
    pub fn find(&mut self, world: &World, state: &State, worth: &Worth, free: bool) {
        self.count = 0;
        let chef = state.mover.index();
        let (at, from, held) = (state.at[chef], state.from[chef], state.hand[chef]);
        let kitchen = &world.kitchen;
        let near = kitchen.near[at.index()];
        let oven = kitchen.all(Kind::Oven);
        let useful = useful(world, state, worth, held);
        // Before the last walk these could be used as well.
        let stale = kitchen.near[from.index()] & !oven;
        let mut now = useful & near & !stale;
        let bakes = !state.baking.is_none() && state.ready().is_none();
        if bakes {
            now &= !oven;
        }
        for table in bits(now) {
            self.add(Action::on(Table(table)));
        }
        if !held.is_none() && !state.hurried[chef] {
            for &table in &world.drops[at.index()] {
                if (state.occupied | stale) & table.bit() == 0 {
                    self.add(Action::on(table));
                }
            }
        }
        let beside = bakes && near & useful & oven != 0;
        if free || beside {
            self.add(Action::WAIT);
        }
        self.hurried = self.count;
        if !state.hurried[chef] {
            let other = state.at[1 - chef].index();
            let reach = world.walks.reach[at.index()][other] & !(1 << at.0);
            let earlier = match from {
                Floor::NOWHERE => 0,
                _ => world.walks.reach[from.index()][other] | 1 << from.0,
            };
            let rim = world.walks.rim[at.index()][other] & !earlier;
            let before = &world.walks.steps_to_use[at.index()][other];
            let far = bits(useful).filter(|&table| before[usize::from(table)] > 4);
            let far = far.fold(0_u64, |set, table| set | 1 << table);
            for floor in bits(u64::from(rim)) {
                let after = &world.walks.steps_to_use[usize::from(floor)][other];
                let nearer = |table: u8| {
                    after[usize::from(table)].saturating_add(4) == before[usize::from(table)]
                };
                if bits(far).any(nearer) {
                    self.add(Action::go(Floor(floor)));
                }
            }
            self.hurried = self.count;
            for floor in bits(u64::from(reach & !earlier)) {
                if kitchen.near[usize::from(floor)] & useful & !near != 0 {
                    self.add(Action::go(Floor(floor)));
                }
            }
        }
        if self.count == 0 {
            self.add(Action::WAIT);
            self.hurried = self.count;
        }
    }
}

impl Default for Moves {
    fn default() -> Self {
        Moves::new()
    }
}

/// The tables whose use brings a chef with that in his hand nearer to some order, wherever he is.
fn useful(world: &World, state: &State, worth: &Worth, held: Item) -> u64 {
    let all = |kind| world.kitchen.all(kind);
    let lying = |wanted: &dyn Fn(Item) -> bool| {
        bits(state.occupied)
            .filter(|&table| wanted(state.table[usize::from(table)]))
            .fold(0_u64, |set, table| set | 1 << table)
    };
    let fits = |dish: Item, food: Item| worth.fits >> (dish | food).foods() & 1 != 0;
    let lacks = |food: Item| worth.lack & food.foods() != 0;
    let needs = |food: Item| worth.need & food.foods() != 0;
    let coming = state.baking.baked().filter(|_| state.age() + SOON >= 10);
    let when = |holds: bool, kind: Kind| if holds { all(kind) } else { 0 };
    match held {
        Item::NONE => {
            let wash = state.dishes == 0;
            let (mut blank, mut dough) = (false, false);
            let mut set = 0;
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
                | when(coming.map_or(false, needs), Kind::Oven)
        }
        dish if dish.is_dish() => {
            let wanted = |food: Item| !dish.holds(food) && fits(dish, food);
            let lost = !fits(dish, Item::NONE);
            when(wanted(Item::ICE_CREAM), Kind::IceCream)
                | when(wanted(Item::BLUEBERRIES), Kind::Blueberries)
                | when(coming.map_or(false, wanted), Kind::Oven)
                | when(lost || worth.exact >> dish.foods() & 1 != 0, Kind::Window)
                | when(lost, Kind::Dishwasher)
                | lying(&|item| item.is_food() && wanted(item))
        }
        food if food.is_food() => {
            let tart = food == Item::BLUEBERRIES;
            when(state.dishes > 0, Kind::Dishwasher)
                | lying(&|item| {
                    item.is_dish() && !item.holds(food) && fits(item, food)
                        || tart && item == Item::CHOPPED_DOUGH
                })
        }
        Item::CHOPPED_DOUGH => {
            all(Kind::Blueberries) | lying(&|item| item == Item::BLUEBERRIES)
        }
        raw => {
            let full = !state.baking.is_none() && state.age() + SOON < 20;
            when(raw == Item::STRAWBERRIES || raw == Item::DOUGH, Kind::Board)
                | when(raw != Item::STRAWBERRIES && !full, Kind::Oven)
        }
    }
}

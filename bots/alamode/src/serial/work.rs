//! What a chef uses next in order to make and serve one order.

use crate::action::Action;
use crate::item::{Foods, Item};
use crate::kitchen::{bits, Kind, Table};
use crate::state::{State, BAKING_TURNS};
use crate::walk::Ways;
use crate::world::World;

use super::habit::Habit;

/// The foods that no crate has, those that take longest first.
const MADE: [Item; 3] = [Item::TART, Item::CROISSANT, Item::CHOPPED_STRAWBERRIES];

/// If baking takes at least this many more turns, there is time to begin a tart.
const TIME: u8 = 7;

/// The chef whose turn it is, and its order.
struct Work<'a> {
    world: &'a World,
    state: &'a State,
    ways: &'a Ways,
    order: Foods,
    dish_first: bool,
    held: Item,
    /// What the other chef holds, if that counts.
    others: Item,
}

/// The table that the chef whose turn it is uses next for an order; `None` if it waits.
pub fn next_table(habit: Habit, order: Foods, world: &World, state: &State) -> Option<Table> {
    let (chef, other) = (state.mover, state.mover.other());
    let (at, others) =
        if habit.heeds_other { (state.at[other], state.hand[other]) } else { (None, Item::NONE) };
    let ways = world.walks.from(state.at[chef]?, at);
    let work = Work {
        world,
        state,
        ways,
        order,
        dish_first: habit.dish_first,
        held: state.hand[chef],
        others,
    };
    if work.held.is_none() {
        work.with_empty_hand()
    } else if work.held.is_dish() {
        work.with_dish()
    } else {
        work.with_food()
    }
}

/// The action that uses a table, or walks towards it.
pub fn towards(world: &World, state: &State, table: Table) -> Action {
    let at = match state.at[state.mover] {
        Some(at) => at,
        None => return Action::WAIT,
    };
    if world.kitchen.near(at) & table.bit() != 0 {
        return Action::use_table(table);
    }
    let ways = world.walks.from(at, state.at[state.mover.other()]);
    match ways.landing(world.kitchen.table_cell(table)) {
        there if there == at => Action::WAIT,
        there => Action::walk_to(there),
    }
}

impl Work<'_> {
    fn with_empty_hand(&self) -> Option<Table> {
        let oven = self.one(Kind::Oven);
        if self.state.ready().is_some() {
            return oven;
        }
        if self.dish_first && self.begun_dishes() == 0 {
            return self.clean_dish().or_else(|| self.nearest(self.lying(Item::is_dish)));
        }
        if self.missing().next().is_some() {
            return self.missing().find_map(|food| self.beginning_of(food)).or(oven);
        }
        let foods = |table: &u8| self.state.table[usize::from(*table)].foods().count_ones();
        let fullest = bits(self.begun_dishes()).max_by_key(foods).map(Table);
        fullest.or_else(|| self.clean_dish()).or_else(|| self.nearest(self.lying(Item::is_dish)))
    }

    fn with_dish(&self) -> Option<Table> {
        let on_it = self.held.foods();
        if on_it & !self.order != 0 {
            return self.one(Kind::Dishwasher);
        }
        let rest = self.order & !on_it;
        if rest == 0 {
            return self.one(Kind::Window);
        }
        if !self.dish_first && self.missing().any(|food| rest & food.foods() != 0) {
            return self.empty_table();
        }
        let sources = (0..5)
            .filter(|food| rest >> food & 1 != 0)
            .filter_map(|food| self.source_of(Item(2 << food)))
            .fold(0, |set, table| set | table.bit());
        let otherwise = if self.dish_first { self.empty_table() } else { self.one(Kind::Oven) };
        self.nearest(sources).or(otherwise)
    }

    fn with_food(&self) -> Option<Table> {
        let wants = |food: Item| self.order & food.foods() != 0 && !self.is_made(food);
        let oven = self.one(Kind::Oven).filter(|_| self.state.baking.is_none());
        match self.held {
            Item::STRAWBERRIES => self.one(Kind::Board),
            Item::DOUGH if wants(Item::CROISSANT) && oven.is_some() => oven,
            Item::DOUGH if wants(Item::TART) => self.one(Kind::Board),
            Item::CHOPPED_DOUGH => self.one(Kind::Blueberries),
            Item::DOUGH | Item::RAW_TART => oven.or_else(|| self.empty_table()),
            food if self.order & food.foods() == 0 => self.empty_table(),
            food => {
                let dishes = bits(self.begun_dishes())
                    .filter(|table| !self.state.table[usize::from(*table)].holds(food))
                    .fold(0, |set, table| set | 1 << table);
                self.nearest(dishes).or_else(|| self.clean_dish()).or_else(|| self.empty_table())
            }
        }
    }

    /// The foods of the order that no crate has and that are not made.
    fn missing(&self) -> impl Iterator<Item = Item> + '_ {
        MADE.iter()
            .copied()
            .filter(move |food| self.order & food.foods() != 0 && !self.is_made(*food))
    }

    /// Whether a food is ready, in the oven, or in the other chef's hand in some form.
    fn is_made(&self, food: Item) -> bool {
        self.state.baking.baked() == Some(food)
            || self.others == food
            || beginnings(food).contains(&self.others)
            || self.lying(|item| item == food || self.is_begun(item) && item.holds(food)) != 0
    }

    /// The table that it uses in order to make a food; `None` if the food must be baked, and the oven is in use.
    fn beginning_of(&self, food: Item) -> Option<Table> {
        let bakes = !self.state.baking.is_none();
        let is_soon_ready = self.state.age().saturating_add(TIME) > BAKING_TURNS;
        let waits = match food {
            Item::CROISSANT => bakes,
            Item::TART => bakes && is_soon_ready,
            _ => false,
        };
        if waits {
            return None;
        }
        let begun = beginnings(food)
            .iter()
            .find_map(|stage| self.nearest(self.lying(|item| item == *stage)));
        let is_chopped = food == Item::CHOPPED_STRAWBERRIES;
        begun.or_else(|| self.one(if is_chopped { Kind::Strawberries } else { Kind::Dough }))
    }

    /// The nearest table from which a food can be put on a dish now.
    fn source_of(&self, food: Item) -> Option<Table> {
        let kitchen = &self.world.kitchen;
        let oven = if self.state.ready() == Some(food) { kitchen.all(Kind::Oven) } else { 0 };
        let crates = match food {
            Item::ICE_CREAM => kitchen.all(Kind::IceCream),
            Item::BLUEBERRIES => kitchen.all(Kind::Blueberries),
            _ => 0,
        };
        self.nearest(self.lying(|item| item == food) | oven | crates)
    }

    /// Dishes on tables that can become the order, as a set of tables.
    fn begun_dishes(&self) -> u64 {
        self.lying(|item| self.is_begun(item))
    }

    fn is_begun(&self, item: Item) -> bool {
        item.is_dish() && item.foods() & !self.order == 0
    }

    fn clean_dish(&self) -> Option<Table> {
        self.one(Kind::Dishwasher).filter(|_| self.state.dishes > 0)
    }

    fn empty_table(&self) -> Option<Table> {
        self.nearest(self.world.kitchen.all(Kind::Plain) & !self.state.occupied)
    }

    /// The tables with such items, as a set.
    fn lying(&self, which: impl Fn(Item) -> bool) -> u64 {
        bits(self.state.occupied)
            .filter(|&table| which(self.state.table[usize::from(table)]))
            .fold(0, |set, table| set | 1 << table)
    }

    fn one(&self, kind: Kind) -> Option<Table> {
        self.world.kitchen.one(kind)
    }

    fn nearest(&self, tables: u64) -> Option<Table> {
        bits(tables).min_by_key(|&table| self.ways.to_use[usize::from(table)]).map(Table)
    }
}

/// The stages of a food before it is finished, the latest first.
fn beginnings(food: Item) -> &'static [Item] {
    match food {
        Item::CHOPPED_STRAWBERRIES => &[Item::STRAWBERRIES],
        Item::CROISSANT => &[Item::DOUGH],
        Item::TART => &[Item::RAW_TART, Item::CHOPPED_DOUGH, Item::DOUGH],
        _ => &[],
    }
}

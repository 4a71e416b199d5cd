//! The plain twin of `State::play`: maps instead of arrays, a copy of everything for each turn, no
//! hash.

use std::collections::BTreeMap;

use alamode::action::Action;
use alamode::item::Item;
use alamode::kitchen::{Floor, Kind, Table};
use alamode::state::State;
use alamode::world::World;

/// A position without any hash.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Plain {
    lying: BTreeMap<Table, Item>,
    hands: Vec<Option<Item>>,
    places: Vec<Option<Floor>>,
    oven: Option<(Item, u32)>,
    dishes: u32,
    mover: usize,
    left: i32,
    queue: Vec<(u8, i32)>,
    next: u8,
    points: i32,
}

impl Plain {
    /// The same position.
    pub fn of(state: &State) -> Plain {
        let some = |item: Item| Some(item).filter(|item| !item.is_none());
        Plain {
            lying: (0..47)
                .map(Table)
                .filter_map(|table| Some((table, some(state.table[table.index()])?)))
                .collect(),
            hands: state.hand.0.iter().map(|&item| some(item)).collect(),
            places: state.at.0.to_vec(),
            oven: some(state.baking).map(|item| (item, u32::from(state.age()))),
            dishes: u32::from(state.dishes),
            mover: state.mover as usize,
            left: if state.over { -1 } else { i32::from(state.left) },
            queue: state
                .waiting
                .iter()
                .zip(state.award)
                .map(|(&who, pay)| (who, i32::from(pay)))
                .collect(),
            next: state.next,
            points: state.points,
        }
    }

    /// The position after the turn of the chef whose turn it is.
    #[must_use]
    pub fn play(&self, world: &World, action: Action) -> Plain {
        let mut after = self.clone();
        let chef = self.mover;
        let mut served = None;
        if let Some(floor) = action.destination() {
            after.places[chef] = Some(floor);
        }
        if let Some(table) = action.table() {
            let around = world.kitchen.around[table.index()];
            if self.places[chef].map_or(false, |floor| around & floor.bit() != 0) {
                served = after.touch(world, table);
            }
        }
        let before: Vec<u8> = after.queue.iter().map(|place| place.0).collect();
        for place in &mut after.queue {
            place.1 -= before.iter().map(|&who| i32::from(who == place.0)).sum::<i32>();
        }
        if let Some(served) = served {
            after.queue.retain(|place| place.0 != served);
            while after.queue.len() < 3 {
                let who = after.next;
                let pay = i32::from(world.customers.order(who).award);
                after
                    .queue
                    .iter_mut()
                    .filter(|place| place.0 == who)
                    .for_each(|place| place.1 = pay);
                after.queue.push((who, pay));
                after.next = world.customers.after(who);
            }
        }
        let ticks = if self.places[1 - chef].is_none() { 2 } else { 1 };
        after.mover = if ticks == 2 { chef } else { 1 - chef };
        after.left = if after.left < ticks { -1 } else { after.left - ticks };
        after.oven =
            after.oven.map(|(item, age)| (item, age + ticks as u32)).filter(|oven| oven.1 < 20);
        after
    }

    fn touch(&mut self, world: &World, table: Table) -> Option<u8> {
        let kind = world.kitchen.kind[table.index()];
        let chef = self.mover;
        let held = self.hands[chef];
        let crate_food = match kind {
            Kind::IceCream => Some(Item::ICE_CREAM),
            Kind::Blueberries => Some(Item::BLUEBERRIES),
            Kind::Oven => self.oven.filter(|oven| oven.1 >= 10).and_then(|(item, _)| item.baked()),
            Kind::Plain => self.lying.get(&table).copied(),
            _ => None,
        };
        match (kind, held, crate_food) {
            (Kind::Dough, None, _) => self.hands[chef] = Some(Item::DOUGH),
            (Kind::Strawberries, None, _) => self.hands[chef] = Some(Item::STRAWBERRIES),
            (Kind::Board, Some(Item::DOUGH), _) => self.hands[chef] = Some(Item::CHOPPED_DOUGH),
            (Kind::Board, Some(Item::STRAWBERRIES), _) => {
                self.hands[chef] = Some(Item::CHOPPED_STRAWBERRIES);
            }
            (Kind::Dishwasher, Some(dish), _) if dish.is_dish() => {
                self.hands[chef] = Some(Item::DISH);
            }
            (Kind::Dishwasher, food, _) if self.dishes > 0 && food.map_or(true, Item::is_food) => {
                self.dishes -= 1;
                self.hands[chef] = Some(Item(food.map_or(1, |food| food.0 | 1)));
            }
            (Kind::Window, Some(dish), _) if dish.is_dish() => {
                self.dishes += 1;
                self.hands[chef] = None;
                let fits = |place: &(u8, i32)| world.customers.order(place.0).foods == dish.foods();
                // The first of those with the highest award.
                let best =
                    self.queue.iter().rev().filter(|place| fits(place)).max_by_key(|place| place.1);
                let (who, pay) = *best?;
                self.points += pay;
                return Some(who);
            }
            (Kind::Oven, Some(raw), None) if self.oven.is_none() && raw.baked().is_some() => {
                self.oven = Some((raw, 0));
                self.hands[chef] = None;
            }
            (Kind::Plain, Some(item), None) => {
                self.lying.insert(table, item);
                self.hands[chef] = None;
            }
            (Kind::Plain, Some(food), Some(dish))
                if dish.is_dish() && food.is_food() && !dish.holds(food) =>
            {
                self.lying.insert(table, dish | food);
                self.hands[chef] = None;
            }
            (
                Kind::Plain | Kind::Blueberries,
                Some(Item::CHOPPED_DOUGH),
                Some(Item::BLUEBERRIES),
            )
            | (Kind::Plain, Some(Item::BLUEBERRIES), Some(Item::CHOPPED_DOUGH)) => {
                self.lying.remove(&table);
                self.hands[chef] = Some(Item::RAW_TART);
            }
            (_, None, Some(item)) => {
                self.take_away(kind, table);
                self.hands[chef] = Some(item);
            }
            (_, Some(dish), Some(food))
                if dish.is_dish() && food.is_food() && !dish.holds(food) =>
            {
                self.take_away(kind, table);
                self.hands[chef] = Some(dish | food);
            }
            _ => {}
        }
        None
    }

    fn take_away(&mut self, kind: Kind, table: Table) {
        self.lying.remove(&table);
        if kind == Kind::Oven {
            self.oven = None;
        }
    }
}

//! One position in the kitchen, and what an action makes of it.
//!
//! This is the bot's own reading of the rules, made for searching: 112 bytes without a pointer,
//! copied in a few instructions, with a hash that every change keeps up to date.

use crate::item::Item;
use crate::kitchen::{Floor, Kind, Table, FLOORS, TABLES};
use crate::world::World;

/// Who acts: the bot's own chef or the partner. Index of the pairs in a [`State`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Chef(pub u8);

impl Chef {
    /// The bot itself.
    pub const OWN: Chef = Chef(0);
    /// The other one.
    pub const PARTNER: Chef = Chef(1);

    /// The other chef.
    #[inline]
    #[must_use]
    pub const fn other(self) -> Chef {
        Chef(1 - self.0)
    }

    /// As an index.
    #[inline]
    pub const fn index(self) -> usize {
        self.0 as usize
    }
}

/// What a chef does in a turn: 0 waits, 1 to 30 go to a floor cell, 31 to 77 use a table.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Action(pub u8);

impl Action {
    /// Nothing.
    pub const WAIT: Action = Action(0);

    /// Goes to a cell that is at most four steps away.
    #[inline]
    pub const fn go(floor: Floor) -> Action {
        Action(floor.0 + 1)
    }

    /// Uses a table that it touches.
    #[inline]
    pub const fn on(table: Table) -> Action {
        Action(table.0 + 1 + FLOORS as u8)
    }

    /// Where it goes, if it does.
    #[inline]
    pub const fn goes_to(self) -> Option<Floor> {
        match self.0 {
            1..=30 => Some(Floor(self.0 - 1)),
            _ => None,
        }
    }

    /// What it uses, if it does.
    #[inline]
    pub const fn uses(self) -> Option<Table> {
        match self.0 {
            0..=30 => None,
            code => Some(Table(code - 1 - FLOORS as u8)),
        }
    }
}

/// Nobody was there before.
const NO_TURN: u8 = u8::MAX;

/// The kitchen as the chef whose turn it is sees it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct State {
    /// Hash of all that matters: equal states have equal keys.
    pub key: u64,
    /// Hash of what there is, wherever it may be, and of the customers: what the worth depends on.
    pub stock: u64,
    /// The tables with an item, as a set.
    pub occupied: u64,
    /// What lies on each table.
    pub table: [Item; TABLES],
    /// What is in the oven, raw.
    pub baking: Item,
    /// What each chef holds.
    pub hand: [Item; 2],
    /// Where each chef stands.
    pub at: [Floor; 2],
    /// Where each chef stood before his last walk; nowhere if he did something else last.
    pub from: [Floor; 2],
    /// The turn number, counted down, in which the oven was filled.
    pub filled: u8,
    /// Turns left after this one: what the server sends.
    pub left: u8,
    /// Dishes in the dishwasher.
    pub dishes: u8,
    /// Whose turn it is.
    pub mover: Chef,
    /// The three customers who wait, oldest first.
    pub waiting: [u8; 3],
    /// Who comes next.
    pub next: u8,
    /// What the three would pay now.
    pub award: [i16; 3],
    /// Whether the round is over.
    pub over: bool,
    /// A short walk that must be followed by a use, for each chef.
    pub hurried: [bool; 2],
    /// Points earned.
    pub points: i32,
    /// What the stock is worth, in points; kept by the search.
    pub worth: i32,
    /// Points and worth of all positions on the way here, summed up by the search.
    pub sum: i32,
}

impl State {
    /// An empty kitchen at the beginning of a round, with the chefs at their places.
    pub fn opening(world: &World, at: [Floor; 2], mover: Chef) -> State {
        let customers = &world.customers;
        let mut waiting = [0; 3];
        waiting[1] = customers.after(0);
        waiting[2] = customers.after(waiting[1]);
        let mut state = State {
            key: 0,
            stock: 0,
            occupied: 0,
            table: [Item::NONE; TABLES],
            baking: Item::NONE,
            hand: [Item::NONE; 2],
            at,
            from: [Floor::NOWHERE; 2],
            filled: NO_TURN,
            left: 199,
            dishes: 3,
            mover,
            waiting,
            next: customers.after(waiting[2]),
            award: waiting.map(|customer| customers.order(customer).award),
            over: false,
            hurried: [false; 2],
            points: 0,
            worth: 0,
            sum: 0,
        };
        state.rekey(world);
        state
    }

    /// Reckons the hashes anew.
    pub fn rekey(&mut self, world: &World) {
        let keys = &world.keys;
        let (mut key, mut stock) = (0_u64, 0_u64);
        self.occupied = 0;
        for (table, &item) in self.table.iter().enumerate() {
            if !item.is_none() {
                self.occupied |= 1 << table;
                key = key.wrapping_add(keys.lying(Table(table as u8), item));
                stock = stock.wrapping_add(keys.stocked(item));
            }
        }
        for chef in 0..2 {
            key = key.wrapping_add(keys.held(Chef(chef as u8), self.hand[chef]));
            key = key.wrapping_add(keys.standing(Chef(chef as u8), self.at[chef]));
            stock = stock.wrapping_add(keys.stocked(self.hand[chef]));
        }
        key = key.wrapping_add(keys.baking(self.baking, self.filled));
        stock = stock.wrapping_add(keys.ovened(self.baking));
        let queue = self
            .waiting
            .iter()
            .fold(keys.coming(self.next), |sum, &customer| sum.wrapping_add(keys.waits(customer)));
        self.key = key.wrapping_add(queue);
        self.stock = stock.wrapping_add(queue);
    }

    /// What the oven shows: the item, raw or baked, and its timer.
    pub fn oven(&self) -> (Item, u8) {
        match (self.age(), self.baking.baked()) {
            (age, Some(_)) if age < 10 => (self.baking, 10 - age),
            (age, Some(food)) => (food, 20 - age),
            (_, None) => (Item::NONE, 0),
        }
    }

    /// Puts into the oven what the server shows there.
    pub fn set_oven(&mut self, item: Item, timer: u8) {
        let (raw, age) = match item {
            Item::CROISSANT => (Item::DOUGH, 20 - timer.min(10)),
            Item::TART => (Item::RAW_TART, 20 - timer.min(10)),
            raw => (raw, 10 - timer.min(10)),
        };
        self.baking = raw;
        self.filled = if raw.is_none() { NO_TURN } else { self.left + age };
    }

    /// Turns since the oven was filled.
    #[inline]
    pub fn age(&self) -> u8 {
        self.filled.wrapping_sub(self.left)
    }

    /// The food that can be taken out of the oven now.
    #[inline]
    pub fn ready(&self) -> Option<Item> {
        if self.age() >= 10 {
            self.baking.baked()
        } else {
            None
        }
    }

    #[inline]
    fn lay(&mut self, world: &World, table: Table, item: Item) {
        let old = std::mem::replace(&mut self.table[table.index()], item);
        let keys = &world.keys;
        self.key =
            self.key.wrapping_sub(keys.lying(table, old)).wrapping_add(keys.lying(table, item));
        self.stock = self.stock.wrapping_sub(keys.stocked(old)).wrapping_add(keys.stocked(item));
        self.occupied = self.occupied & !table.bit() | u64::from(!item.is_none()) << table.0;
    }

    #[inline]
    fn hold(&mut self, world: &World, chef: Chef, item: Item) {
        let old = std::mem::replace(&mut self.hand[chef.index()], item);
        let keys = &world.keys;
        self.key = self.key.wrapping_sub(keys.held(chef, old)).wrapping_add(keys.held(chef, item));
        self.stock = self.stock.wrapping_sub(keys.stocked(old)).wrapping_add(keys.stocked(item));
    }

    #[inline]
    fn stand(&mut self, world: &World, chef: Chef, floor: Floor) {
        let old = std::mem::replace(&mut self.at[chef.index()], floor);
        let keys = &world.keys;
        self.key = self
            .key
            .wrapping_sub(keys.standing(chef, old))
            .wrapping_add(keys.standing(chef, floor));
    }

    /// Fills or empties the oven.
    #[inline]
    fn bake(&mut self, world: &World, item: Item) {
        let keys = &world.keys;
        let filled = if item.is_none() { NO_TURN } else { self.left };
        self.key = self
            .key
            .wrapping_sub(keys.baking(self.baking, self.filled))
            .wrapping_add(keys.baking(item, filled));
        self.stock =
            self.stock.wrapping_sub(keys.ovened(self.baking)).wrapping_add(keys.ovened(item));
        self.baking = item;
        self.filled = filled;
    }

    /// Plays the turn of the chef whose turn it is. What the rules refuse changes nothing but
    /// the time. Gives whether a use had an effect.
    #[inline]
    pub fn play(&mut self, world: &World, action: Action) -> bool {
        let chef = self.mover;
        let mut done = false;
        let mut served = 0;
        if let Some(table) = action.uses() {
            let touches = world.kitchen.near[self.at[chef.index()].index()] & table.bit() != 0;
            if touches {
                done = self.touch(world, chef, table, &mut served);
            }
            self.from[chef.index()] = Floor::NOWHERE;
        } else if let Some(floor) = action.goes_to() {
            self.from[chef.index()] = self.at[chef.index()];
            self.stand(world, chef, floor);
        } else {
            self.from[chef.index()] = Floor::NOWHERE;
        }
        self.pass(world, served);
        done
    }

    /// Ends the turn: customers grow impatient, leave and come, the oven ticks.
    #[inline]
    fn pass(&mut self, world: &World, served: u8) {
        let twins = self.waiting[0] == self.waiting[1]
            || self.waiting[0] == self.waiting[2]
            || self.waiting[1] == self.waiting[2];
        if twins {
            // One customer who stands in the queue twice loses for both places.
            let waiting = self.waiting;
            for (award, own) in self.award.iter_mut().zip(waiting) {
                *award -= waiting.iter().map(|&other| i16::from(other == own)).sum::<i16>();
            }
        } else {
            for award in &mut self.award {
                *award -= 1;
            }
        }
        if served != 0 {
            self.replace(world, served);
        }
        // A dead partner's turn passes with a tick of the oven and nothing else.
        let turns = if self.at[self.mover.other().index()] == Floor::NOWHERE {
            2
        } else {
            self.mover = self.mover.other();
            1
        };
        if self.left < turns {
            self.over = true;
        }
        self.left = self.left.saturating_sub(turns);
        if !self.baking.is_none() && self.age() >= 20 {
            self.bake(world, Item::NONE);
        }
    }

    /// The customers of the set `served` leave, others come.
    #[cold]
    fn replace(&mut self, world: &World, served: u8) {
        let keys = &world.keys;
        let mut queue = [(0_u8, 0_i16); 3];
        let mut count = 0;
        for place in 0..3 {
            if served >> place & 1 == 0 {
                queue[count] = (self.waiting[place], self.award[place]);
                count += 1;
            }
            let gone = keys.waits(self.waiting[place]);
            self.key = self.key.wrapping_sub(gone);
            self.stock = self.stock.wrapping_sub(gone);
        }
        let old = keys.coming(self.next);
        while count < 3 {
            let customer = self.next;
            let award = world.customers.order(customer).award;
            for twin in queue[..count].iter_mut().filter(|twin| twin.0 == customer) {
                twin.1 = award;
            }
            queue[count] = (customer, award);
            count += 1;
            self.next = world.customers.after(customer);
        }
        self.waiting = queue.map(|place| place.0);
        self.award = queue.map(|place| place.1);
        let come = self
            .waiting
            .iter()
            .fold(keys.coming(self.next), |sum, &customer| sum.wrapping_add(keys.waits(customer)));
        self.key = self.key.wrapping_sub(old).wrapping_add(come);
        self.stock = self.stock.wrapping_sub(old).wrapping_add(come);
    }

    /// `USE` of a table that the chef touches. Gives whether it had an effect; `served` gets the
    /// places in the queue that leave satisfied.
    #[inline]
    fn touch(&mut self, world: &World, chef: Chef, table: Table, served: &mut u8) -> bool {
        let held = self.hand[chef.index()];
        let after = match world.kitchen.kind[table.index()] {
            Kind::Plain => return self.touch_plain(world, chef, table),
            Kind::IceCream => from_crate(held, Item::ICE_CREAM),
            Kind::Blueberries if held == Item::CHOPPED_DOUGH => Some(Item::RAW_TART),
            Kind::Blueberries => from_crate(held, Item::BLUEBERRIES),
            Kind::Strawberries if held.is_none() => Some(Item::STRAWBERRIES),
            Kind::Dough if held.is_none() => Some(Item::DOUGH),
            Kind::Board => held.chopped(),
            Kind::Dishwasher if held.is_dish() => Some(Item::DISH),
            Kind::Dishwasher if self.dishes > 0 && (held.is_none() || held.is_food()) => {
                self.dishes -= 1;
                Some(Item::DISH | held)
            }
            Kind::Window if held.is_dish() => {
                self.dishes += 1;
                self.serve(world, held, served);
                Some(Item::NONE)
            }
            Kind::Oven => self.touch_oven(world, held),
            Kind::Strawberries | Kind::Dough | Kind::Dishwasher | Kind::Window => None,
        };
        match after {
            Some(item) => {
                self.hold(world, chef, item);
                true
            }
            None => false,
        }
    }

    fn serve(&mut self, world: &World, dish: Item, served: &mut u8) {
        let mut best: Option<usize> = None;
        for place in 0..3 {
            let fits = world.customers.order(self.waiting[place]).foods == dish.foods();
            if fits && best.map_or(true, |best| self.award[place] > self.award[best]) {
                best = Some(place);
            }
        }
        if let Some(best) = best {
            self.points += i32::from(self.award[best]);
            for place in 0..3 {
                *served |= u8::from(self.waiting[place] == self.waiting[best]) << place;
            }
        }
    }

    fn touch_oven(&mut self, world: &World, held: Item) -> Option<Item> {
        if self.baking.is_none() {
            held.baked()?;
            self.bake(world, held);
            return Some(Item::NONE);
        }
        let food = self.ready()?;
        let after = from_crate(held, food)?;
        self.bake(world, Item::NONE);
        Some(after)
    }

    fn touch_plain(&mut self, world: &World, chef: Chef, table: Table) -> bool {
        let (held, lying) = (self.hand[chef.index()], self.table[table.index()]);
        let pair = if held.is_none() || lying.is_none() {
            if held == lying {
                return false;
            }
            (lying, held)
        } else if held.is_dish() && lying.is_food() && !held.holds(lying) {
            (held | lying, Item::NONE)
        } else if held.is_food() && lying.is_dish() && !lying.holds(held) {
            (Item::NONE, lying | held)
        } else if held == Item::BLUEBERRIES && lying == Item::CHOPPED_DOUGH
            || held == Item::CHOPPED_DOUGH && lying == Item::BLUEBERRIES
        {
            (Item::RAW_TART, Item::NONE)
        } else {
            return false;
        };
        self.hold(world, chef, pair.0);
        self.lay(world, table, pair.1);
        true
    }
}

/// A food comes to an empty hand, or onto a dish that has none of it.
#[inline]
fn from_crate(held: Item, food: Item) -> Option<Item> {
    if held.is_none() || held.is_dish() && !held.holds(food) {
        Some(held | food)
    } else {
        None
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_position_is_small() {
        assert!(std::mem::size_of::<State>() <= 128, "{}", std::mem::size_of::<State>());
    }

    #[test]
    fn the_oven_shows_what_was_put_in_for_ten_turns_and_ten_more() {
        let rows = [
            "###########",
            "#.........#",
            "#.####.##.#",
            "#.#..#..#.#",
            "#.##.####.#",
            "#.........#",
            "###########",
        ];
        let kitchen = crate::kitchen::Kitchen::from_rows(&rows).unwrap();
        let order = crate::customers::Order { foods: 3, award: 650 };
        let customers = crate::customers::Customers::new(vec![order]).unwrap();
        let world = World::new(kitchen, customers, crate::params::Params::default(), 0);
        let mut state = State::opening(&world, [Floor(0), Floor(5)], Chef::OWN);
        state.bake(&world, Item::DOUGH);
        for turn in 1..=20 {
            state.play(&world, Action::WAIT);
            let shown = match turn {
                1..=9 => (Item::DOUGH, 10 - turn),
                10..=19 => (Item::CROISSANT, 20 - turn),
                _ => (Item::NONE, 0),
            };
            assert_eq!(state.oven(), shown);
            let mut read = state;
            read.set_oven(shown.0, shown.1);
            assert_eq!((read.baking, read.filled), (state.baking, state.filled));
        }
    }
}

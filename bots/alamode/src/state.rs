//! A position in the kitchen, with hashes that every change keeps up to date.
//!
//! What an action makes of it is in [`rules`](crate::rules). What only the search needs is in
//! [`node`](crate::node).

use crate::chef::{Chef, Pair};
use crate::item::Item;
use crate::kitchen::{Floor, Table, TABLES};
use crate::world::World;

/// Turns until baking food is ready.
pub const BAKING_TURNS: u8 = 10;

/// Turns after which food burns in the oven and is lost, counted from when it was put there.
pub const BURNING_TURNS: u8 = 20;

/// [`State::filled`] while the oven is empty.
const NEVER: u8 = u8::MAX;

/// The kitchen in one turn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct State {
    /// Hash of all that decides how the game goes on, but for the awards and the turn.
    pub key: u64,
    /// Hash of the items, in hands and on tables, and of the customers: what [`Worth`] depends on.
    ///
    /// [`Worth`]: crate::worth::Worth
    pub stock: u64,
    /// The tables with an item, as a set.
    pub occupied: u64,
    /// The item on each table.
    pub table: [Item; TABLES],
    /// The item in the oven, as it was put in.
    pub baking: Item,
    /// The item that each chef holds.
    pub hand: Pair<Item>,
    /// The cell of each chef; `None` if it is dead.
    pub at: Pair<Option<Floor>>,
    /// The value of `left` in the turn in which the oven was filled.
    pub filled: u8,
    /// Turns left after this one, as the server sends it.
    pub left: u8,
    /// Dishes in the dishwasher.
    pub dishes: u8,
    /// The chef whose turn it is.
    pub mover: Chef,
    /// The three customers who wait, the oldest first.
    pub waiting: [u8; 3],
    /// The customer who comes next.
    pub next: u8,
    /// What each waiting customer would pay now.
    pub award: [i16; 3],
    /// Whether the round is over.
    pub over: bool,
    /// Points earned.
    pub points: i32,
}

impl State {
    /// The empty kitchen at the beginning of a round.
    pub fn opening(world: &World, at: Pair<Option<Floor>>, mover: Chef) -> State {
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
            hand: Pair([Item::NONE; 2]),
            at,
            filled: NEVER,
            left: 199,
            dishes: 3,
            mover,
            waiting,
            next: customers.after(waiting[2]),
            award: waiting.map(|customer| customers.order(customer).award),
            over: false,
            points: 0,
        };
        state.rekey(world);
        state
    }

    /// Computes the hashes and [`State::occupied`] from nothing.
    pub fn rekey(&mut self, world: &World) {
        let keys = &world.keys;
        let (mut key, mut stock) = (0_u64, 0_u64);
        self.occupied = 0;
        for (table, &item) in self.table.iter().enumerate() {
            if !item.is_none() {
                self.occupied |= 1 << table;
                key = key.wrapping_add(keys.on_table(Table(table as u8), item));
                stock = stock.wrapping_add(keys.in_stock(item));
            }
        }
        for chef in Chef::BOTH {
            let held = self.hand[chef];
            key = key.wrapping_add(keys.in_hand(chef, held));
            key = key.wrapping_add(keys.standing(chef, self.at[chef]));
            stock = stock.wrapping_add(keys.in_stock(held));
        }
        key = key.wrapping_add(keys.in_oven(self.baking, self.filled));
        stock = stock.wrapping_add(keys.oven_in_stock(self.baking));
        let queue = self.queue_key(world);
        self.key = key.wrapping_add(queue);
        self.stock = stock.wrapping_add(queue);
    }

    /// The part of both hashes that the customers make up.
    fn queue_key(&self, world: &World) -> u64 {
        let keys = &world.keys;
        self.waiting
            .iter()
            .fold(keys.next(self.next), |sum, &customer| sum.wrapping_add(keys.waiting(customer)))
    }

    /// The position with the chefs exchanged: what the partner sees.
    #[must_use]
    pub fn swapped(&self, world: &World) -> State {
        let mut swapped = *self;
        swapped.at.swap();
        swapped.hand.swap();
        swapped.mover = self.mover.other();
        swapped.rekey(world);
        swapped
    }

    /// Whether two positions are the same. The points do not count: they may be counted from different turns on.
    pub fn is_same(&self, other: &State) -> bool {
        State { points: other.points, ..*self } == *other
    }

    /// What the server shows of the oven: the item, raw or baked, and the timer.
    pub fn oven(&self) -> (Item, u8) {
        match (self.age(), self.baking.baked()) {
            (age, Some(_)) if age < BAKING_TURNS => (self.baking, BAKING_TURNS - age),
            (age, Some(food)) => (food, BURNING_TURNS - age),
            (_, None) => (Item::NONE, 0),
        }
    }

    /// Puts into the oven what the server shows of it.
    pub fn set_oven(&mut self, item: Item, timer: u8) {
        let (raw, age) = match item {
            Item::CROISSANT => (Item::DOUGH, BURNING_TURNS - timer.min(10)),
            Item::TART => (Item::RAW_TART, BURNING_TURNS - timer.min(10)),
            raw => (raw, BAKING_TURNS - timer.min(10)),
        };
        self.baking = raw;
        self.filled = if raw.is_none() { NEVER } else { self.left + age };
    }

    /// Turns since the oven was filled.
    #[inline]
    pub fn age(&self) -> u8 {
        self.filled.wrapping_sub(self.left)
    }

    /// The food that can be taken out of the oven now.
    #[inline]
    pub fn ready(&self) -> Option<Item> {
        if self.age() >= BAKING_TURNS {
            self.baking.baked()
        } else {
            None
        }
    }

    #[inline]
    pub(crate) fn set_table(&mut self, world: &World, table: Table, item: Item) {
        let old = std::mem::replace(&mut self.table[table.index()], item);
        let keys = &world.keys;
        exchange(&mut self.key, keys.on_table(table, old), keys.on_table(table, item));
        exchange(&mut self.stock, keys.in_stock(old), keys.in_stock(item));
        self.occupied = self.occupied & !table.bit() | u64::from(!item.is_none()) << table.0;
    }

    #[inline]
    pub(crate) fn set_hand(&mut self, world: &World, chef: Chef, item: Item) {
        let old = std::mem::replace(&mut self.hand[chef], item);
        let keys = &world.keys;
        exchange(&mut self.key, keys.in_hand(chef, old), keys.in_hand(chef, item));
        exchange(&mut self.stock, keys.in_stock(old), keys.in_stock(item));
    }

    #[inline]
    pub(crate) fn set_place(&mut self, world: &World, chef: Chef, place: Option<Floor>) {
        let old = std::mem::replace(&mut self.at[chef], place);
        let keys = &world.keys;
        exchange(&mut self.key, keys.standing(chef, old), keys.standing(chef, place));
    }

    /// Fills the oven in this turn, or empties it.
    #[inline]
    pub fn set_baking(&mut self, world: &World, item: Item) {
        let keys = &world.keys;
        let filled = if item.is_none() { NEVER } else { self.left };
        let old = keys.in_oven(self.baking, self.filled);
        exchange(&mut self.key, old, keys.in_oven(item, filled));
        exchange(&mut self.stock, keys.oven_in_stock(self.baking), keys.oven_in_stock(item));
        self.baking = item;
        self.filled = filled;
    }

    pub(crate) fn set_customers(&mut self, world: &World, waiting: [u8; 3], next: u8) {
        let old = self.queue_key(world);
        self.waiting = waiting;
        self.next = next;
        let new = self.queue_key(world);
        exchange(&mut self.key, old, new);
        exchange(&mut self.stock, old, new);
    }
}

/// Replaces one term of a sum of keys by another.
#[inline]
fn exchange(sum: &mut u64, old: u64, new: u64) {
    *sum = sum.wrapping_sub(old).wrapping_add(new);
}

//! The random numbers of the incremental hashes.

use gridkit::Rng;

use crate::chef::{Chef, Pair};
use crate::item::Item;
use crate::kitchen::{Floor, Table, PLACES, TABLES};

/// A random number for each part of a hash.
///
/// A hash is a wrapping sum, so two equal items count twice. The number of an item at a place is
/// the number of the item times the number of the place. The number of no item is 0.
pub struct Keys {
    item: [u64; 256],
    stock: [u64; 256],
    place: [u64; TABLES + 2],
    standing: Pair<[u64; PLACES]>,
    filled: [u64; 256],
    waiting: [u64; 256],
    next: [u64; 256],
    oven: u64,
}

impl Keys {
    pub fn new(rng: &mut Rng) -> Keys {
        let mut draw = || rng.next_u64() | 1;
        let mut item = [(); 256].map(|()| draw());
        let mut stock = [(); 256].map(|()| draw());
        item[0] = 0;
        stock[0] = 0;
        Keys {
            item,
            stock,
            place: [(); TABLES + 2].map(|()| draw()),
            standing: Pair([(); 2].map(|()| [(); PLACES].map(|()| draw()))),
            filled: [(); 256].map(|()| draw()),
            waiting: [(); 256].map(|()| draw()),
            next: [(); 256].map(|()| draw()),
            oven: draw(),
        }
    }

    /// An item on a table.
    #[inline]
    pub fn on_table(&self, table: Table, item: Item) -> u64 {
        self.place[table.index()].wrapping_mul(self.item[usize::from(item.0)])
    }

    /// An item in the hand of a chef.
    #[inline]
    pub fn in_hand(&self, chef: Chef, item: Item) -> u64 {
        self.place[TABLES + chef as usize].wrapping_mul(self.item[usize::from(item.0)])
    }

    /// A chef on a floor cell, or nowhere.
    #[inline]
    pub fn standing(&self, chef: Chef, place: Option<Floor>) -> u64 {
        self.standing[chef][Floor::place_index(place)]
    }

    /// An item that was put into the oven in the turn `filled`.
    #[inline]
    pub fn in_oven(&self, item: Item, filled: u8) -> u64 {
        self.item[usize::from(item.0)].wrapping_mul(self.filled[usize::from(filled)])
    }

    /// An item in a hand or on any table.
    #[inline]
    pub fn in_stock(&self, item: Item) -> u64 {
        self.stock[usize::from(item.0)]
    }

    /// An item in the oven, whenever it was put there.
    #[inline]
    pub fn oven_in_stock(&self, item: Item) -> u64 {
        self.stock[usize::from(item.0)].wrapping_mul(self.oven)
    }

    /// A customer who waits.
    #[inline]
    pub fn waiting(&self, customer: u8) -> u64 {
        self.waiting[usize::from(customer)]
    }

    /// The customer who comes next.
    #[inline]
    pub fn next(&self, customer: u8) -> u64 {
        self.next[usize::from(customer)]
    }
}

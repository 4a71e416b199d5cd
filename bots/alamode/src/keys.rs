//! The random numbers of the incremental hashes.

use gridkit::Rng;

use crate::item::Item;
use crate::kitchen::{Floor, Table, FLOORS, TABLES};
use crate::state::Chef;

/// Numbers for everything a hash is made of. A hash is a wrapping sum, so that two items of a
/// kind count twice; where a thing has a place, its number is multiplied by that of the place.
pub struct Keys {
    item: [u64; 256],
    stocked: [u64; 256],
    place: [u64; TABLES + 2],
    standing: [[u64; FLOORS + 1]; 2],
    filled: [u64; 256],
    waits: [u64; 256],
    coming: [u64; 256],
    oven: u64,
}

impl Keys {
    /// Draws them.
    pub fn new(rng: &mut Rng) -> Keys {
        let mut draw = || rng.next_u64() | 1;
        let mut item = [(); 256].map(|()| draw());
        let mut stocked = [(); 256].map(|()| draw());
        item[0] = 0;
        stocked[0] = 0;
        Keys {
            item,
            stocked,
            place: [(); TABLES + 2].map(|()| draw()),
            standing: [(); 2].map(|()| [(); FLOORS + 1].map(|()| draw())),
            filled: [(); 256].map(|()| draw()),
            waits: [(); 256].map(|()| draw()),
            coming: [(); 256].map(|()| draw()),
            oven: draw(),
        }
    }

    /// An item on a table; nothing is 0.
    #[inline]
    pub fn lying(&self, table: Table, item: Item) -> u64 {
        self.place[table.index()].wrapping_mul(self.item[usize::from(item.0)])
    }

    /// An item in a hand.
    #[inline]
    pub fn held(&self, chef: Chef, item: Item) -> u64 {
        self.place[TABLES + chef.index()].wrapping_mul(self.item[usize::from(item.0)])
    }

    /// A chef's place.
    #[inline]
    pub fn standing(&self, chef: Chef, floor: Floor) -> u64 {
        self.standing[chef.index()][floor.index()]
    }

    /// What is in the oven since when.
    #[inline]
    pub fn baking(&self, item: Item, filled: u8) -> u64 {
        self.item[usize::from(item.0)].wrapping_mul(self.filled[usize::from(filled)])
    }

    /// An item that is somewhere.
    #[inline]
    pub fn stocked(&self, item: Item) -> u64 {
        self.stocked[usize::from(item.0)]
    }

    /// An item in the oven, whenever it was put there.
    #[inline]
    pub fn ovened(&self, item: Item) -> u64 {
        self.stocked[usize::from(item.0)].wrapping_mul(self.oven)
    }

    /// A customer who waits.
    #[inline]
    pub fn waits(&self, customer: u8) -> u64 {
        self.waits[usize::from(customer)]
    }

    /// The customer who comes next.
    #[inline]
    pub fn coming(&self, customer: u8) -> u64 {
        self.coming[usize::from(customer)]
    }
}

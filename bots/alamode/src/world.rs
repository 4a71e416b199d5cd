//! All that stays the same during a game.

use gridkit::Rng;

use crate::customers::Customers;
use crate::item::Item;
use crate::keys::Keys;
use crate::kitchen::{bits, Floor, Kind, Kitchen, Table, FLOORS};
use crate::params::Params;
use crate::walk::{Walks, FAR};

/// The kitchen, its customers, and what was reckoned from them in the first second.
pub struct World {
    /// What stands where.
    pub kitchen: Kitchen,
    /// Who orders what.
    pub customers: Customers,
    /// All walks.
    pub walks: Walks,
    /// Random numbers for hashes.
    pub keys: Keys,
    /// The tunable numbers.
    pub params: Params,
    /// The plain tables that a floor cell touches, those that most cells touch first.
    pub drops: Vec<Vec<Table>>,
    /// Points lost because a chef at a cell who holds an item is away from where it must go:
    /// `[item][floor]`.
    pull: Vec<[i16; FLOORS + 1]>,
    /// The same for the window.
    to_window: [i16; FLOORS + 1],
}

impl World {
    /// Reckons everything.
    pub fn new(kitchen: Kitchen, customers: Customers, params: Params, seed: u64) -> World {
        let walks = Walks::new(&kitchen);
        let drops = (0..FLOORS)
            .map(|floor| {
                let plain = kitchen.near[floor] & kitchen.all(Kind::Plain);
                let mut tables: Vec<Table> = bits(plain).map(Table).collect();
                tables.sort_by_key(|table| -(kitchen.around[table.index()].count_ones() as i32));
                tables.truncate(params.drops as usize);
                tables
            })
            .collect();
        let away = |kinds: &[Kind]| {
            let mut loss = [0; FLOORS + 1];
            for (floor, loss) in loss[..FLOORS].iter_mut().enumerate() {
                let steps = kinds
                    .iter()
                    .filter_map(|&kind| kitchen.one(kind))
                    .map(|table| walks.steps_to_use[floor][Floor::NOWHERE.index()][table.index()])
                    .filter(|&steps| steps != FAR)
                    .min();
                *loss = i16::from(steps.unwrap_or(0)) * params.step as i16;
            }
            loss
        };
        let mut pull = vec![[0; FLOORS + 1]; 256];
        pull[usize::from(Item::STRAWBERRIES.0)] = away(&[Kind::Board]);
        pull[usize::from(Item::DOUGH.0)] = away(&[Kind::Board, Kind::Oven]);
        pull[usize::from(Item::CHOPPED_DOUGH.0)] = away(&[Kind::Blueberries]);
        pull[usize::from(Item::RAW_TART.0)] = away(&[Kind::Oven]);
        let to_window = away(&[Kind::Window]);
        let keys = Keys::new(&mut Rng::new(seed));
        World { kitchen, customers, walks, keys, params, drops, pull, to_window }
    }

    /// Points lost because an item is held away from where it must go; `complete` dishes must go
    /// to the window.
    #[inline]
    pub fn away(&self, held: Item, floor: Floor, complete: bool) -> i32 {
        let loss = if complete { &self.to_window } else { &self.pull[usize::from(held.0)] };
        i32::from(loss[floor.index()])
    }
}

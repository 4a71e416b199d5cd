//! All that stays the same during a game.

use gridkit::Rng;

use crate::customers::Customers;
use crate::keys::Keys;
use crate::kitchen::{bits, Kind, Kitchen, Table, FLOORS};
use crate::params::Params;
use crate::walk::Walks;

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
        let keys = Keys::new(&mut Rng::new(seed));
        World { kitchen, customers, walks, keys, params, drops }
    }
}

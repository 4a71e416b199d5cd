//! All that stays the same during a game.

use gridkit::Rng;

use crate::customers::Customers;
use crate::keys::Keys;
use crate::kitchen::{bits, Floor, Kind, Kitchen, Table};
use crate::params::Params;
use crate::walk::Walks;

/// The kitchen, its customers, and the tables that are computed from them in the first second.
pub struct World {
    pub kitchen: Kitchen,
    pub customers: Customers,
    pub walks: Walks,
    pub keys: Keys,
    pub params: Params,
    /// For each floor cell the plain tables on which a chef there may put something down, those that
    /// most cells touch first.
    pub put_down: Vec<Vec<Table>>,
}

impl World {
    pub fn new(kitchen: Kitchen, customers: Customers, params: Params, seed: u64) -> World {
        let walks = Walks::new(&kitchen);
        let put_down = Floor::all()
            .map(|floor| {
                let plain = kitchen.near(floor) & kitchen.all(Kind::Plain);
                let mut tables: Vec<Table> = bits(plain).map(Table).collect();
                tables.sort_by_key(|table| -(kitchen.around[table.index()].count_ones() as i32));
                tables.truncate(params.put_down_tables as usize);
                tables
            })
            .collect();
        let keys = Keys::new(&mut Rng::new(seed));
        World { kitchen, customers, walks, keys, params, put_down }
    }
}

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
    /// For each floor cell the plain table on which a chef there may put something down: the one that most
    /// cells touch.
    pub put_down: Vec<Option<Table>>,
}

impl World {
    pub fn new(kitchen: Kitchen, customers: Customers, params: Params, seed: u64) -> World {
        let walks = Walks::new(&kitchen);
        let put_down = Floor::all()
            .map(|floor| {
                let plain = kitchen.near(floor) & kitchen.all(Kind::Plain);
                let touched = |table: &Table| kitchen.around[table.index()].count_ones();
                bits(plain).map(Table).min_by_key(|table| !touched(table))
            })
            .collect();
        let keys = Keys::new(&mut Rng::new(seed));
        World { kitchen, customers, walks, keys, params, put_down }
    }
}

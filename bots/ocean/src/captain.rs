//! The captain: takes in what the server sends and gives the orders.

use gridkit::{Deadline, Rng};

use crate::device::Device;
use crate::knowledge::Knowledge;
use crate::map::{step, Cell};
use crate::orders::Order;
use crate::params::Params;
use crate::protocol::{Start, Turn};
use crate::space;

/// Plays one game.
pub struct Captain {
    knowledge: Knowledge,
    params: Params,
}

impl Captain {
    /// Takes command on a map; [`start`](Self::start) tells where.
    pub fn new(start: Start, params: Params, seed: u64) -> Captain {
        let mut rng = Rng::new(seed);
        let harbours = space::harbours(&start.map);
        let at = harbours.nth(rng.below(harbours.count() as usize) as u32);
        let at = at.expect("the protocol lets no map without water pass");
        Captain { knowledge: Knowledge::new(start.map, at, &params), params }
    }

    /// Where the game starts.
    pub fn start(&self) -> Cell {
        self.knowledge.own.at
    }

    /// Gives the orders of a turn.
    pub fn orders(&mut self, turn: &Turn, deadline: &mut Deadline) -> Vec<Order> {
        self.knowledge.observe(turn);
        let orders = self.choose(deadline);
        self.knowledge.execute(&orders);
        orders
    }

    fn choose(&self, _deadline: &mut Deadline) -> Vec<Order> {
        let own = &self.knowledge.own;
        let free = self.knowledge.free();
        let _ = &self.params;
        let best = own.exits(&self.knowledge.map).max_by_key(|&dir| {
            let next = step(own.at, dir);
            space::room(next, free.without(next))
        });
        match best {
            Some(dir) => vec![Order::Move(dir, Some(Device::Torpedo))],
            None => vec![Order::Surface],
        }
    }

    /// What the captain knows.
    pub fn knowledge(&self) -> &Knowledge {
        &self.knowledge
    }
}

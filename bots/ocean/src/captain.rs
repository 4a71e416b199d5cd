//! The captain: takes in what the server sends and gives the orders.

use gridkit::{Deadline, Rng};

use crate::choose::{self, Decision};
use crate::knowledge::Knowledge;
use crate::map::Cell;
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
    pub fn orders(&mut self, turn: &Turn, deadline: &mut Deadline) -> Decision {
        self.knowledge.observe(turn);
        let decision = choose::choose(&self.knowledge, &self.params, deadline);
        self.knowledge.execute(&decision.orders);
        decision
    }

    /// What the captain knows.
    pub fn knowledge(&self) -> &Knowledge {
        &self.knowledge
    }
}

//! A player that makes and serves one order after the other.
//!
//! It decides anew every turn, from the present state alone. First it makes the foods of an order that no crate has
//! (chopped strawberries, croissants, tarts) and puts them on a table or leaves them in the oven. Then it takes a dish
//! and collects everything. Foods in the partner's hands count as made, and an order that fits the partner's dish is
//! left to the partner.

use gridkit::Square11x7 as Square;
use rand::seq::IteratorRandom;
use rand::{RngExt, SeedableRng};
use rand_pcg::Pcg64Mcg;

use super::mind::Mind;
use super::plan::Plan;
use super::view::{Seen, View};
use crate::game::Seat;
use crate::games::alamode::commands::Command;
use crate::games::alamode::food::{Dish, Item};
use crate::games::alamode::kitchen::FLOOR;

/// The number of turns without a change, unless it waits for the oven, after which it makes a random step.
const PATIENCE: u32 = 2;

/// Makes and serves orders.
pub(super) struct Cook {
    random: Pcg64Mcg,
    /// The order that it works on.
    order: Option<Dish>,
    /// Its square and item in the last turn, and the number of turns since they changed.
    last: Option<(Square, Option<Item>)>,
    idle: u32,
}

impl Cook {
    pub fn new(seed: u64, seat: Seat) -> Self {
        let random = Pcg64Mcg::seed_from_u64(seed.wrapping_add(seat.0 as u64));
        Self { random, order: None, last: None, idle: 0 }
    }

    /// Makes a random step if nothing has changed for some time: two cooks may block each other.
    fn stuck(&mut self, me: &Seen) -> Option<Square> {
        let now = (me.at, me.hand);
        self.idle = if self.last == Some(now) { self.idle + 1 } else { 0 };
        self.last = Some(now);
        let moves_on = self.idle > PATIENCE && self.random.random_bool(0.5);
        moves_on.then(|| FLOOR.iter().choose(&mut self.random)).flatten()
    }
}

impl Mind for Cook {
    fn command(&mut self, view: &View) -> Command {
        let plan = Plan::of(view, self.order);
        self.order = plan.as_ref().map(Plan::order);
        let target = plan.and_then(|plan| plan.target());
        match (self.stuck(&view.me), target) {
            (Some(away), _) => Command::Move(away),
            (None, Some(target)) => Command::Use(target),
            (None, None) => Command::Wait,
        }
    }
}

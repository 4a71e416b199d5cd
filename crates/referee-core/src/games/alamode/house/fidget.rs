//! A cook that takes up and lays down the same thing.

use gridkit::Square11x7 as Square;
use rand::seq::IteratorRandom;
use rand::{RngExt, SeedableRng};
use rand_pcg::Pcg64Mcg;

use super::cook::Cook;
use super::mind::Mind;
use super::view::View;
use crate::game::Seat;
use crate::games::alamode::commands::Command;

/// The probability that it begins in a turn in which it can.
const CHANCE: f64 = 0.15;
/// The number of uses of the table. It is even, so the thing is in its hand after them.
const USES: u32 = 4;

/// A [`Cook`] that sometimes lays what it holds on a table beside it, takes it up, and does both again.
pub(super) struct Fidget {
    cook: Cook,
    random: Pcg64Mcg,
    /// The table, and the number of uses that are left.
    again: Option<(Square, u32)>,
}

impl Fidget {
    pub fn new(cook: Cook, seed: u64, seat: Seat) -> Self {
        let random = Pcg64Mcg::seed_from_u64(seed.wrapping_add(100 + seat.0 as u64));
        Self { cook, random, again: None }
    }
}

impl Mind for Fidget {
    fn command(&mut self, view: &View) -> Command {
        if self.again.is_none() && view.me.hand.is_some() && self.random.random_bool(CHANCE) {
            let at = view.me.at.point();
            let beside = view.empty_tables().filter(|it| it.point().chebyshev(at) <= 1);
            self.again = beside.choose(&mut self.random).map(|table| (table, USES));
        }
        match self.again {
            Some((table, left)) => {
                self.again = (left > 1).then_some((table, left - 1));
                Command::Use(table)
            }
            None => self.cook.command(view),
        }
    }
}

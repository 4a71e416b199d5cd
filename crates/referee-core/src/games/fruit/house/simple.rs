//! Robots without a plan.

use rand::SeedableRng;
use rand::seq::IndexedRandom;
use rand_pcg::Pcg64Mcg;

use super::robot::Robot;
use crate::game::Seat;
use crate::games::fruit::board::Move;
use crate::games::fruit::view::View;

/// The contest's starter bot: takes the fruit on its cell, or else steps in a random direction.
pub(super) struct Random(Pcg64Mcg);

impl Random {
    pub fn new(seed: u64, seat: Seat) -> Self {
        Self(Pcg64Mcg::seed_from_u64(seed.wrapping_add(seat.0 as u64)))
    }
}

impl Robot for Random {
    fn choose(&mut self, view: &View) -> Move {
        if view.board.fruit(view.me).is_some() {
            return Move::Take;
        }
        *[Move::North, Move::East, Move::South, Move::West]
            .choose(&mut self.0)
            .expect("there are four")
    }
}

/// Always goes east: the foolish but legal example of the contest's own pages.
pub(super) struct East;

impl Robot for East {
    fn choose(&mut self, _view: &View) -> Move {
        Move::East
    }
}

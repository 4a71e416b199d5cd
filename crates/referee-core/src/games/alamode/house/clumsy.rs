//! A player that makes random legal commands.

use gridkit::Board11x7;
use rand::seq::IteratorRandom;
use rand::{RngExt, SeedableRng};
use rand_pcg::Pcg64Mcg;

use super::view::View;
use crate::contest::House;
use crate::game::Seat;
use crate::games::alamode::commands::Command;

/// Walks, uses and waits at random. A use that the rules refuse loses the turn; no command disqualifies it.
pub(super) struct Clumsy {
    random: Pcg64Mcg,
    view: Option<View>,
}

impl Clumsy {
    pub fn new(seed: u64, seat: Seat) -> Self {
        let random = Pcg64Mcg::seed_from_u64(seed.wrapping_add(seat.0 as u64));
        Self { random, view: None }
    }
}

impl House for Clumsy {
    fn answer(&mut self, sent: &[String]) -> Vec<String> {
        let view = View::read(self.view.take(), sent);
        let view = &*self.view.insert(view);
        let at = view.me.at.point();
        let beside = |it: &gridkit::Square11x7| it.point().chebyshev(at) <= 1;
        let target = match self.random.random_range(0..20) {
            0 => None,
            1..=9 => view.furniture().filter(beside).choose(&mut self.random),
            10..=16 => view.furniture().choose(&mut self.random),
            _ => {
                let target = Board11x7::FULL.iter().choose(&mut self.random);
                return vec![target.map_or(Command::Wait, Command::Move).to_string()];
            }
        };
        vec![target.map_or(Command::Wait, Command::Use).to_string()]
    }
}

//! The order of players in a round.

use gridkit::Rng;

use crate::game::Seat;

/// Draws the order of each round, independently and with equal probabilities. The recorded games of the site agree
/// with that.
#[derive(Clone, Debug)]
pub struct Orders {
    random: Rng,
    /// The given orders, from round 1 on.
    given: Vec<Vec<Seat>>,
}

impl Orders {
    /// Orders from a seed. Those of the first rounds may be given; players that a given order does not contain follow
    /// in a random order.
    pub fn new(random: Rng, given: Vec<Vec<Seat>>) -> Self {
        Self { random, given }
    }

    /// The order of the players that take part in a round.
    pub(super) fn draw(&mut self, round: usize, mut active: Vec<Seat>) -> Vec<Seat> {
        self.random.shuffle(&mut active);
        let given = self.given.get(round - 1).map_or(&[][..], Vec::as_slice);
        let place = |seat: &Seat| given.iter().position(|other| other == seat);
        active.sort_by_key(|seat| place(seat).unwrap_or(given.len()));
        active
    }
}

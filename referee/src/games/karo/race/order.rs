//! Who moves when in a round.

use gridkit::Rng;

use crate::game::Seat;

/// Draws the order of each round. It is independent of all others, and every order is equally likely, which
/// is what the recorded games of the site look like.
#[derive(Clone, Debug)]
pub struct Orders {
    random: Rng,
    /// Orders that are given, from round 1.
    given: Vec<Vec<Seat>>,
}

impl Orders {
    /// Orders from a seed; those of the first rounds may be given. Players whom a given order does not
    /// name come behind it, in an order that is drawn.
    pub fn new(random: Rng, given: Vec<Vec<Seat>>) -> Self {
        Self { random, given }
    }

    /// The order of the players who take part in a round.
    pub(super) fn draw(&mut self, round: usize, mut active: Vec<Seat>) -> Vec<Seat> {
        self.random.shuffle(&mut active);
        let given = self.given.get(round - 1).map_or(&[][..], Vec::as_slice);
        let place = |seat: &Seat| given.iter().position(|other| other == seat);
        active.sort_by_key(|seat| place(seat).unwrap_or(given.len()));
        active
    }
}

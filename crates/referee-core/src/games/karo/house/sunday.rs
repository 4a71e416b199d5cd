//! A slow and careful driver.

use gridkit::Rng;

use super::chart::{FAR, Situation};
use super::driver::{Driver, situations};
use super::layers::Layers;
use super::view::View;
use crate::game::Seat;
use crate::games::karo::motion::Motion;

/// The greatest component of its vector, if it can choose.
const SPEED: i32 = 2;
/// The probability of a move towards the finish; otherwise any safe move is made.
const PURPOSE: f64 = 0.85;

/// Drives slowly, and only to states from which the finish can be reached.
pub(super) struct Sunday {
    random: Rng,
}

impl Sunday {
    pub(super) fn new(seed: u64, seat: Seat) -> Self {
        Self { random: Rng::new(seed ^ (seat.0 as u64) << 32) }
    }
}

impl Driver for Sunday {
    fn choose(&mut self, view: &View, layers: &Layers, moves: &[Motion]) -> Motion {
        let bound = |it: &Situation| match (it.open, layers.state(it.motion)) {
            (None, _) => 0,
            (Some(open), Some(state)) => layers.bound(state, open),
            (Some(_), None) => FAR,
        };
        let situations = situations(view, layers, moves);
        let ways = situations.iter().map(|it| (bound(it), it.motion)).filter(|it| it.0 < FAR);
        let mut ways: Vec<(u32, Motion)> = ways.collect();
        let is_slow = |it: &(u32, Motion)| it.1.vector.x.abs().max(it.1.vector.y.abs()) <= SPEED;
        if ways.iter().any(is_slow) {
            ways.retain(is_slow);
        }
        let best = ways.iter().map(|it| it.0).min();
        let good: Vec<Motion> =
            ways.iter().filter(|it| Some(it.0) == best).map(|it| it.1).collect();
        let any: Vec<Motion> = ways.iter().map(|it| it.1).collect();
        let list = if self.random.chance(PURPOSE) { good } else { any };
        let list = if list.is_empty() { moves } else { &list[..] };
        list[self.random.below(list.len())]
    }
}

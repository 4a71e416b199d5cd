//! A careful driver in no hurry.

use gridkit::Rng;

use super::chart::{Chart, FAR};
use super::view::View;
use super::{Driver, situations};
use crate::game::Seat;
use crate::games::karo::motion::Motion;

/// Neither component of its vector is above this, if it can be.
const SPEED: i32 = 2;
/// How often it goes on in the direction of the finish; else it goes anywhere.
const PURPOSE: f64 = 0.85;

/// Never drives to where it could not go on to the finish, and is not often in a hurry.
pub(super) struct Sunday {
    random: Rng,
}

impl Sunday {
    pub(super) fn new(seed: u64, seat: Seat) -> Self {
        Self { random: Rng::new(seed ^ (seat.0 as u64) << 32) }
    }
}

impl Driver for Sunday {
    fn choose(&mut self, view: &View, chart: &Chart, moves: &[Motion]) -> Motion {
        let bound = |it: &super::Situation| match (it.open, chart.state(it.motion)) {
            (None, _) => 0,
            (Some(open), Some(state)) => chart.bound(state, open),
            (Some(_), None) => FAR,
        };
        let situations = situations(view, chart, moves);
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

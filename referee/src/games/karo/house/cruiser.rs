//! A good driver that sees no other car.

use super::chart::Chart;
use super::route::short;
use super::view::View;
use super::{Driver, situations};
use crate::games::karo::motion::Motion;

/// States among which it looks for the shortest way.
const MOST: usize = 400_000;

/// Drives the shortest way that it would have alone on the track, or on the largest maps one that is at most
/// a quarter longer. Where another car has taken its cell, it
/// looks for the shortest way from where it can go.
#[derive(Default)]
pub(super) struct Cruiser {
    /// The rest of the way that it is on, the next motion last.
    plan: Vec<Motion>,
}

impl Driver for Cruiser {
    fn planned(&mut self, moves: &[Motion]) -> Option<Motion> {
        self.plan.pop().filter(|next| moves.contains(next))
    }

    fn choose(&mut self, view: &View, chart: &Chart, moves: &[Motion]) -> Motion {
        let Some(route) = short(chart, &situations(view, chart, moves), MOST) else {
            return slowest(view, moves);
        };
        self.plan = route.way;
        self.plan.reverse();
        self.plan.pop().expect("a way has a first motion")
    }
}

/// The slowest move from which there is a way on at all: what is left where no way leads home without a
/// crash.
fn slowest(view: &View, moves: &[Motion]) -> Motion {
    let dead_end = |motion: &Motion| motion.successors(&view.track).next().is_none();
    let slow = moves.iter().min_by_key(|it| (dead_end(it), it.vector.length_squared()));
    *slow.expect("at least one move is free")
}

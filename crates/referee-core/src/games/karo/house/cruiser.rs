//! A driver that takes the shortest way and ignores other cars.

use super::driver::{Driver, situations};
use super::layers::Layers;
use super::route::short;
use super::view::View;
use crate::games::karo::motion::Motion;

/// The most nodes that the search for the shortest way visits.
const MOST: usize = 400_000;

/// Drives the way that would be shortest if it were alone on the track; on the largest maps one that is at most a
/// quarter longer. If another car has taken its cell, it searches again from the moves that are possible.
#[derive(Default)]
pub(super) struct Cruiser {
    /// The rest of the planned way, with the next motion last.
    plan: Vec<Motion>,
}

impl Driver for Cruiser {
    fn planned(&mut self, moves: &[Motion]) -> Option<Motion> {
        self.plan.pop().filter(|next| moves.contains(next))
    }

    fn choose(&mut self, view: &View, layers: &Layers, moves: &[Motion]) -> Motion {
        let Some(route) = short(layers, &situations(view, layers, moves), MOST) else {
            return slowest(view, moves);
        };
        self.plan = route.way;
        self.plan.reverse();
        self.plan.pop().expect("a way has a first motion")
    }
}

/// The slowest move after which another move is possible. It is made if every way to the finish needs a crash.
fn slowest(view: &View, moves: &[Motion]) -> Motion {
    let dead_end = |motion: &Motion| motion.successors(&view.track).next().is_none();
    let slow = moves.iter().min_by_key(|it| (dead_end(it), it.vector.length_squared()));
    *slow.expect("at least one move is free")
}

//! A good driver that sees no other car.

use super::chart::Chart;
use super::route::{Route, shortest};
use super::view::View;
use super::{Driver, situations};
use crate::games::karo::motion::Motion;

/// Drives the shortest way that it would have alone on the track. Where another car has taken its cell, it
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
        let (motion, route) = best(view, chart, moves);
        self.plan = route.way;
        self.plan.reverse();
        motion
    }
}

/// The move from which the shortest way leads home, with that way. Where none does without a crash, the slowest
/// move from which there is a way on at all.
pub(super) fn best(view: &View, chart: &Chart, moves: &[Motion]) -> (Motion, Route) {
    let found = situations(view, chart, moves)
        .into_iter()
        .filter_map(|situation| Some((situation.motion, shortest(chart, situation, usize::MAX)?)));
    let slowest = || {
        let dead_end = |motion: &Motion| motion.successors(&view.track).next().is_none();
        let moves = moves.iter().copied();
        let slow = moves.min_by_key(|it| (dead_end(it), it.vector.length_squared()));
        (slow.expect("at least one move is free"), Route::default())
    };
    found.min_by_key(|(_, route)| route.moves).unwrap_or_else(slowest)
}

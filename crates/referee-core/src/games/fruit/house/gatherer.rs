//! Goes where much fruit lies together.

use super::robot::Robot;
use super::standing::{open_pieces, toward};
use crate::games::fruit::board::{Cell, Move};
use crate::games::fruit::view::View;

/// Pieces at most this far apart count as one cluster.
const CLUSTER: u32 = 3;

/// Walks to the piece of an open category that has the most pieces of open categories around it for the way to it, and
/// takes every such piece on its cell. It knows neither worth nor races.
pub(super) struct Gatherer;

impl Robot for Gatherer {
    fn choose(&mut self, view: &View) -> Move {
        let pieces = open_pieces(view);
        if pieces.iter().any(|(cell, _)| *cell == view.me) {
            return Move::Take;
        }
        // Pieces for a way are compared as fractions, without rounding; of equal ones the first counts.
        let mut best: Option<(u32, u32, Cell)> = None;
        for (cell, _) in &pieces {
            let around = pieces.iter().filter(|(it, _)| it.manhattan(*cell) <= CLUSTER).count();
            let (around, way) = (around as u32, view.me.manhattan(*cell) + 1);
            if best.is_none_or(|(most, least, _)| around * least > most * way) {
                best = Some((around, way, *cell));
            }
        }
        best.map_or(Move::Pass, |(.., goal)| toward(view.me, goal))
    }
}

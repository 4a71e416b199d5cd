//! Takes from the opponent what it is about to win.

use super::robot::Robot;
use super::standing::{Standing, open_pieces, toward};
use crate::games::fruit::board::{Cell, Move};
use crate::games::fruit::view::View;

/// Walks to a piece of the open category that the opponent can win with the fewest pieces, and of its pieces to the one
/// nearest to the opponent that it reaches no later than the opponent; if there is none, to the nearest piece of an open
/// category. It takes every such piece on its cell.
pub(super) struct Spoiler;

impl Robot for Spoiler {
    fn choose(&mut self, view: &View) -> Move {
        let pieces = open_pieces(view);
        if pieces.iter().any(|(cell, _)| *cell == view.me) {
            return Move::Take;
        }
        let ways = |cell: Cell| [view.me, view.opponent].map(|robot| robot.manhattan(cell));
        let contested = pieces.iter().filter_map(|(cell, category)| {
            let missing = Standing::of_opponent(view, *category).to_win()?;
            let [own, others] = ways(*cell);
            (own <= others).then_some(((missing, others), *cell))
        });
        let goal = contested.min_by_key(|(order, _)| *order).map(|(_, cell)| cell);
        let nearest = || pieces.iter().map(|(cell, _)| *cell).min_by_key(|cell| ways(*cell)[0]);
        goal.or_else(nearest).map_or(Move::Pass, |goal| toward(view.me, goal))
    }
}

//! A robot that walks to the nearest fruit of any category: the opponent in the contest's framework.

use std::cmp::{Ordering, Reverse};

use crate::board::Board;
use crate::cell::Move;
use crate::piece::pieces_of;
use crate::state::{Side, State};

/// Takes the fruit on its own cell. Otherwise it makes the first step to the first fruit that a
/// breadth-first search finds, which looks at the neighbours in the order north, south, west, east.
///
/// No search is needed, for a board has no walls. The search meets the cells of one distance in the
/// order of their first paths, and these paths begin with all their steps to the north or south.
pub fn nearest(board: &Board, state: &State, side: Side) -> Move {
    let at = state.at[side];
    let order = |piece: &usize| {
        let cell = board.cell(*piece);
        let (dx, dy) = (cell.x - at.x, cell.y - at.y);
        let first = match dy {
            0 => 2,
            _ if dy > 0 => 1,
            _ => 0,
        };
        (at.distance(cell), first, Reverse(dy.unsigned_abs()), dx > 0)
    };
    match pieces_of(state.left).min_by_key(order) {
        None => Move::Pass,
        Some(piece) => {
            let cell = board.cell(piece);
            match cell.y.cmp(&at.y) {
                Ordering::Less => Move::North,
                Ordering::Greater => Move::South,
                Ordering::Equal => at.toward(cell),
            }
        }
    }
}

//! Walks to the nearest fruit of whatever category: the contest framework's own opponent.

use std::cmp::{Ordering, Reverse};

use crate::board::{pieces_of, Board, Move};
use crate::state::{Side, State};

/// The move of a robot that takes what it stands on, and else takes the first step to the first
/// fruit that a breadth-first search finds, its neighbours in the order north, south, west, east.
///
/// On a board without walls the search need not be made. It meets the cells of one distance in the
/// order of their first paths; those begin with all their steps to the north or south.
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

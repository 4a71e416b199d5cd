//! A robot that wins one category after the other by the fastest route.

use crate::board::Board;
use crate::cell::Move;
use crate::piece::{pieces_of, Piece};
use crate::routes::NO_WALK;
use crate::state::{Side, State};

/// Takes a live piece on its own cell. Otherwise it follows the shortest walk that wins a category, or,
/// if it can win none, that ties one.
pub fn greedy(board: &Board, state: &State, side: Side) -> Move {
    match state.under(board, side) {
        Some(piece) if state.live >> piece & 1 == 1 => Move::Take,
        _ => match goal(board, state, side) {
            Some(piece) => state.at[side].toward(board.cell(piece)),
            None => Move::Pass,
        },
    }
}

/// The first piece of the walk.
pub fn goal(board: &Board, state: &State, side: Side) -> Option<Piece> {
    let wins = shortest(board, state, side, |category| state.to_win(board, category, side));
    wins.or_else(|| shortest(board, state, side, |category| state.to_tie(board, category, side)))
}

fn shortest(
    board: &Board,
    state: &State,
    side: Side,
    wanted: impl Fn(usize) -> Option<u8>,
) -> Option<Piece> {
    let mut best = (NO_WALK, None);
    for category in 0..board.kinds() {
        let pieces = state.live & board.of_category(category);
        let count = match wanted(category) {
            Some(count) if pieces != 0 && count > 0 => usize::from(count),
            _ => continue,
        };
        for piece in pieces_of(pieces) {
            let way = u32::from(state.at[side].distance(board.cell(piece)));
            let turns = way + board.routes().steps(category, pieces, piece, count) + count as u32;
            if turns < best.0 {
                best = (turns, Some(piece));
            }
        }
    }
    best.1
}

//! Known opponents: robots that always make the same move in the same position.
//!
//! Most robots of the contest were heuristics of a few lines, whose moves can be predicted exactly.
//! During a game [`opponent`](crate::opponent) finds out which of these the opponent is, if any.

pub mod greedy;
pub mod heat;
pub mod nearest;

use crate::board::Board;
use crate::cell::Move;
use crate::state::{Side, State};
use heat::Heat;

#[derive(Clone, Debug)]
pub enum Rival {
    /// Walks to the nearest fruit, whatever it is.
    Nearest,
    /// Wins one category after the other by the fastest route.
    Greedy,
    /// Goes where the heat map is hottest: to rare, decisive and near fruit.
    Heat(Heat),
}

impl Rival {
    /// The move that it makes in a position, playing that side.
    #[inline]
    pub fn choose(&self, board: &Board, state: &State, side: Side) -> Move {
        match self {
            Rival::Nearest => nearest::nearest(board, state, side),
            Rival::Greedy => greedy::greedy(board, state, side),
            Rival::Heat(heat) => heat.choose(board, state, side),
        }
    }

    /// The name in the log.
    pub fn name(&self) -> &'static str {
        match self {
            Rival::Nearest => "nearest",
            Rival::Greedy => "greedy",
            Rival::Heat(_) => "heat",
        }
    }
}

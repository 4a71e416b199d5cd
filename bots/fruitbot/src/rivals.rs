//! What the opponent may be: robots that always do the same in the same position.
//!
//! Most entrants of the contest were heuristics of a few lines, and such a robot can be foretold
//! exactly. Which of these it is, if any, is learned while it plays: see [`crowd`](crate::crowd).

pub mod greedy;
pub mod heat;
pub mod nearest;

use crate::board::{Board, Move};
use crate::state::{Side, State};
use heat::Heat;

/// One kind of opponent.
#[derive(Clone, Debug)]
pub enum Rival {
    /// Walks to the nearest fruit, whatever it is.
    Nearest,
    /// Wins one category after the other by the fastest route.
    Greedy,
    /// Follows the heat of rare, decisive and near fruit.
    Heat(Heat),
}

impl Rival {
    /// What it does in a position when it has a side.
    #[inline]
    pub fn choose(&self, board: &Board, state: &State, side: Side) -> Move {
        match self {
            Rival::Nearest => nearest::nearest(board, state, side),
            Rival::Greedy => greedy::greedy(board, state, side),
            Rival::Heat(heat) => heat.choose(board, state, side),
        }
    }

    /// Its name, for the log.
    pub fn name(&self) -> &'static str {
        match self {
            Rival::Nearest => "nearest",
            Rival::Greedy => "greedy",
            Rival::Heat(_) => "heat",
        }
    }
}

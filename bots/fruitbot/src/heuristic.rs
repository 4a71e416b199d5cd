//! A rule of thumb for how much a side wants each piece. The search starts from it (its prior), and
//! both sides follow it when a game is played out to its end.

use gridkit::floats;

use crate::board::{Board, MOST_CATEGORIES};
use crate::params::Params;
use crate::piece::{pieces_of, Piece};
use crate::state::{Side, State};

/// The rule with its tables.
#[derive(Clone, Debug)]
pub struct Heuristic {
    /// Factor for each distance.
    by_distance: Vec<f32>,
    hinder: f32,
    lost_race: f32,
}

impl Heuristic {
    pub fn new(params: &Params) -> Heuristic {
        let factor = |steps| floats::pow(f64::from(steps) + 1.5, -params.distance_exponent) as f32;
        Heuristic {
            by_distance: (0..128).map(factor).collect(),
            hinder: params.hinder as f32,
            lost_race: params.lost_race as f32,
        }
    }

    /// Calls `each` with every live piece and its weight for a side, which is above zero.
    #[inline]
    pub fn weigh(
        &self,
        board: &Board,
        state: &State,
        side: Side,
        mut each: impl FnMut(Piece, f32),
    ) {
        let mut worth = [0.0_f32; MOST_CATEGORIES];
        for (category, worth) in worth.iter_mut().enumerate().take(board.kinds()) {
            *worth = self.worth(board, state, category, side);
        }
        let (own, other) = (state.at[side], state.at[1 - side]);
        for piece in pieces_of(state.live) {
            let cell = board.cell(piece);
            let (own_steps, other_steps) = (own.distance(cell), other.distance(cell));
            let mut weight =
                worth[board.category(piece)] * self.by_distance[usize::from(own_steps)];
            if other_steps < own_steps {
                weight *= self.lost_race;
            }
            each(piece, weight);
        }
    }

    /// The worth of a piece of a category: 1 divided by the number of pieces that still win the
    /// category, for the side itself and, with less weight, for the other side.
    #[inline]
    fn worth(&self, board: &Board, state: &State, category: usize, side: Side) -> f32 {
        let part = |side| match state.to_win(board, category, side) {
            Some(count) if count > 0 => 1.0 / f32::from(count),
            _ => 0.0,
        };
        part(side) + self.hinder * part(1 - side) + 0.02
    }
}

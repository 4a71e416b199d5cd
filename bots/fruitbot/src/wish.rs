//! How much a side wants each piece, by a rule of thumb: the prior of the search, and what both
//! sides follow when a game is played out to its end.

use crate::board::{pieces_of, Board, MOST_CATEGORIES};
use crate::params::Params;
use crate::state::{Side, State};

/// The rule's tables.
#[derive(Clone, Debug)]
pub struct Wish {
    /// What is left of a wish at each distance.
    fall: Vec<f32>,
    hinder: f32,
    lost_race: f32,
}

impl Wish {
    /// The tables for these numbers.
    pub fn new(params: &Params) -> Wish {
        let fall = (0..128).map(|steps| (f64::from(steps) + 1.5).powf(-params.fall) as f32);
        Wish {
            fall: fall.collect(),
            hinder: params.hinder as f32,
            lost_race: params.lost_race as f32,
        }
    }

    /// Hands each live piece and the wish for it to `each`.
    #[inline]
    pub fn each(&self, board: &Board, state: &State, side: Side, mut each: impl FnMut(usize, f32)) {
        let mut worth = [0.0_f32; MOST_CATEGORIES];
        for (category, worth) in worth.iter_mut().enumerate().take(board.kinds()) {
            *worth = self.worth(board, state, category, side);
        }
        let (me, other) = (state.at[side], state.at[1 - side]);
        for piece in pieces_of(state.live) {
            let cell = board.cell(piece);
            let (way, his_way) = (me.distance(cell), other.distance(cell));
            let mut wish = worth[board.category(piece)] * self.fall[usize::from(way)];
            if his_way < way {
                wish *= self.lost_race;
            }
            each(piece, wish);
        }
    }

    /// The worth of a piece of a category: one over the pieces that still win it, for oneself and,
    /// counted less, for the other whom it hinders.
    #[inline]
    fn worth(&self, board: &Board, state: &State, category: usize, side: Side) -> f32 {
        let part = |side| match state.to_win(board, category, side) {
            Some(count) if count > 0 => 1.0 / f32::from(count),
            _ => 0.0,
        };
        part(side) + self.hinder * part(1 - side) + 0.02
    }
}

//! The first step of a game, with the results of the games that began with it.

use crate::cell::Move;

/// A first step of a game towards the first goal of side 0.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct FirstStep {
    pub step: Move,
    /// The number of games that began with it.
    pub visits: u32,
    /// The sum of their results: 1 for a win, 0 for a loss, 0.5 for a draw.
    pub sum: f32,
}

impl FirstStep {
    /// A step that no game began with.
    pub(super) fn unplayed(step: Move) -> FirstStep {
        FirstStep { step, visits: 0, sum: 0.0 }
    }

    /// The mean result; that of a draw if there was no game.
    pub fn value(&self) -> f32 {
        if self.visits > 0 {
            self.sum / self.visits as f32
        } else {
            0.5
        }
    }
}

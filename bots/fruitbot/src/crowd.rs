//! Who the opponent may be, and how likely.

use crate::board::{Board, Move};
use crate::params::Params;
use crate::rivals::heat::{Heat, Traits};
use crate::rivals::Rival;
use crate::state::State;

/// How much less likely than the likeliest a kind can become, as a logarithm: so it can come back.
const FLOOR: f64 = -9.0;

/// The known rivals and the stranger, with the logarithms of their probabilities.
#[derive(Clone, Debug)]
pub struct Crowd {
    rivals: Vec<Rival>,
    /// Of each rival, and of the stranger at the end.
    logs: Vec<f64>,
    slip: f64,
    guess: f64,
}

impl Crowd {
    /// All that may sit there before a game.
    pub fn new(board: &Board, params: &Params) -> Crowd {
        let rivals = match params.rivals {
            0 => Vec::new(),
            _ => {
                vec![Rival::Nearest, Rival::Greedy, Rival::Heat(Heat::new(board, Traits::ORIGINAL))]
            }
        };
        let each = (1.0 - params.stranger) / rivals.len().max(1) as f64;
        let mut logs = vec![each.max(1e-9).ln(); rivals.len()];
        logs.push(params.stranger.max(1e-9).ln());
        Crowd { rivals, logs, slip: params.slip, guess: params.guess }
    }

    /// The known rivals.
    pub fn rivals(&self) -> &[Rival] {
        &self.rivals
    }

    /// Learns from what side 1 did in a position.
    pub fn saw(&mut self, board: &Board, before: &State, did: Move) {
        for (rival, log) in self.rivals.iter().zip(&mut self.logs) {
            let foretold = rival.choose(board, before, 1) == did;
            *log += if foretold { (1.0 - self.slip).ln() } else { (self.slip / 4.0).ln() };
        }
        let stranger = self.rivals.len();
        self.logs[stranger] += self.guess.ln();
        let most = self.logs.iter().fold(f64::NEG_INFINITY, |most, log| most.max(*log));
        for log in &mut self.logs {
            *log = (*log - most).max(FLOOR);
        }
    }

    /// The probability of each rival, and of the stranger at the end.
    pub fn weights(&self) -> Vec<f64> {
        let sum: f64 = self.logs.iter().map(|log| log.exp()).sum();
        self.logs.iter().map(|log| log.exp() / sum).collect()
    }
}

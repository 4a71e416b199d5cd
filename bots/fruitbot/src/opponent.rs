//! A model of the opponent: the probability of each known rival, and of an unknown opponent.

use gridkit::floats;

use crate::board::Board;
use crate::cell::Move;
use crate::params::Params;
use crate::rivals::heat::{Heat, HeatWeights};
use crate::rivals::Rival;
use crate::state::State;

/// The logarithm of the least probability, relative to the greatest. So each can become likely again.
const LEAST: f64 = -9.0;

/// The known rivals and an unknown opponent, with their probabilities.
#[derive(Clone, Debug)]
pub struct OpponentModel {
    rivals: Vec<Rival>,
    /// Logarithms of the probabilities: each rival, then the unknown opponent.
    logs: Vec<f64>,
    /// Probability that a known rival makes another move than predicted.
    slip: f64,
    /// Probability that a prediction is right for an unknown opponent.
    chance_hit: f64,
}

impl OpponentModel {
    /// The probabilities before a game.
    pub fn new(board: &Board, params: &Params) -> OpponentModel {
        let mut rivals = Vec::new();
        if params.rivals != 0 {
            let heat = Heat::new(board, HeatWeights::ORIGINAL);
            rivals.extend([Rival::Nearest, Rival::Greedy, Rival::Heat(heat)]);
        }
        let each = (1.0 - params.unknown) / rivals.len().max(1) as f64;
        let mut logs = vec![floats::ln(each.max(1e-9)); rivals.len()];
        logs.push(floats::ln(params.unknown.max(1e-9)));
        OpponentModel { rivals, logs, slip: params.slip, chance_hit: params.chance_hit }
    }

    pub fn rivals(&self) -> &[Rival] {
        &self.rivals
    }

    /// Updates the probabilities by the move that side 1 made in a position.
    pub fn observe(&mut self, board: &Board, before: &State, made: Move) {
        for (rival, log) in self.rivals.iter().zip(&mut self.logs) {
            let predicted = rival.choose(board, before, 1) == made;
            *log += floats::ln(if predicted { 1.0 - self.slip } else { self.slip / 4.0 });
        }
        let unknown = self.rivals.len();
        self.logs[unknown] += floats::ln(self.chance_hit);
        let most = self.logs.iter().fold(f64::NEG_INFINITY, |most, log| most.max(*log));
        for log in &mut self.logs {
            *log = (*log - most).max(LEAST);
        }
    }

    /// The probability of each rival, then that of an unknown opponent. The sum is 1.
    pub fn probabilities(&self) -> Vec<f64> {
        let sum: f64 = self.logs.iter().map(|log| floats::exp(*log)).sum();
        self.logs.iter().map(|log| floats::exp(*log) / sum).collect()
    }
}

//! Formulas by which a robot may choose its next piece, and how much each of them is believed.
//!
//! Most robots of the contest walk to the piece that a short formula likes best. Many formulas are drawn at the
//! start of a game. Each is believed by how often it foretold the opponent's moves. So is an opponent that follows
//! none of them: it moves as the search would in its place.

pub mod formula;

use gridkit::{floats, Rng};

use crate::board::Board;
use crate::cell::Move;
use crate::params::Params;
use crate::piece::Piece;
use crate::state::{Side, State};
use formula::{Formula, Liking, Tables};

/// The number of formulas.
const COUNT: usize = 400;

/// The number of formulas that are drawn for a search.
const DRAWN: usize = 64;

/// The seed of the formulas, which are the same in all games.
const SEED: u64 = 2012;

/// The logarithm of the least probability, relative to the greatest. So each can become likely again.
const LEAST: f64 = -11.0;

/// How often an opponent that follows no formula moves as the search would, and as some formula does, another one
/// each time. Otherwise it makes any move.
const BY_SEARCH: f64 = 0.75;
const BY_SOME: f64 = 0.22;

/// The formulas that a search draws from: `None` is the rule of thumb.
pub type Drawn = [Option<u16>; DRAWN];

/// Probabilities of moves, in the order of [`Move::ALL`].
pub type Foreseen = [f64; Move::ALL.len()];

/// The formulas, with their probabilities.
#[derive(Clone, Debug)]
pub struct Formulas {
    all: Vec<Formula>,
    tables: Tables,
    /// Logarithms of the probabilities: each formula, then none of them.
    logs: Vec<f64>,
    /// Probability that a robot that follows a formula makes another move.
    slip: f64,
}

impl Formulas {
    /// The probabilities before a game.
    pub fn new(params: &Params) -> Formulas {
        let mut rng = Rng::new(SEED);
        let all = (0..COUNT).map(|_| Formula::draw(&mut rng)).collect();
        let none = params.no_formula.max(1e-9);
        let mut logs = vec![floats::ln((1.0 - none).max(1e-9) / COUNT as f64); COUNT];
        logs.push(floats::ln(none));
        Formulas { all, tables: Tables::new(), logs, slip: params.formula_slip }
    }

    /// Updates the probabilities by the move that side 1 made in a position. `foreseen` is what it would have done
    /// by the search; `None` if that is not known.
    pub fn observe(
        &mut self,
        board: &Board,
        before: &State,
        made: Move,
        foreseen: Option<Foreseen>,
    ) {
        let any = 1.0 / Move::ALL.len() as f64;
        let mut mean = 0.0;
        let liking = Liking::new(board, before, 1, &self.tables);
        for (formula, log) in self.all.iter().zip(&mut self.logs) {
            let chance = (1.0 - self.slip) * liking.chance(formula, made) + self.slip * any;
            mean += chance / COUNT as f64;
            *log += floats::ln(chance);
        }
        let by_search = foreseen.map_or(mean, |chances| chances[made as usize]);
        let rest = 1.0 - BY_SEARCH - BY_SOME;
        self.logs[COUNT] += floats::ln(BY_SEARCH * by_search + BY_SOME * mean + rest * any);
        let most = self.logs.iter().fold(f64::NEG_INFINITY, |most, log| most.max(*log));
        for log in &mut self.logs {
            *log = (*log - most).max(LEAST);
        }
    }

    /// The piece to which a robot walks by a formula; `None` if nothing is left for it.
    #[inline]
    pub fn goal(&self, formula: u16, board: &Board, state: &State, side: Side) -> Option<Piece> {
        let liking = Liking::new(board, state, side, &self.tables);
        let mut best = (f32::NEG_INFINITY, None);
        liking.each(&self.all[usize::from(formula)], |piece, liked| {
            if liked > best.0 {
                best = (liked, Some(piece));
            }
        });
        best.1
    }

    /// The probability that the opponent follows none of the formulas.
    pub fn none(&self) -> f64 {
        floats::exp(self.logs[COUNT]) / self.sum()
    }

    fn sum(&self) -> f64 {
        self.logs.iter().map(|log| floats::exp(*log)).sum()
    }

    /// Formulas in proportion to their probabilities.
    pub fn draw(&self) -> Drawn {
        let sum = self.sum();
        let mut drawn = [None; DRAWN];
        let (mut at, mut reached) = (0, floats::exp(self.logs[0]) / sum);
        for (index, drawn) in drawn.iter_mut().enumerate() {
            let wanted = (index as f64 + 0.5) / DRAWN as f64;
            while reached < wanted && at < COUNT {
                at += 1;
                reached += floats::exp(self.logs[at]) / sum;
            }
            *drawn = if at < COUNT { Some(at as u16) } else { None };
        }
        drawn
    }
}

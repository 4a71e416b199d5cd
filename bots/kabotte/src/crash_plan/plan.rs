//! All quickest ways of a car that may crash on purpose.

use super::ways::{CrashStep, Ways};
use crate::crash::Model;
use crate::motion::Motion;

/// The quickest ways of a car that may crash on purpose.
pub struct CrashPlan {
    pub(super) model: Model,
    pub(super) moves: u16,
    pub(super) ways: Ways,
    pub(super) first: Vec<CrashStep>,
    pub(super) met: usize,
    pub(super) at_least: u16,
}

impl CrashPlan {
    /// The fewest moves to the finish. Crashes do not count as moves.
    pub fn moves(&self) -> u16 {
        self.moves
    }

    /// Whether no way is quicker, and all that are as quick are there.
    pub fn is_exact(&self) -> bool {
        self.at_least == self.moves
    }

    /// No way has fewer moves.
    pub fn at_least(&self) -> u16 {
        self.at_least
    }

    /// States met.
    pub fn states(&self) -> usize {
        self.met
    }

    /// The quickest first moves.
    pub fn first(&self) -> &[CrashStep] {
        &self.first
    }

    /// The number of quickest ways, at most `u64::MAX`.
    pub fn ways(&self) -> u64 {
        self.first.iter().fold(0, |sum: u64, step| sum.saturating_add(step.ways))
    }

    /// The quickest moves that follow a step, which was the move with this count.
    pub fn onward(&mut self, step: &CrashStep, moves: u16) -> Vec<CrashStep> {
        self.ways.steps(&mut self.model, &step.walks, moves)
    }

    /// One quickest way: at each step the move with the most ways on, the first of equals. A crash
    /// is the motion at rest where the car is set back to.
    pub fn way(&mut self) -> Vec<Motion> {
        let mut way: Vec<Motion> = Vec::new();
        let mut steps = self.first.clone();
        let mut moves = 0;
        while let Some(step) = steps.iter().rev().max_by_key(|step| step.ways).cloned() {
            let motion = self.model.race().graph().motion(step.node);
            if way.last().map_or(false, |last| !motion.follows(*last)) {
                way.push(Motion::at_rest(motion.source()));
            }
            way.push(motion);
            moves += 1;
            steps = self.onward(&step, moves);
        }
        way
    }
}

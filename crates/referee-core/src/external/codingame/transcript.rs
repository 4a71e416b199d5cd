//! What was said in a game of CodinGame's engine.

use crate::game::{Answer, Request, Step};

/// What was said in a game.
#[derive(Clone, Debug, Default)]
pub(in crate::external) struct Transcript {
    pub(in crate::external) exchanges: Vec<(Request, Option<(Answer, u64)>)>,
    pub(in crate::external) scores: Option<Vec<i64>>,
}

impl Transcript {
    /// The game got answers to the last request.
    pub(in crate::external) fn answered(&mut self, answers: &[Answer], micros: &[u64]) {
        if let (Some((_, place)), Some(answer)) = (self.exchanges.last_mut(), answers.first()) {
            *place = Some((answer.clone(), micros.first().copied().unwrap_or(0)));
        }
    }

    /// The game made a step.
    pub(in crate::external) fn stepped(&mut self, step: &Step) {
        match step {
            Step::Ask(requests) => {
                self.exchanges.extend(requests.iter().cloned().map(|request| (request, None)));
            }
            Step::Over(outcome) => self.scores = Some(outcome.scores.clone()),
        }
    }

    /// Whether the game has ended.
    pub(in crate::external) fn is_complete(&self) -> bool {
        self.scores.is_some()
    }
}

//! What a duel asks.

use serde::{Deserialize, Serialize};

use crate::stats::score::ScoreSprt;
use crate::stats::sprt::Sprt;

/// What a duel asks, so that a report can answer it from the log alone.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Question {
    /// Names of the bots that are compared, then of the others.
    pub duel: Vec<String>,
    /// The sequential test, if there is one.
    pub test: Option<Test>,
}

impl Question {
    /// What is wrong with a question that was read, if anything is.
    pub fn fault(&self) -> Option<String> {
        let is_repeated = |name: &String| self.duel.iter().filter(|it| *it == name).count() > 1;
        if self.duel.len() < 2 || self.duel.iter().any(is_repeated) {
            return Some("is a duel without two different bots".to_owned());
        }
        None
    }
}

/// A sequential test, and what it looks at.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Test {
    /// Which bot ranks before the other.
    Points(Sprt),
    /// By how much their scores differ.
    Score(ScoreSprt),
}

impl Test {
    /// The hypotheses and the risks.
    pub fn sprt(&self) -> &Sprt {
        match self {
            Test::Points(test) => test,
            Test::Score(test) => test.test(),
        }
    }
}

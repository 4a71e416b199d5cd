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

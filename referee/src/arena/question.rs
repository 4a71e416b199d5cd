//! The question of a run. A report answers it from the log alone.

use std::fmt;

use itertools::Itertools;
use serde::{Deserialize, Serialize};

use crate::stats::score::ScoreSprt;
use crate::stats::sprt::Sprt;

/// The question of a duel. A report answers it from the log alone.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Question {
    /// Names of the bots that are compared, then of the others.
    pub duel: Vec<String>,
    /// The sequential test, if there is one.
    pub test: Option<Test>,
}

impl Question {
    /// A reason why a question that was read is wrong, if there is one.
    pub fn fault(&self) -> Option<String> {
        let is_repeated = |name: &String| self.duel.iter().filter(|it| *it == name).count() > 1;
        if self.duel.len() < 2 || self.duel.iter().any(is_repeated) {
            return Some("is a duel without two different bots".to_owned());
        }
        None
    }
}

/// The question of a try: which of two bots does better against a pool?
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct TrialQuestion {
    /// Name of the candidate.
    #[serde(rename = "try")]
    pub candidate: String,
    /// Name of the champion.
    pub champion: String,
    /// Names of the opponents of both.
    pub pool: Vec<String>,
    /// The sequential test, if there is one.
    pub test: Option<Test>,
}

impl TrialQuestion {
    /// A reason why a question that was read is wrong, if there is one.
    pub fn fault(&self) -> Option<String> {
        let names = [&self.candidate, &self.champion].into_iter().chain(&self.pool);
        let is_sound = !self.pool.is_empty() && names.duplicates().next().is_none();
        (!is_sound).then(|| "is a try without two different bots and a pool of others".to_owned())
    }
}

/// What a run asks.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(untagged)]
pub enum Asked {
    /// A duel.
    Duel(Question),
    /// A try.
    Try(TrialQuestion),
}

/// `a duel of a and b without a test`
impl fmt::Display for Asked {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let test = match self {
            Asked::Duel(it) => {
                write!(f, "a duel of {}", it.duel.join(" and "))?;
                it.test
            }
            Asked::Try(TrialQuestion { candidate, champion, pool, test }) => {
                let pool = pool.join(" and ");
                write!(f, "a try of {candidate} against {champion} with the pool {pool}")?;
                *test
            }
        };
        let Some(test) = test else { return f.write_str(" without a test") };
        let kind = match test {
            Test::Points(_) => "points",
            Test::Score(_) => "scores",
        };
        let ([elo0, elo1], [alpha, beta]) = (test.sprt().hypotheses(), test.sprt().risks());
        write!(f, " with a test by {kind} (Elo {elo0} to {elo1}, risks {alpha} and {beta})")
    }
}

/// A sequential test by points or by scores.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Test {
    /// By points: which bot ranks before the other.
    Points(Sprt),
    /// By scores: the difference of the scores.
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn questions_that_differ_have_different_words() {
        let asked = |elo1, alpha, beta| {
            let test = Some(Test::Points(Sprt::new(0.0, elo1, alpha, beta).unwrap()));
            Asked::Duel(Question { duel: ["a", "b"].map(str::to_owned).to_vec(), test }).to_string()
        };
        let first = "a duel of a and b with a test by points (Elo 0 to 10, risks 0.05 and 0.05)";
        assert_eq!(asked(10.0, 0.05, 0.05), first);
        for other in [asked(5.0, 0.05, 0.05), asked(10.0, 0.01, 0.05), asked(10.0, 0.05, 0.01)] {
            assert_ne!(other, first);
        }
    }
}

//! Which numbers of a referee program count.

use serde_json::{Map, Value};

use super::told::Told;
use crate::contest_file::{ContestTable, Negative, Scores};
use crate::game::{Fault, Outcome, Seat, ThrownOut};

/// The longest cause of a disqualification in characters.
const CAUSE: usize = 200;

/// Which numbers count in a contest.
#[derive(Clone, Debug)]
pub(super) struct Counting {
    /// Whether more or fewer points are better, or ranks count.
    pub(super) scores: Scores,
    /// A measure that counts in place of the score.
    measure: Option<String>,
    /// Whether a score below zero means a disqualification.
    negative_is_a_fault: bool,
}

impl Counting {
    /// What counts by a contest file.
    pub(super) fn new(contest: &ContestTable) -> Self {
        Self {
            scores: contest.scores,
            measure: contest.measure.clone(),
            negative_is_a_fault: contest.negative == Negative::Fault,
        }
    }

    /// The scores, or the measure that counts in their place.
    ///
    /// # Errors
    /// What the referee did, if this measure is missing.
    pub(super) fn measured(
        &self,
        mut scores: Vec<i64>,
        measures: &Map<String, Value>,
    ) -> Result<Vec<i64>, String> {
        if let Some(measure) = &self.measure {
            let number = |value: &Value| {
                value.as_f64().or_else(|| value.as_str().and_then(|text| text.trim().parse().ok()))
            };
            let value = measures.get(measure).and_then(number).ok_or_else(|| {
                let names: Vec<&str> = measures.keys().map(String::as_str).collect();
                format!("gave no measure '{measure}', which counts; it gave: {}", names.join(", "))
            })?;
            scores.fill(value.round() as i64);
        }
        Ok(scores)
    }

    /// An outcome with ranks by what is better in this contest.
    pub(super) fn ranked(&self, scores: Vec<i64>, turns: u32) -> Outcome {
        let mut outcome = Outcome::by_score(scores, turns);
        if self.scores == Scores::Low {
            let lower = outcome.scores.iter().map(|score| -score).collect();
            outcome.ranks = Outcome::by_score(lower, 0).ranks;
        }
        outcome
    }

    /// Disqualifies the players with a score below zero, if that is what such a score means. The cause is the last
    /// remark about the player.
    pub(super) fn throw_out_negative(&self, outcome: &mut Outcome, told: &Told) {
        if !self.negative_is_a_fault {
            return;
        }
        for seat in (0..outcome.scores.len()).map(Seat) {
            let is_out = outcome.thrown_out.iter().any(|out| out.seat == seat);
            if outcome.scores[seat.0] < 0 && !is_out {
                let cause = told.last_remark(seat).unwrap_or("a score below zero");
                outcome.thrown_out.push(garbage(seat, cause));
            }
        }
    }
}

/// A disqualification by the referee program.
pub(super) fn garbage(seat: Seat, cause: &str) -> ThrownOut {
    ThrownOut {
        seat,
        fault: Fault::Garbage,
        cause: cause.chars().take(CAUSE).collect(),
        line: None,
    }
}

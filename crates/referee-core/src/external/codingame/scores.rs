//! The end of a game of CodinGame's engine.

use serde_json::{Map, Value};

use super::super::counting::{Counting, Said, points};
use super::super::told::Told;
use crate::game::Outcome;
use crate::plain_words::json_error;

/// The blocks at the end.
#[derive(Default)]
pub(super) struct Ending {
    /// The parameters of the game as they were used.
    pub(super) parameters: Vec<String>,
    /// The measures, as a JSON object.
    pub(super) metadata: String,
    /// A seat and a score a line.
    pub(super) scores: Vec<String>,
}

impl Ending {
    /// The outcome of the game.
    ///
    /// # Errors
    /// What the referee did, if the scores are not one for each player, or the measures are not a JSON object.
    pub(super) fn outcome(
        &self,
        counting: &Counting,
        seats: usize,
        told: &Told,
    ) -> Result<Outcome, String> {
        let metadata = self.measures()?;
        let scores = self.by_seat(seats)?;
        let mut thrown_out = told.thrown_out.clone();
        counting.throw_out_negative(&scores, told, &mut thrown_out);
        let said = Said { scores, has_scores: true, measures: &metadata, thrown_out };
        let mut outcome = counting.outcome(said, told.turns)?;
        if !metadata.is_empty() {
            outcome.more.insert("metadata".to_owned(), Value::Object(metadata));
        }
        if !self.parameters.is_empty() {
            outcome.more.insert("parameters".to_owned(), self.parameters.clone().into());
        }
        Ok(outcome)
    }

    fn measures(&self) -> Result<Map<String, Value>, String> {
        if self.metadata.trim().is_empty() {
            return Ok(Map::new());
        }
        serde_json::from_str(&self.metadata).map_err(|error| {
            let shown: String = self.metadata.chars().take(80).collect();
            format!(
                "gave {shown:?} as METADATA, which is not a JSON object: {}",
                json_error(&error)
            )
        })
    }

    fn by_seat(&self, seats: usize) -> Result<Vec<i64>, String> {
        let mut scores = vec![None; seats];
        for line in &self.scores {
            let mut words = line.split_whitespace();
            let seat = words.next().and_then(|word| word.parse::<usize>().ok());
            let score = words.next().and_then(|word| word.parse::<f64>().ok());
            match (seat.and_then(|seat| scores.get_mut(seat)), score) {
                (Some(Some(_)), Some(_)) => {
                    return Err(format!("gave two scores for one player, the second by {line:?}"));
                }
                (Some(place), Some(score)) => *place = Some(points(score)?),
                _ => {
                    return Err(format!(
                        "gave the score {line:?}; wanted a player's index and a number"
                    ));
                }
            }
        }
        let missing = scores.iter().position(Option::is_none);
        match missing {
            Some(seat) => Err(format!("gave no score for player {seat}")),
            None => Ok(scores.into_iter().flatten().collect()),
        }
    }
}

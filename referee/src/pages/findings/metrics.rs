//! The numbers that bots reported as `@value` lines: means by name, bot and turn over recorded games.

use std::collections::BTreeMap;

use serde::Serialize;

use crate::recording::BegunRecording;
use crate::terminal::harmless;
use crate::thought::Thought;

/// Later turns are ignored.
const MOST_TURNS: usize = 2000;

/// Further names are ignored: a bot can invent any number of them.
const MOST_NAMES: usize = 50;

/// Means by name, bot and turn.
#[derive(Clone, Debug, Default, Serialize)]
pub struct Metrics(BTreeMap<String, BTreeMap<String, Vec<Mean>>>);

/// A mean over games; `null` without a number.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
struct Mean {
    sum: f64,
    count: u32,
}

impl Serialize for Mean {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        (self.count > 0).then(|| self.sum / f64::from(self.count)).serialize(serializer)
    }
}

impl Metrics {
    /// Adds the numbers of a recorded game; `bots` are the names by seat.
    pub fn add(&mut self, recording: &BegunRecording, bots: &[String]) {
        let mut turns = vec![0; bots.len()];
        for (_, exchange) in &recording.exchanges {
            let Some(turn) = turns.get_mut(exchange.seat.0) else { continue };
            *turn += 1;
            if *turn > MOST_TURNS {
                continue;
            }
            let bot = harmless(&bots[exchange.seat.0]);
            for line in &exchange.stderr {
                if let Some(Thought::Value(name, value)) = Thought::read(&harmless(line)) {
                    self.take(name, &bot, *turn, value);
                }
            }
        }
    }

    fn take(&mut self, name: String, bot: &str, turn: usize, value: f64) {
        if self.0.len() >= MOST_NAMES && !self.0.contains_key(&name) {
            return;
        }
        let means = self.0.entry(name).or_default().entry(bot.to_owned()).or_default();
        if means.len() < turn {
            means.resize(turn, Mean::default());
        }
        let mean = &mut means[turn - 1];
        mean.sum += value;
        mean.count += 1;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_metric_is_the_mean_of_its_turn_over_games() {
        let mut metrics = Metrics::default();
        for (turn, value) in [(1, 2.0), (3, 5.0), (1, 4.0)] {
            metrics.take("risk".to_owned(), "a", turn, value);
        }
        let object = serde_json::json!(metrics);
        assert_eq!(object.to_string(), r#"{"risk":{"a":[3.0,null,5.0]}}"#);
        (0..100).for_each(|name| metrics.take(name.to_string(), "a", 1, 1.0));
        assert_eq!(metrics.0.len(), MOST_NAMES);
    }
}

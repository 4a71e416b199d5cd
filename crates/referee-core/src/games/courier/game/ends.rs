//! The result of a game.

use serde_json::{Map, Value, json};

use super::{CourierGame, MOST_PLAYERS, Phase, Status};
use crate::game::{OpenGame, Outcome, Seat};
use crate::games::courier::door::Place;
use crate::games::courier::world::Robot;

impl CourierGame {
    /// The result, with the reason of the end.
    pub(super) fn outcome(&self, end: &str) -> Outcome {
        let of_robots = |what: fn(&Robot) -> u64| -> Vec<u64> {
            self.robots().map(|robot| robot.map_or(0, what)).collect()
        };
        let scores = of_robots(|robot| robot.score).into_iter().map(|it| it as i64).collect();
        let mut outcome = Outcome::by_score(scores, self.turns);
        outcome.thrown_out.clone_from(&self.thrown_out);
        let deaths: Vec<Value> = self
            .chairs
            .iter()
            .zip(self.robots())
            .map(|(chair, robot)| {
                let death = robot.and_then(|robot| robot.death);
                death.map_or(
                    Value::Null,
                    |death| json!({ "turn": chair.died, "cause": death.cause() }),
                )
            })
            .collect();
        outcome.more.insert("end".to_owned(), Value::from(end));
        outcome.more.insert("deaths".to_owned(), Value::from(deaths));
        let delivered = of_robots(|robot| u64::from(robot.delivered));
        outcome.more.insert("delivered".to_owned(), json!(delivered));
        outcome.more.insert("money".to_owned(), json!(of_robots(|robot| robot.money)));
        outcome.more.insert("weight".to_owned(), json!(self.weight));
        outcome
    }

    /// The turn before which a robot joins that arrives now. One that arrives during the first lines of others waits for the
    /// turn after this one.
    fn next_entry(&self) -> u32 {
        if matches!(self.phase, Phase::Start) { 0 } else { self.turns + 1 }
    }
}

impl OpenGame for CourierGame {
    fn has_turns_left(&self) -> bool {
        !matches!(self.phase, Phase::Ending(_)) && self.next_entry() < self.rules.turns
    }

    fn join(&mut self) -> Option<Seat> {
        let joins = self.next_entry();
        // Dead robots leave the game, because a continuous game may last for days.
        let present = self.chairs.iter().filter(|chair| chair.status != Status::Gone).count();
        if present >= MOST_PLAYERS {
            return None;
        }
        let places: Vec<Place> = self.places().cloned().collect();
        let place = self.door.place(&places, joins).ok()?;
        Some(self.add_seat(place))
    }

    fn options(&self) -> Map<String, Value> {
        let places: Vec<Place> = self.places().cloned().collect();
        self.door.options_with(&places)
    }
}

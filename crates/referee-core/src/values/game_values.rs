//! All values of a game while it is played.

use serde_json::{Map, Value};

use super::kept::Values;
use super::line::{Joining, Owner, ReportedLine, Single};
use crate::game::Seat;

/// All values of a game.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct GameValues {
    /// Those of the game.
    pub of_game: Values,
    /// Those of the players, by seat.
    pub of_seats: Vec<Values>,
}

impl GameValues {
    /// No values yet, of a game with this many seats.
    pub fn new(seats: usize) -> Self {
        Self { of_game: Values::default(), of_seats: vec![Values::default(); seats] }
    }

    /// Takes a line that a seat wrote to standard error, if it is a report.
    pub fn take_line(&mut self, seat: Seat, line: &str) {
        let Some(ReportedLine { owner, name, value, joining, .. }) = ReportedLine::read(line)
        else {
            return;
        };
        self.join(Some(seat).filter(|_| owner == Owner::Player), &name, value, joining);
    }

    fn join(&mut self, seat: Option<Seat>, name: &str, value: Single, joining: Joining) {
        match seat {
            None => self.of_game.join(name, value, joining),
            Some(seat) => {
                if let Some(values) = self.of_seats.get_mut(seat.0) {
                    values.join(name, value, joining);
                }
            }
        }
    }

    /// Takes the values that the rules, or a referee from outside, report in the further fields of an
    /// [outcome](crate::game::Outcome::more). A contest fills any of these fields:
    ///
    /// | field | form |
    /// |---|---|
    /// | `metadata` | an object of numbers and texts; a name that ends in `_0`, `_1`, … belongs to that seat |
    /// | `test_data` | an object of numbers and texts of the game |
    /// | `player_data` | a list by seat of such objects |
    /// | `attributes` | a list of objects with `name`, `value`, and perhaps `player` (a seat, from 0) and `turn` |
    ///
    /// ```
    /// use referee_core::values::{GameValues, Kept};
    /// use serde_json::json;
    ///
    /// let more = json!({"metadata": {"Wood_1": "14", "Map": "islands"}}).as_object().unwrap().clone();
    /// let mut values = GameValues::new(2);
    /// values.take_outcome(&more);
    /// assert_eq!(values.of_seats[1].get("Wood"), Some(&Kept::Number(14.0)));
    /// assert_eq!(values.of_game.get("Map"), Some(&Kept::Text("islands".into())));
    /// ```
    pub fn take_outcome(&mut self, more: &Map<String, Value>) {
        for (name, value) in fields(more.get("metadata")) {
            let (name, seat) = self.owner_of(name);
            self.take_json(seat, name, value, None);
        }
        for (name, value) in fields(more.get("test_data")) {
            self.take_json(None, name, value, None);
        }
        for (seat, player) in list(more.get("player_data")).enumerate() {
            for (name, value) in fields(Some(player)) {
                self.take_json(Some(Seat(seat)), name, value, None);
            }
        }
        for attribute in list(more.get("attributes")) {
            let seat = attribute["player"].as_u64().map(|seat| Seat(seat as usize));
            if let Some(name) = attribute["name"].as_str() {
                self.take_json(seat, name, &attribute["value"], attribute["turn"].as_u64());
            }
        }
    }

    /// The name without the seat at its end, and that seat.
    fn owner_of<'a>(&self, name: &'a str) -> (&'a str, Option<Seat>) {
        let split = name.rsplit_once('_').filter(|(name, _)| !name.is_empty());
        let seat = split.and_then(|(name, seat)| Some((name, seat.parse().ok()?)));
        match seat {
            Some((name, seat)) if seat < self.of_seats.len() => (name, Some(Seat(seat))),
            _ => (name, None),
        }
    }

    fn take_json(&mut self, seat: Option<Seat>, name: &str, value: &Value, turn: Option<u64>) {
        let value = match value {
            Value::String(text) => Single::read(text),
            Value::Bool(_) | Value::Number(_) => Single::read(&value.to_string()),
            _ => None,
        };
        let Some(value) = value else { return };
        let is_series = turn.is_some() && matches!(value, Single::Number(_));
        let joining = if is_series { Joining::Continues } else { Joining::Replaces };
        self.join(seat, name, value, joining);
    }

    /// The values by seat for a log: an empty list if no seat has one.
    pub fn seats_with_values(self) -> (Values, Vec<Values>) {
        let some = self.of_seats.iter().any(|values| !values.is_empty());
        (self.of_game, if some { self.of_seats } else { Vec::new() })
    }
}

fn fields(value: Option<&Value>) -> impl Iterator<Item = (&str, &Value)> {
    let object = value.and_then(Value::as_object).into_iter().flatten();
    object.map(|(name, value)| (&**name, value))
}

fn list(value: Option<&Value>) -> impl Iterator<Item = &Value> {
    value.and_then(Value::as_array).into_iter().flatten()
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::super::kept::Kept;
    use super::*;

    fn number(kept: Option<&Kept>) -> Option<f64> {
        kept.and_then(Kept::number)
    }

    #[test]
    fn a_line_of_the_game_belongs_to_no_seat() {
        let mut values = GameValues::new(2);
        values.take_line(Seat(1), "[TDATA] map_size = 18");
        values.take_line(Seat(1), "[PDATA] depth = 4");
        values.take_line(Seat(1), "thinking about [PDATA] depth = 5");
        assert_eq!(number(values.of_game.get("map_size")), Some(18.0));
        assert_eq!(number(values.of_seats[1].get("depth")), Some(4.0));
        assert!(values.of_seats[0].is_empty());
        assert_eq!(values.clone().seats_with_values().1.len(), 2);
        assert_eq!(GameValues::new(2).seats_with_values(), (Values::default(), vec![]));
    }

    #[test]
    fn an_outcome_has_values_of_the_game_and_of_seats() {
        let more = json!({
            "metadata": {"Points_0": "3", "Points_1": 4, "Points_2": 5, "_1": 6, "width": 9.5, "x_y": true},
            "test_data": {"seed": "77"},
            "player_data": [{"depth": "4"}, {"depth": 6}, {"depth": 8}],
            "attributes": [
                {"name": "time", "player": 1, "turn": 1, "value": "20"},
                {"name": "time", "player": 1, "turn": 2, "value": 30},
                {"name": "biome", "player": null, "turn": null, "value": "ice"},
                {"name": "list", "value": [1]},
                {"value": 1},
            ],
        });
        let mut values = GameValues::new(2);
        values.take_outcome(more.as_object().unwrap());
        let of_game: Vec<&str> = values.of_game.iter().map(|(name, _)| name).collect();
        assert_eq!(of_game, ["Points_2", "_1", "biome", "seed", "width", "x_y"]);
        let of_seat = |seat: usize, name: &str| number(values.of_seats[seat].get(name));
        assert_eq!([of_seat(0, "Points"), of_seat(1, "Points")], [Some(3.0), Some(4.0)]);
        assert_eq!([of_seat(0, "depth"), of_seat(1, "depth")], [Some(4.0), Some(6.0)]);
        let Some(Kept::Series(time)) = values.of_seats[1].get("time") else { panic!() };
        assert_eq!((time.mean, time.count), (25.0, 2));
        values.take_outcome(json!({"metadata": 3, "player_data": {}}).as_object().unwrap());
    }
}

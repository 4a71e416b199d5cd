//! Figures of bots over recorded games: a contest counts each game, and the means over a bot's games are made here.

use serde_json::{Map, Value, json};

/// The figures of one player in one game, by name, in the order in which they are shown. A number enters the mean;
/// `null` is a number that the game does not have; everything else, and the [`SEAT`], only describes the game.
pub type GameFigures = Map<String, Value>;

/// The name of the seat, from 0, if a contest tells it. A mean of seats says nothing.
pub const SEAT: &str = "seat";

/// The games of each bot, in the order in which the bots appear.
#[derive(Debug, Default)]
pub struct Figures {
    bots: Vec<(String, Vec<Value>)>,
}

impl Figures {
    /// Adds a game of a bot. All games have the same names of figures.
    pub fn add(&mut self, bot: &str, game: GameFigures) {
        let game = Value::Object(game);
        match self.bots.iter_mut().find(|(name, _)| name == bot) {
            Some((_, games)) => games.push(game),
            None => self.bots.push((bot.to_owned(), vec![game])),
        }
    }

    /// A list with an object for each bot: its name as `bot`, the number of its `games`, the mean of each figure over
    /// the games that have it, or `null`, and the list `each game`.
    pub fn into_value(self) -> Value {
        let object = |(name, games): (String, Vec<Value>)| {
            let mut figures = Map::new();
            figures.insert("bot".to_owned(), json!(name));
            figures.insert("games".to_owned(), json!(games.len()));
            for name in games.first().and_then(Value::as_object).into_iter().flat_map(Map::keys) {
                let is_figure = |game: &Value| game[name].is_number() || game[name].is_null();
                if name != SEAT && games.iter().all(is_figure) {
                    figures.insert(name.clone(), json!(mean(&games, name)));
                }
            }
            figures.insert("each game".to_owned(), Value::Array(games));
            Value::Object(figures)
        };
        self.bots.into_iter().map(object).collect()
    }
}

/// The mean of a figure over the games that have it.
fn mean(games: &[Value], name: &str) -> Option<f64> {
    let having: Vec<f64> = games.iter().filter_map(|game| game[name].as_f64()).collect();
    (!having.is_empty()).then(|| having.iter().sum::<f64>() / having.len() as f64)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn means_are_over_the_games_that_have_a_figure() {
        let mut figures = Figures::default();
        let game = |turns: Value, oranges: Value| {
            let game =
                json!({"seed": "7", "seat": 1, "turns": turns, "oranges": oranges, "never": null});
            game.as_object().unwrap().clone()
        };
        figures.add("b", game(json!(10), json!(null)));
        figures.add("a", game(json!(1), json!(2.5)));
        figures.add("b", game(json!(20), json!(4.5)));
        let bots = figures.into_value();
        assert_eq!((&bots[0]["bot"], &bots[1]["bot"]), (&json!("b"), &json!("a")));
        assert_eq!((&bots[0]["games"], &bots[0]["turns"]), (&json!(2), &json!(15.0)));
        assert_eq!((&bots[0]["oranges"], &bots[0]["never"]), (&json!(4.5), &Value::Null));
        assert_eq!(bots[0].get("seed"), None, "a text has no mean");
        assert_eq!(bots[0].get("seat"), None, "a seat has no mean");
        assert_eq!(
            (&bots[0]["each game"][1]["seed"], &bots[0]["each game"][1]["seat"]),
            (&json!("7"), &json!(1))
        );
    }
}

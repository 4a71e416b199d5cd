//! Numbers and start cells of robots, also of those that join later.

use gridkit::Rng;
use serde_json::{Map, Value};

use super::board::Cell;
use super::world::RobotId;
use crate::contest::SetupError;

/// The entry of a robot into the game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Place {
    /// Its number in the protocol.
    pub id: RobotId,
    /// Its start cell.
    pub start: Cell,
    /// The turn before which it joins, counted from 0. It is above 0 only in a continuous game.
    pub joins: u32,
}

/// The start cells of robots.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Starts {
    /// These tiles in order; further robots start on the last of them.
    Given(Vec<Cell>),
    /// Random tiles of these, different ones as long as there are enough.
    Different(Vec<Cell>),
    /// One random tile of these for all.
    Same(Vec<Cell>),
}

/// Gives each robot its number and its start.
#[derive(Clone, Debug)]
pub struct Door {
    /// The start cells. The lists are not empty.
    pub starts: Starts,
    /// The source of random start cells.
    pub random: Rng,
    /// The numbers of the first robots. Later robots get the numbers after the highest one.
    pub ids: Vec<u64>,
    /// The options of the game.
    pub options: Map<String, Value>,
}

impl Door {
    /// The entry of the robot after `others`, which joins before the turn `joins`.
    ///
    /// # Errors
    /// A given number is 0, or two are equal.
    pub fn place(&mut self, others: &[Place], joins: u32) -> Result<Place, SetupError> {
        let highest = others.iter().map(|place| place.id.0).max().unwrap_or(0);
        let id = self.ids.get(others.len()).copied().unwrap_or(highest.saturating_add(1));
        if id == 0 || others.iter().any(|place| place.id.0 == id) {
            let problem = "option ids: wanted different numbers above 0, such as 87 3";
            return Err(SetupError(problem.to_owned()));
        }
        Ok(Place { id: RobotId(id), start: self.start(others), joins })
    }

    fn start(&mut self, others: &[Place]) -> Cell {
        match &self.starts {
            Starts::Given(cells) => cells[others.len().min(cells.len() - 1)],
            Starts::Same(cells) => match others.first() {
                Some(other) => other.start,
                None => cells[self.random.below(cells.len())],
            },
            Starts::Different(cells) => loop {
                let cell = cells[self.random.below(cells.len())];
                let taken = others.iter().filter(|other| other.start == cell).count();
                // With more robots than tiles all tiles are used equally often.
                if taken <= others.len() / cells.len() {
                    return cell;
                }
            },
        }
    }

    /// The options of a game in which all robots join like these.
    pub fn options_with(&self, places: &[Place]) -> Map<String, Value> {
        let list = |text: fn(&Place) -> String, separator: &str| {
            Value::from(places.iter().map(text).collect::<Vec<_>>().join(separator))
        };
        let mut options = self.options.clone();
        options.insert("starts".to_owned(), list(|place| place.start.to_string(), ";"));
        options.insert("ids".to_owned(), list(|place| place.id.to_string(), " "));
        options.insert("joins".to_owned(), list(|place| place.joins.to_string(), " "));
        options
    }
}

//! Where robots come in: their numbers and their starts, also of those that come later.

use gridkit::Rng;
use serde_json::{Map, Value};

use super::board::Cell;
use super::world::RobotId;
use crate::contest::SetupError;

/// A robot that will come, or is there.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Place {
    /// Its number in the protocol.
    pub id: RobotId,
    /// Where it starts.
    pub start: Cell,
    /// The turn before which it comes, counted from 0: more than 0 only in a continuous game.
    pub joins: u32,
}

/// Where robots start.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Starts {
    /// On those tiles in order; the others on the last of them.
    Given(Vec<Cell>),
    /// On different tiles of those while there are enough.
    Different(Vec<Cell>),
    /// All on one tile of those.
    Same(Vec<Cell>),
}

/// Gives each robot its number and its start.
#[derive(Clone, Debug)]
pub struct Door {
    /// Tiles to start on; none of the lists is empty.
    pub starts: Starts,
    /// What starts are drawn with.
    pub random: Rng,
    /// The numbers of the first robots; those after them count on from the highest one.
    pub ids: Vec<u64>,
    /// The options of the game.
    pub options: Map<String, Value>,
}

impl Door {
    /// The place of the robot after `others`, which comes before the turn `joins`.
    ///
    /// # Errors
    /// The numbers that were given are 0 or the same.
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
                // With more robots than tiles each tile is taken as often as any other.
                if taken <= others.len() / cells.len() {
                    return cell;
                }
            },
        }
    }

    /// The options that bring about a game in which all robots come as these did.
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

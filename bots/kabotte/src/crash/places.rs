//! Where a car can be between detours.

use gridkit::FastMap;

use super::{Car, Model, Rest};
use crate::distances::Row;
use crate::graph::Node;
use crate::track::Cell;

/// A car, and which cells of its trail will matter.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) enum Place {
    /// No cell below its own will.
    Driving(Node),
    /// It was set back, and no cell of the trail will.
    Resting(Cell),
    /// It was set back, and some cells will.
    Above(Rest, Below),
    /// The moves are given, and all its trail is there.
    Beginning(u16),
}

impl Place {
    /// The car at the place, if its trail matters there.
    pub fn car(self) -> Option<Car> {
        match self {
            Place::Driving(node) => Some(Car::Driving(node)),
            Place::Above(rest, _) => Some(Car::Resting(rest)),
            Place::Beginning(beginning) => Some(Car::Beginning(beginning)),
            Place::Resting(_) => None,
        }
    }
}

/// The cells of the trail below the newest one.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) enum Below {
    /// None of them will matter.
    Forgotten,
    /// The next is that on which the car rests; those below it will not matter.
    Own,
    /// All those of a beginning, from a depth on.
    Trail { beginning: u16, depth: u16 },
}

/// A place by its number.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) struct PlaceNumber(pub u32);

/// All places that were met. Nodes have their own numbers.
pub(super) struct Places {
    nodes: u32,
    others: Vec<Place>,
    numbers: FastMap<Place, PlaceNumber>,
}

impl Places {
    pub fn new(nodes: usize) -> Places {
        Places { nodes: nodes as u32, others: Vec::new(), numbers: FastMap::default() }
    }

    pub fn number(&mut self, place: Place) -> PlaceNumber {
        if let Place::Driving(node) = place {
            return PlaceNumber(node.0);
        }
        let (nodes, others) = (self.nodes, &mut self.others);
        *self.numbers.entry(place).or_insert_with(|| {
            others.push(place);
            PlaceNumber(nodes + others.len() as u32 - 1)
        })
    }

    pub fn get(&self, number: PlaceNumber) -> Place {
        match number.0.checked_sub(self.nodes) {
            None => Place::Driving(Node(number.0)),
            Some(other) => self.others[other as usize],
        }
    }

    pub fn bytes(&self) -> usize {
        self.others.len() * 64
    }
}

impl Model {
    /// The fewest moves of a car to each stop before it comes back below the newest cell of the trail.
    pub(super) fn nearness(&self, car: Car) -> Row {
        match car {
            Car::Driving(node) => self.near.moving(node),
            Car::Resting(rest) => self.near.at_rest([rest.at, rest.top]),
            Car::Beginning(beginning) => self.nearness_of(Place::Beginning(beginning)),
        }
    }

    /// The fewest moves of a car at a place to each stop.
    pub(super) fn nearness_of(&self, place: Place) -> Row {
        let near = &self.near;
        match place {
            Place::Driving(node) => near.moving(node),
            Place::Resting(at) => near.at_rest(Some(at)),
            Place::Above(rest, Below::Trail { beginning, depth }) => {
                let trail = self.beginnings[usize::from(beginning)].0.from(depth.into());
                near.at_rest(trail.iter().copied().chain([rest.at, rest.top]))
            }
            Place::Above(rest, _) => near.at_rest([rest.at, rest.top]),
            Place::Beginning(beginning) => {
                let (trail, nodes) = &self.beginnings[usize::from(beginning)];
                near.at_rest_or_by(self.race.graph(), trail.from(0), nodes)
            }
        }
    }
}

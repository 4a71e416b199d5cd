//! The heads between which a search drives: a car, and the cells of its trail that still matter.
//!
//! Most of a trail never matters again. A car that made a move is on the top of its trail, and what crashes do
//! above that cell is the business of detours. A later crash can reach cells below the top in two cases alone:
//! the car was set back to the cell below the top, or the trail is that of a beginning.
//!
//! ```text
//!   Driving        Resting        Above(.., Own)     Above(.., Trail { depth: 1 })
//!
//!   car ──► 7      car on 3,      top ──► 5          top ──► 5
//!           .      the trail      car ──► 3          car ──► 3   depth 1 of the beginning's trail
//!           .      is of no               .                  2   depth 2
//!                  interest               .                  1   depth 3
//! ```

use gridkit::FastMap;

use super::car::{Car, Rest};
use crate::graph::Node;
use crate::track::Cell;

/// A car, and the cells of its trail that still matter.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) enum Head {
    /// It made a move. No older cell matters.
    Driving(Node),
    /// It was set back. No cell of the trail matters.
    Resting(Cell),
    /// It was set back. The top of the trail matters, and some cells below.
    Above(Rest, Below),
    /// It is at a beginning. All its trail matters.
    Beginning(u16),
}

impl Head {
    /// The car, if some of its trail matters.
    pub fn car(self) -> Option<Car> {
        match self {
            Head::Driving(node) => Some(Car::Driving(node)),
            Head::Above(rest, _) => Some(Car::Resting(rest)),
            Head::Beginning(beginning) => Some(Car::Beginning(beginning)),
            Head::Resting(_) => None,
        }
    }
}

/// The cells of the trail below the top that still matter.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) enum Below {
    /// No cell.
    Nothing,
    /// One cell, on which the car rests.
    Own,
    /// The cells of the trail of a beginning, from a depth on.
    Trail { beginning: u16, depth: u16 },
}

/// A head by its number.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) struct HeadNumber(pub u32);

/// The heads that were met. `Driving` has the number of its node.
pub(super) struct Heads {
    nodes: u32,
    others: Vec<Head>,
    numbers: FastMap<Head, HeadNumber>,
}

impl Heads {
    pub fn new(nodes: usize) -> Heads {
        Heads { nodes: nodes as u32, others: Vec::new(), numbers: FastMap::default() }
    }

    pub fn number(&mut self, head: Head) -> HeadNumber {
        if let Head::Driving(node) = head {
            return HeadNumber(node.0);
        }
        let (nodes, others) = (self.nodes, &mut self.others);
        *self.numbers.entry(head).or_insert_with(|| {
            others.push(head);
            HeadNumber(nodes + others.len() as u32 - 1)
        })
    }

    pub fn get(&self, number: HeadNumber) -> Head {
        match number.0.checked_sub(self.nodes) {
            None => Head::Driving(Node(number.0)),
            Some(other) => self.others[other as usize],
        }
    }

    pub fn bytes(&self) -> usize {
        self.others.len() * 64
    }
}

//! A stop of a plan.

use gridkit::Point;

use crate::ledger::Item;
use crate::route::Kind;

/// A stop of the plan.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Stop {
    /// Where.
    pub at: Point,
    /// What to do there.
    pub kind: Kind,
    /// What it is about.
    pub subject: Subject,
}

/// What a stop is about.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Subject {
    /// A tile to look at.
    Look,
    /// A package.
    Known(Item),
    /// A guessed package of an unseen base, by its number.
    Guessed(u16),
}

impl Stop {
    /// The package, if there is one.
    pub fn item(&self) -> Option<Item> {
        match self.subject {
            Subject::Known(item) => Some(item),
            _ => None,
        }
    }
}

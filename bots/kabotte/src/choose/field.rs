//! The race as a car sees it that has to choose a move.

use crate::exact::Exact;
use crate::graph::Node;
use crate::joint::Outlook;
use crate::motion::Motion;
use crate::params::Params;
use crate::repeats::Draw;
use crate::rollout::Prospect;
use crate::rules::MoveNumber;
use crate::solve::Race;
use crate::stops::Stops;
use crate::track::Cell;

/// Another car in the race.
#[derive(Clone, Copy, Debug)]
pub struct Rival {
    pub car: Motion,
    /// That of its next move.
    pub number: MoveNumber,
    pub open: Stops,
    /// Whether it has moved in this round.
    pub has_moved: bool,
    /// Whether it drives for our team.
    pub is_mate: bool,
}

/// A move that the car may make.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Offer {
    pub node: Node,
    /// What is open after it; `None` after the finish.
    pub open: Option<Stops>,
    /// The moves that are left after it.
    pub left: u16,
    /// The number of quickest ways on, if it is planned.
    pub ways: u64,
    /// What repetitions are expected to cost after it, in moves.
    pub surcharge: f32,
}

/// A move with what it may lead to.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Weighed {
    pub offer: Offer,
    /// The chance that the others take every way on, by where each of them is likely to stand.
    pub peril: f32,
    /// By races that are played on, if they are.
    pub prospect: Option<Prospect>,
}

/// The state of the race for our car.
pub struct Field<'a> {
    pub params: &'a Params,
    pub race: &'a Race,
    pub exact: &'a Exact,
    /// Whether the cars block that still have to move in a round, too.
    pub all_block: bool,
    /// Whether all others are left in peace: teams race, and it is not known which cars are of our own.
    pub is_peaceful: bool,
    /// Who has to repeat its vector, where cars have to.
    pub draw: Option<Draw>,
    pub car: Motion,
    /// That of the next move.
    pub number: MoveNumber,
    pub open: Stops,
    /// Where the car is set back to if it crashes after the next move.
    pub set_back: Option<Cell>,
    pub rivals: Vec<Rival>,
}

impl Outlook for Field<'_> {
    fn left(&self, node: Node, open: Stops) -> u16 {
        self.exact.left(node, open).unwrap_or_else(|| self.race.tour().at_least(node, open))
    }
}

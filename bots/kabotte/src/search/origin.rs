//! What a search is asked, and why it may have no answer.

use crate::graph::Node;
use crate::rules::MoveNumber;
use crate::stops::Stops;

/// Where a search begins.
#[derive(Clone, Debug)]
pub struct Origin<'a> {
    /// The moves that can be made first.
    pub first: &'a [Node],
    /// The number of that move.
    pub number: MoveNumber,
    /// The stops that are open.
    pub open: Stops,
    /// Whether all motions but the last have to be safe where `REmulAde` is in force.
    pub cautious: bool,
}

/// Why there is no plan.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Failure {
    /// No way leads to the finish.
    NoWay,
    /// The time or the nodes were used up before the search was through.
    Unfinished,
}

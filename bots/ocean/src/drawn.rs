//! Positions for the unit tests, all on the open sea.

use gridkit::{Board15, Dir};

use crate::device::Charges;
use crate::knowledge::Knowledge;
use crate::map::{cell_at, Cell, Map};
use crate::orders::Seen;
use crate::params::Params;
use crate::their_charges::TheirCharges;
use crate::tracker::{Settings, Tracker};

pub fn cell(x: i32, y: i32) -> Cell {
    cell_at(x, y).unwrap()
}

/// A submarine that is on one of these cells, all equally likely, and whose habits are known.
pub fn on(cells: &[(i32, i32)]) -> Tracker {
    tracker(cells.iter().map(|&(x, y)| cell(x, y)).collect())
}

/// The same for a set of cells.
pub fn tracker(cells: Board15) -> Tracker {
    Tracker::new(cells, Settings { cap: 1_000, silence: Some([1.0; 5]) })
}

/// An opponent that has moved so often and used no device.
pub fn charged(moves: usize) -> TheirCharges {
    let mut charges = TheirCharges::new(|_| true);
    (0..moves).for_each(|_| charges.see(Seen::Move(Dir::North)));
    charges
}

/// Our submarine is on (7, 7) and lacks these charges. The opponent is on one of `theirs`, believes
/// that we are on one of `ours`, and has all devices ready.
pub fn facing(
    theirs: &[(i32, i32)],
    ours: &[(i32, i32)],
    missing: [i32; 4],
    params: &Params,
) -> Knowledge {
    let mut knowledge = Knowledge::new(Map::new(Board15::FULL), cell(7, 7), params);
    knowledge.own.charges = Charges::from_missing(missing).unwrap();
    (knowledge.them, knowledge.us) = (on(theirs), on(ours));
    knowledge.their_charges = charged(12);
    knowledge
}

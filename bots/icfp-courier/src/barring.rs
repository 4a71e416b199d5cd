//! Robots that bar our way: [`Barring`] notices that we do not get on, and makes the robots on our way walls for some
//! time.
//!
//! In a corridor one tile wide, a robot that stands at a corner cannot be pushed on. A distance field knows nothing of
//! robots. So without this our robot would stand before it for the rest of the game, even where there is another way or
//! something else to do.

use gridkit::{Distances, Point};

use crate::board::Board;
use crate::ledger::Ledger;

/// Notices that we do not get on, and knows which robots are in the way.
#[derive(Clone, Debug)]
pub struct Barring {
    /// A tile near which we have been for some turns, with the number of packages that we carry.
    anchor: (Point, usize),
    /// The number of these turns, since robots were last made walls.
    waited: u32,
    /// Before this turn no robot becomes a wall.
    rest: u32,
    /// Robots that are walls, by their index in the ledger, each with the turn in which that ends.
    robots: Vec<(usize, u32)>,
}

/// A robot that stays this near to a tile for long does not get on.
const NEAR: u32 = 2;

impl Default for Barring {
    fn default() -> Self {
        Self { anchor: (Point::new(-1, -1), 0), waited: 0, rest: 0, robots: Vec::new() }
    }
}

impl Barring {
    /// Takes in where our robot is after a turn.
    pub fn note(&mut self, ledger: &Ledger) {
        let now = (ledger.me().at, ledger.me().carried.len());
        self.waited += 1;
        if self.anchor.0.manhattan(now.0) > NEAR || self.anchor.1 != now.1 {
            self.anchor = now;
            self.waited = 0;
        }
        self.robots.retain(|&(_, until)| ledger.turn < until);
    }

    /// Have we stayed near a tile for `patience` turns since robots were last made walls, without taking or putting
    /// down a package?
    pub fn is_due(&self, ledger: &Ledger, patience: u32) -> bool {
        self.waited >= patience && ledger.turn >= self.rest
    }

    /// Makes the robots near us that are nearer to our goal than we are walls until a turn. `field` has the distances to
    /// the goal.
    pub fn add(&mut self, ledger: &Ledger, field: &Distances, until: u32) {
        let here = ledger.me().at;
        let left = field.get(here).unwrap_or(0);
        for (seat, rival) in ledger.rivals() {
            let is_ahead = field.get(rival.at).map_or(false, |far| far < left);
            if is_ahead && rival.at.manhattan(here) <= NEAR {
                self.robots.push((seat, until));
                self.waited = 0;
            }
        }
    }

    /// Makes no robot a wall before a turn: there is nothing to do elsewhere, so we must get past those that bar our way.
    pub fn give_up(&mut self, until: u32) {
        self.robots.clear();
        self.rest = until;
    }

    /// The tiles of the robots that are walls.
    pub fn tiles(&self, board: &Board, ledger: &Ledger) -> Vec<Point> {
        let here = ledger.me().at;
        let robots = self.robots.iter().map(|&(seat, _)| &ledger.robots[seat]);
        let alive = robots.filter(|robot| robot.alive).map(|robot| robot.at);
        let mut tiles: Vec<Point> = alive.filter(|&at| at != here && board.is_land(at)).collect();
        tiles.sort_unstable();
        tiles.dedup();
        tiles
    }
}

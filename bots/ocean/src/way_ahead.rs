//! What the turns after a plan will cost: the opponent's mines, and the surfacing when there is no
//! free cell left.

use gridkit::{Board15, Dir};

use crate::map::{damage, Cell, Map};
use crate::space;
use crate::tracker::Belief;

/// Steps for which the cheapest way through the mines is searched.
pub const DEPTH: usize = 5;

/// What the turns after a plan cost, in lives.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Cost {
    /// The damage of all mines in reach of where the plan ends, if they are triggered at once.
    pub beside: f64,
    /// What comes after that.
    pub later: f64,
}

/// Computes the cost of the turns after a plan.
pub struct WayAhead<'a> {
    map: &'a Map,
    mines: &'a Belief,
    /// Whether there can be a mine at all.
    mined: bool,
    /// Worth of a life lost so many steps later.
    discount: &'a [f64],
    /// The probability that a mine in reach is triggered.
    fear: f64,
    /// Cells beside so many mines that they are no room.
    shut: Board15,
}

impl<'a> WayAhead<'a> {
    /// For the mines of a belief. `discount` holds the present worth of a life lost 0, 1, 2, ...
    /// turns later; `fear` is the probability that a mine in reach of us is triggered; where the mines
    /// in reach take `area` lives there is no room, unless that is zero.
    pub fn new(
        map: &'a Map,
        mines: &'a Belief,
        discount: &'a [f64],
        fear: f64,
        area: f64,
    ) -> WayAhead<'a> {
        let mined = map.water().iter().any(|cell| mines.mine(cell) > 0.0);
        let mut way_ahead = WayAhead { map, mines, mined, discount, fear, shut: Board15::EMPTY };
        if mined && area > 0.0 {
            let shut = |cell: &Cell| {
                let mut met = Board15::EMPTY;
                way_ahead.meet(*cell, &mut met) >= area
            };
            way_ahead.shut = map.water().iter().filter(shut).collect();
        }
        way_ahead
    }

    /// What the future of a submarine will probably cost that ends its turn at `at` and
    /// may enter the cells of `free`: every mine in reach at the end of a turn is triggered
    /// once; where no free cell is left the submarine surfaces.
    pub fn cost(&self, at: Cell, free: Board15) -> Cost {
        let room = space::room(at, free - self.shut) as usize;
        let surfacing = self.worth(room);
        if !self.mined {
            return Cost { beside: 0.0, later: surfacing };
        }
        let mut met = Board15::EMPTY;
        let beside = self.meet(at, &mut met);
        let ahead = self.cheapest(at, free, met, 0, f64::INFINITY);
        Cost { beside, later: self.fear * ahead + surfacing }
    }

    /// What is left of a life that is lost so many turns later.
    pub fn worth(&self, turns: usize) -> f64 {
        self.discount.get(turns).copied().unwrap_or(0.0)
    }

    /// Damage of the mines that reach a cell and were not met before.
    pub fn meet(&self, cell: Cell, met: &mut Board15) -> f64 {
        let near = self.map.blast(cell) - *met;
        *met |= near;
        near.iter()
            .map(|mine| f64::from(self.mines.mine(mine) * f32::from(damage(mine, cell))))
            .sum()
    }

    /// The least damage by mines over the next steps, or some number not below `bound`.
    pub fn cheapest(&self, at: Cell, free: Board15, met: Board15, depth: usize, bound: f64) -> f64 {
        if depth == DEPTH {
            return 0.0;
        }
        let mut best = bound;
        let mut stuck = true;
        for dir in Dir::ALL {
            let next = match free.step(at, dir) {
                Some(next) => next,
                None => continue,
            };
            stuck = false;
            let mut met = met;
            let here = self.meet(next, &mut met) * self.worth(depth + 1);
            if here < best {
                best = best.min(
                    here + self.cheapest(next, free.without(next), met, depth + 1, best - here),
                );
            }
            if best <= 0.0 {
                break;
            }
        }
        if stuck {
            0.0
        } else {
            best
        }
    }
}

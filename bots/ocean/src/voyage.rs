//! What the way ahead will cost: the opponent's mines, and the surfacing when the room is used up.

use gridkit::{Board15, Dir};

use crate::map::{damage, step, Cell, Map};
use crate::space;
use crate::tracker::Belief;

/// Steps for which the cheapest way through the mines is searched.
const DEPTH: usize = 5;

/// Finds out what a way costs.
pub struct Voyage<'a> {
    map: &'a Map,
    mines: &'a Belief,
    /// Whether any mine is to be feared at all.
    mined: bool,
    /// Worth of a life lost so many steps later.
    discount: &'a [f64],
    /// Share of a mine's damage that is to be feared.
    fear: f64,
}

impl<'a> Voyage<'a> {
    /// Through the mines of a belief. `discount` holds the present worth of a life lost 0, 1, 2, ...
    /// turns later; `fear` is how likely a mine in reach of us is blown.
    pub fn new(map: &'a Map, mines: &'a Belief, discount: &'a [f64], fear: f64) -> Voyage<'a> {
        let mined = map.water().iter().any(|cell| mines.mine(cell) > 0.0);
        Voyage { map, mines, mined, discount, fear }
    }

    /// The lives that the future of a submarine will probably cost that ends its turn at `at` and
    /// may enter the cells of `free`: every mine in reach at the end of a turn is taken for blown,
    /// once; when the room is used up it surfaces.
    pub fn cost(&self, at: Cell, free: Board15) -> f64 {
        let room = space::room(at, free) as usize;
        let surfacing = self.worth(room);
        if !self.mined {
            return surfacing;
        }
        let mut met = Board15::EMPTY;
        let now = self.meet(at, &mut met);
        let ahead = self.cheapest(at, free, met, 0, f64::INFINITY);
        self.fear * (now + ahead) + surfacing
    }

    /// What is left of a life that is lost so many turns later.
    fn worth(&self, turns: usize) -> f64 {
        self.discount.get(turns).copied().unwrap_or(0.0)
    }

    /// Damage of the mines that reach a cell and were not met before.
    fn meet(&self, cell: Cell, met: &mut Board15) -> f64 {
        let near = self.map.blast(cell) - *met;
        *met |= near;
        near.iter()
            .map(|mine| f64::from(self.mines.mine(mine) * f32::from(damage(mine, cell))))
            .sum()
    }

    /// The least damage by mines over the next steps, or some number not below `bound`.
    fn cheapest(&self, at: Cell, free: Board15, met: Board15, depth: usize, bound: f64) -> f64 {
        if depth == DEPTH {
            return 0.0;
        }
        let mut best = bound;
        let mut stuck = true;
        for dir in Dir::ALL {
            let next = step(at, dir);
            if !free.contains(next) {
                continue;
            }
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

//! What the turns after a plan will cost: the opponent's mines, and the surfacing when there is no
//! free cell left.

use gridkit::{Board15, Dir};

use crate::map::{damage, Cell, Map};
use crate::space;
use crate::tracker::Belief;

/// Steps for which the cheapest way through the mines is searched.
const DEPTH: usize = 5;

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
    /// By number of steps: the worth of a life that is lost after them.
    discount: &'a [f64],
    /// The probability that a mine in reach is triggered.
    fear: f64,
    /// Cells beside too many mines, which do not count as room.
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

    /// The worth that is left of a life that is lost this number of turns later.
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::drawn::{on, tracker};
    use crate::map::cell_at;
    use crate::orders::Seen;
    use gridkit::Rng;

    /// The plain twin of the search: all ways, nothing cut off.
    fn plain(way_ahead: &WayAhead<'_>, at: Cell, free: Board15, met: Board15, depth: usize) -> f64 {
        let ways = Dir::ALL.iter().filter_map(|&dir| free.step(at, dir));
        if depth == DEPTH {
            return 0.0;
        }
        let costs = ways.map(|next| {
            let mut met = met;
            let here = way_ahead.meet(next, &mut met) * way_ahead.worth(depth + 1);
            here + plain(way_ahead, next, free.without(next), met, depth + 1)
        });
        let least = costs.fold(f64::INFINITY, f64::min);
        if least.is_finite() {
            least
        } else {
            0.0
        }
    }

    #[test]
    fn cutting_off_ways_changes_nothing() {
        let discount: Vec<f64> =
            std::iter::successors(Some(1.0), |worth| Some(worth * 0.9)).take(50).collect();
        let mut rng = Rng::new(1);
        for _ in 0..100 {
            let map = Map::new(Board15::FULL.iter().filter(|_| !rng.chance(0.2)).collect());
            let mut tracker = tracker(map.water().iter().filter(|_| rng.chance(0.1)).collect());
            tracker.see(&map, Seen::Mine);
            let mines = tracker.belief();
            let way_ahead = WayAhead::new(&map, &mines, &discount, 1.0, 0.0);
            let at = map.water().nth(rng.below(50) as u32).unwrap();
            let free =
                map.water().iter().filter(|_| !rng.chance(0.1)).collect::<Board15>().without(at);
            let mut met = Board15::EMPTY;
            way_ahead.meet(at, &mut met);
            let found = way_ahead.cheapest(at, free, met, 0, f64::INFINITY);
            assert!((found - plain(&way_ahead, at, free, met, 0)).abs() < 1e-9);
        }
    }

    #[test]
    fn surfacing_costs_less_the_later_it_comes() {
        let map = Map::new(Board15::FULL);
        let none = on(&[(0, 0)]).belief();
        let discount = [1.0, 0.9, 0.81];
        let way_ahead = WayAhead::new(&map, &none, &discount, 1.0, 0.0);
        let (at, beside) = (cell_at(7, 7).unwrap(), cell_at(7, 8).unwrap());
        assert!((way_ahead.cost(at, Board15::EMPTY).later - 1.0).abs() < 1e-9);
        assert!((way_ahead.cost(at, Board15::of(beside)).later - 0.9).abs() < 1e-9);
        // The game is over before the room is used up.
        assert!(way_ahead.cost(at, Board15::FULL.without(at)).later.abs() < 1e-9);
    }

    #[test]
    fn cells_beside_many_mines_are_no_room() {
        let map = Map::new(Board15::FULL);
        let cell = |y| cell_at(7, y).unwrap();
        let mut tracker = on(&[(7, 7)]);
        tracker.see(&map, Seen::Mine);
        let mines = tracker.belief();
        let column: Board15 = (4..8).map(cell).collect();
        let discount = [1.0, 0.9, 0.8, 0.7, 0.6];
        let later =
            |area| WayAhead::new(&map, &mines, &discount, 0.0, area).cost(cell(3), column).later;
        // The mine is on one of the four cells beside (7, 7): beside (7, 6) it takes one life, beside (7, 5) a quarter.
        assert!((later(0.0) - 0.6).abs() < 1e-9);
        assert!((later(0.7) - 0.8).abs() < 1e-9);
        assert!((later(1.1) - 0.6).abs() < 1e-9);
    }
}

//! What the way ahead will cost: the opponent's mines, and the surfacing when the room is used up.

use gridkit::{Board15, Dir};

use crate::map::{damage, Cell, Map};
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
    use crate::map::cell_at;
    use crate::orders::Seen;
    use crate::tracker::{Settings, Tracker};
    use gridkit::Rng;

    /// The plain twin of the search: all ways, nothing cut off.
    fn plain(voyage: &Voyage<'_>, at: Cell, free: Board15, met: Board15, depth: usize) -> f64 {
        let ways = Dir::ALL.iter().filter_map(|&dir| free.step(at, dir));
        if depth == DEPTH {
            return 0.0;
        }
        let costs = ways.map(|next| {
            let mut met = met;
            let here = voyage.meet(next, &mut met) * voyage.worth(depth + 1);
            here + plain(voyage, next, free.without(next), met, depth + 1)
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
            let mut tracker = Tracker::new(
                map.water().iter().filter(|_| rng.chance(0.1)).collect(),
                Settings { cap: 1_000, silence: [1.0; 5] },
            );
            tracker.see(&map, Seen::Mine);
            let mines = tracker.belief();
            let voyage = Voyage::new(&map, &mines, &discount, 1.0);
            let at = map.water().nth(rng.below(50) as u32).unwrap();
            let free =
                map.water().iter().filter(|_| !rng.chance(0.1)).collect::<Board15>().without(at);
            let mut met = Board15::EMPTY;
            voyage.meet(at, &mut met);
            let found = voyage.cheapest(at, free, met, 0, f64::INFINITY);
            assert!((found - plain(&voyage, at, free, met, 0)).abs() < 1e-9);
        }
    }

    #[test]
    fn surfacing_costs_less_the_later_it_comes() {
        let map = Map::new(Board15::FULL);
        let none =
            Tracker::new(Board15::of(Cell::NORTH_WEST), Settings { cap: 9, silence: [1.0; 5] })
                .belief();
        let discount = [1.0, 0.9, 0.81];
        let voyage = Voyage::new(&map, &none, &discount, 1.0);
        let (at, beside) = (cell_at(7, 7).unwrap(), cell_at(7, 8).unwrap());
        assert!((voyage.cost(at, Board15::EMPTY) - 1.0).abs() < 1e-9);
        assert!((voyage.cost(at, Board15::of(beside)) - 0.9).abs() < 1e-9);
        // The game is over before the room is used up.
        assert!(voyage.cost(at, Board15::FULL.without(at)).abs() < 1e-9);
    }
}

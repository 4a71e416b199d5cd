//! Tracks a submarine by its visible orders: all paths that it can have taken.

use std::collections::BTreeMap;

use gridkit::{Board15, Dir, Square15};

/// The most steps of a silence.
const SILENCE_RANGE: usize = 4;
/// The most paths that are kept individually; beyond that they are merged by cell.
const MOST_WAYS: usize = 1_500;
/// The probability of each distance of a silence; for distances above 0 in each direction.
const SILENCE_WEIGHTS: [f64; SILENCE_RANGE + 1] = [3.0, 1.5, 0.7, 0.7, 1.0];

/// The weight of a step by the number of free neighbours of its target: most players move along cells that they have
/// visited, and few into a dead end.
const STEP_WEIGHTS: [f64; 4] = [0.1, 2.5, 1.2, 0.4];

/// A path that it can have taken.
#[derive(Clone, Copy)]
struct Way {
    cell: Square15,
    /// Cells that it cannot enter again.
    trail: Board15,
    weight: f64,
    /// The lives that it has lost since lives were last compared.
    lost: u32,
}

/// The possible positions of a submarine.
pub(super) struct Chart {
    water: Board15,
    ways: Vec<Way>,
    /// For each cell the expected number of its mines.
    mines: [f64; 256],
}

/// The lives that an explosion takes from a submarine.
pub(super) fn damage(explosion: Square15, submarine: Square15) -> u32 {
    2_u32.saturating_sub(explosion.point().chebyshev(submarine.point()))
}

/// The cells in the reach of a torpedo from a cell, which are also those from which a torpedo reaches the cell.
pub(super) fn reach(cell: Square15, water: Board15) -> Board15 {
    (0..4).fold(Board15::of(cell), |within, _| within.grow() & water)
}

/// The number of a cell's sector in the protocol.
pub(super) fn sector(cell: Square15) -> i32 {
    cell.point().x / 5 + 3 * (cell.point().y / 5) + 1
}

impl Chart {
    /// A submarine that can be on any cell of water.
    pub fn new(water: Board15) -> Self {
        let mut chart = Self { water, ways: Vec::new(), mines: [0.0; 256] };
        chart.settle();
        chart
    }

    /// The cells of water.
    pub fn water(&self) -> Board15 {
        self.water
    }

    /// Updates the positions by a visible order.
    pub fn see(&mut self, order: &str) {
        let words: Vec<&str> = order.split(' ').collect();
        let number = |index: usize| words.get(index).and_then(|word| word.parse::<i32>().ok());
        let cell = |x, y| Square15::at(gridkit::Point::new(x, y));
        let letter = words.get(1).and_then(|word| word.chars().next());
        match (words[0], number(1), number(2).and_then(|y| cell(number(1)?, y))) {
            ("MOVE", ..) => self.moves(letter.and_then(Dir::from_letter)),
            ("SILENCE", ..) => self.falls_silent(),
            ("MINE", ..) => self.lays_mine(),
            ("SURFACE", Some(number), _) => {
                self.ways.retain(|way| sector(way.cell) == number);
                for way in &mut self.ways {
                    way.trail = Board15::of(way.cell);
                    way.lost += 1;
                }
            }
            ("TORPEDO", _, Some(target)) => {
                let from = reach(target, self.water);
                self.ways.retain(|way| from.contains(way.cell));
                self.explosion(target);
            }
            ("TRIGGER", _, Some(target)) => {
                self.mines[target.index()] = 0.0;
                self.explosion(target);
            }
            _ => {}
        }
        self.settle();
    }

    /// Updates the lost lives by an explosion.
    pub fn explosion(&mut self, at: Square15) {
        for way in &mut self.ways {
            way.lost += damage(at, way.cell);
        }
    }

    /// Removes the paths that do not fit the number of lives lost since the last call.
    pub fn has_lost(&mut self, lives: u32) {
        // The last explosion may have had more damage than there were lives.
        self.ways.retain(|way| way.lost == lives);
        for way in &mut self.ways {
            way.lost = 0;
        }
        self.settle();
    }

    /// Removes the paths that do not fit the answer of a sonar.
    pub fn sonar(&mut self, number: i32, inside: bool) {
        self.ways.retain(|way| (sector(way.cell) == number) == inside);
        self.settle();
    }

    /// The probability of each cell, and the cells where it is above 0.
    pub fn chances(&self) -> ([f64; 256], Board15) {
        let mut chances = [0.0; 256];
        let mut cells = Board15::EMPTY;
        for way in &self.ways {
            chances[way.cell.index()] += way.weight;
            cells.set(way.cell);
        }
        (chances, cells)
    }

    /// The expected damage of its mines on a cell, if all of them are triggered.
    pub fn danger(&self, cell: Square15) -> f64 {
        let near = Board15::of(cell).grow_king();
        near.iter().map(|mine| self.mines[mine.index()] * f64::from(damage(mine, cell))).sum()
    }

    fn moves(&mut self, dir: Option<Dir>) {
        let Some(dir) = dir else { return };
        for way in &mut self.ways {
            let free = self.water - way.trail;
            let liking = |next: Square15| {
                let beyond = Board15::of(next).neighbours() & free;
                STEP_WEIGHTS[beyond.count().min(3) as usize]
            };
            let all: f64 = (Board15::of(way.cell).neighbours() & free).iter().map(liking).sum();
            match free.step(way.cell, dir) {
                Some(next) => {
                    way.weight *= liking(next) / all;
                    way.cell = next;
                    way.trail.set(next);
                }
                None => way.weight = 0.0,
            }
        }
    }

    fn falls_silent(&mut self) {
        let mut next = Vec::new();
        for way in &self.ways {
            let first = next.len();
            next.push(Way { weight: SILENCE_WEIGHTS[0], ..*way });
            let free = self.water - way.trail;
            for dir in Dir::ALL {
                let mut ahead = *way;
                for weight in &SILENCE_WEIGHTS[1..] {
                    let Some(cell) = free.step(ahead.cell, dir) else { break };
                    ahead.cell = cell;
                    ahead.trail.set(cell);
                    next.push(Way { weight: *weight, ..ahead });
                }
            }
            let all: f64 = next[first..].iter().map(|way| way.weight).sum();
            next[first..].iter_mut().for_each(|ahead| ahead.weight *= way.weight / all);
        }
        self.ways = next;
    }

    fn lays_mine(&mut self) {
        for way in &self.ways {
            let sites = Board15::of(way.cell).neighbours() & self.water;
            for site in sites {
                self.mines[site.index()] += way.weight / f64::from(sites.count());
            }
        }
    }

    /// Limits the number of paths, and scales the sum of their weights to 1.
    fn settle(&mut self) {
        self.ways.retain(|way| way.weight > 0.0);
        if self.ways.is_empty() {
            let way = |cell| Way { cell, trail: Board15::of(cell), weight: 1.0, lost: 0 };
            self.ways = self.water.iter().map(way).collect();
        }
        if self.ways.len() > MOST_WAYS {
            self.ways.sort_by(|a, b| b.weight.total_cmp(&a.weight));
            let mut rest: BTreeMap<(usize, u32), Way> = BTreeMap::new();
            for way in self.ways.drain(MOST_WAYS..) {
                let one = rest.entry((way.cell.index(), way.lost)).or_insert(Way {
                    weight: 0.0,
                    trail: Board15::FULL,
                    ..way
                });
                one.weight += way.weight;
                one.trail &= way.trail;
            }
            self.ways.extend(rest.into_values());
        }
        let all: f64 = self.ways.iter().map(|way| way.weight).sum();
        for way in &mut self.ways {
            way.weight = (way.weight / all).max(1e-15);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn cell(x: i32, y: i32) -> Square15 {
        Square15::at(gridkit::Point::new(x, y)).unwrap()
    }

    fn cells(orders: &[&str]) -> Board15 {
        let mut chart = Chart::new(Board15::FULL);
        for order in orders {
            chart.see(order);
        }
        chart.chances().1
    }

    #[test]
    fn orders_that_are_seen_narrow_down_where_it_is() {
        assert_eq!(cells(&["MOVE N"]).count(), 14 * 15);
        assert_eq!(cells(&["SURFACE 9"]).count(), 25);
        assert_eq!(cells(&["TORPEDO 0 0"]).count(), 15);
        assert_eq!(
            cells(&["MOVE N", "MOVE S"]).count(),
            225,
            "that is impossible: it starts again"
        );
        let corner = ["SURFACE 1", "TORPEDO 0 0", "MOVE E", "MOVE S"];
        assert!(!cells(&corner).contains(cell(0, 1)));
    }

    #[test]
    fn lives_tell_whether_an_explosion_hit() {
        let mut chart = Chart::new(Board15::FULL);
        chart.explosion(cell(7, 7));
        chart.has_lost(1);
        assert_eq!(chart.chances().1, Board15::of(cell(7, 7)).neighbours_king());
    }

    #[test]
    fn a_mine_is_feared_where_it_can_be() {
        let mut chart = Chart::new(Board15::FULL);
        chart.explosion(cell(7, 7));
        chart.has_lost(2);
        chart.see("MINE");
        assert!((chart.danger(cell(7, 7)) - 1.0).abs() < 1e-9);
        chart.see("TRIGGER 7 6");
        assert!((chart.danger(cell(7, 7)) - 0.75).abs() < 1e-9);
    }
}

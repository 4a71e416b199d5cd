//! The map, which both players know: water and land, and the tables that follow from them.

use std::fmt;

use gridkit::{Board15, Dir, Point};

/// A cell of the map. The cells that a submarine may enter are a [`Board15`]; its `step` goes from
/// one to the next.
pub type Cell = gridkit::Square15;

/// Columns and rows of every map.
pub const SIDE: usize = 15;

/// Steps of water that a torpedo can run.
pub const TORPEDO_RANGE: usize = 4;

/// The farthest a silence can go.
pub const SILENCE_RANGE: usize = 4;

/// The cell in column `x` and row `y`; `None` off the map.
pub fn cell_at(x: i32, y: i32) -> Option<Cell> {
    Cell::at(Point::new(x, y))
}

/// The lives that an explosion takes from a submarine: 2 on the cell, 1 on the eight around it.
#[inline]
pub fn damage(explosion: Cell, submarine: Cell) -> u8 {
    match explosion.point().chebyshev(submarine.point()) {
        0 => 2,
        1 => 1,
        _ => 0,
    }
}

/// The number of steps to where no water leads.
pub const FAR: u8 = u8::MAX;

/// The set and the cells reached from it by one silence in one direction.
pub fn glide(from: Board15, dir: Dir, water: Board15) -> Board15 {
    let mut reached = from;
    for _ in 0..SILENCE_RANGE {
        reached |= reached.shift(dir) & water;
    }
    reached
}

/// The cells that a silence from `from` in one direction can end on, nearest first, each with all
/// cells that it passes, its last one included. It may enter the cells of `free`.
pub fn silence_ends(from: Cell, dir: Dir, free: Board15) -> impl Iterator<Item = (Cell, Board15)> {
    let (mut at, mut passed) = (from, Board15::EMPTY);
    (0..SILENCE_RANGE).map_while(move |_| {
        at = free.step(at, dir)?;
        passed.set(at);
        Some((at, passed))
    })
}

/// Water and land, with what follows from them.
#[derive(Clone)]
pub struct Map {
    water: Board15,
    /// Per cell: the cells within torpedo range.
    reach: Vec<Board15>,
    /// Per cell: the cells from which it can be hit after at most one step.
    near: Vec<Board15>,
    /// Per cell: the cells from which it can be hit after a silence and at most one step.
    far: Vec<Board15>,
    /// Steps of water from cell to cell, trails disregarded; `FAR` between lakes.
    steps: Vec<[u8; 256]>,
    /// Per cell: the 3 x 3 block around it, land included, as far as it is on the map.
    blast: Vec<Board15>,
}

impl Map {
    /// The map of that water.
    pub fn new(water: Board15) -> Map {
        let mut reach = vec![Board15::EMPTY; 256];
        let mut near = reach.clone();
        let mut far = reach.clone();
        let mut blast = reach.clone();
        let mut steps = vec![[FAR; 256]; 256];
        for cell in Board15::FULL {
            blast[cell.index()] = Board15::of(cell).grow_king();
            steps[cell.index()] = *Board15::of(cell).distances(water).steps();
            let mut within = Board15::of(cell) & water;
            for _ in 0..TORPEDO_RANGE {
                within = within.grow() & water;
            }
            reach[cell.index()] = within;
            within = within.grow() & water;
            near[cell.index()] = within;
            far[cell.index()] =
                Dir::ALL.iter().fold(within, |far, &dir| far | glide(within, dir, water));
        }
        Map { water, reach, near, far, steps, blast }
    }

    /// Reads 15 rows of 15 characters, `x` for land and `.` for water, north first.
    ///
    /// # Errors
    ///
    /// The index of the first wrong row and what is wrong with it.
    ///
    /// # Panics
    ///
    /// If there are not 15 rows: the caller has read that many.
    pub fn from_rows<S: AsRef<str>>(rows: &[S]) -> Result<Map, (usize, String)> {
        assert_eq!(rows.len(), SIDE, "a map has 15 rows");
        let mut water = Board15::EMPTY;
        for (y, row) in rows.iter().enumerate() {
            let row = row.as_ref();
            if row.len() != SIDE {
                return Err((y, format!("row {y} has {} characters", row.len())));
            }
            for (x, letter) in row.bytes().enumerate() {
                match letter {
                    b'.' => water |= Board15::at(Point::new(x as i32, y as i32)),
                    b'x' => {}
                    _ => return Err((y, format!("row {y} has another character"))),
                }
            }
        }
        Ok(Map::new(water))
    }

    /// The cells a submarine can be on.
    #[inline]
    pub fn water(&self) -> Board15 {
        self.water
    }

    /// The cells a torpedo fired at `from` can hit: at most four steps of water away, `from`
    /// itself included. Reach is mutual, so these are also the cells from which `from` can be hit.
    #[inline]
    pub fn reach(&self, from: Cell) -> Board15 {
        self.reach[from.index()]
    }

    /// The cells from which `target` can be hit by a submarine that first makes at most one step.
    #[inline]
    pub fn reach_after_move(&self, target: Cell) -> Board15 {
        self.near[target.index()]
    }

    /// The cells from which `target` can be hit by a submarine that first makes a silence and at
    /// most one step, if no trail is in its way.
    #[inline]
    pub fn reach_after_silence(&self, target: Cell) -> Board15 {
        self.far[target.index()]
    }

    /// Steps of water from one cell to the other, trails disregarded; [`FAR`] if there is no way.
    #[inline]
    pub fn steps(&self, from: Cell, to: Cell) -> u8 {
        self.steps[from.index()][to.index()]
    }

    /// The cells on which an explosion at `at` hurts: the 3 x 3 block around it.
    #[inline]
    pub fn blast(&self, at: Cell) -> Board15 {
        self.blast[at.index()]
    }

    /// The lakes, largest first; lakes of one size in the order of their first cells.
    pub fn lakes(&self) -> Vec<Board15> {
        let mut rest = self.water;
        let mut lakes = Vec::new();
        while let Some(cell) = rest.first() {
            let lake = Board15::of(cell).flood(rest);
            rest -= lake;
            lakes.push(lake);
        }
        lakes.sort_by_key(|lake| std::cmp::Reverse(lake.count()));
        lakes
    }
}

impl fmt::Debug for Map {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Map of water:\n{}", self.water)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A wall with a gap far away, and a lake of one cell.
    fn walled() -> Map {
        let mut rows = vec![".....x.........".to_owned(); SIDE];
        rows[14] = "...............".to_owned();
        rows[0] = ".....xx.x......".to_owned();
        rows[1] = ".....x.x.......".to_owned();
        Map::from_rows(&rows).unwrap()
    }

    #[test]
    fn a_torpedo_runs_around_land() {
        let map = walled();
        let west = cell_at(4, 7).unwrap();
        let east = cell_at(6, 7).unwrap();
        assert!(!map.reach(west).contains(east));
        let south_west = cell_at(4, 13).unwrap();
        assert!(map.reach(south_west).contains(cell_at(6, 13).unwrap()));
        assert!(!map.reach(south_west).contains(cell_at(6, 12).unwrap()));
        assert_eq!(map.reach(cell_at(5, 7).unwrap()), Board15::EMPTY);
    }

    #[test]
    fn reach_is_mutual_and_holds_the_own_cell() {
        let map = walled();
        for a in map.water() {
            assert!(map.reach(a).contains(a));
            for b in map.reach(a) {
                assert!(map.reach(b).contains(a));
            }
        }
    }

    #[test]
    fn lakes_come_by_size() {
        let lakes = walled().lakes();
        assert_eq!(lakes.len(), 2);
        assert_eq!(lakes[1], Board15::of(cell_at(7, 0).unwrap()));
    }

    #[test]
    fn blasts_hurt_as_damage_says() {
        let map = walled();
        for explosion in Board15::FULL {
            for submarine in Board15::FULL {
                assert_eq!(
                    damage(explosion, submarine) > 0,
                    map.blast(explosion).contains(submarine)
                );
            }
        }
        let corner = cell_at(0, 0).unwrap();
        assert_eq!(damage(corner, corner), 2);
    }
}

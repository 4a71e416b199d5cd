//! The board: 15 by 15 cells of land and water.

use std::fmt;

use super::cell::{Cell, Dir, SIDE};

/// A set of cells of the board.
#[derive(Clone, PartialEq, Eq)]
pub(super) struct CellSet([bool; (SIDE * SIDE) as usize]);

impl CellSet {
    pub(super) const EMPTY: Self = Self([false; (SIDE * SIDE) as usize]);

    pub(super) fn contains(&self, cell: Cell) -> bool {
        cell.on_board() && self.0[cell.index()]
    }

    /// Adds a cell of the board.
    pub(super) fn insert(&mut self, cell: Cell) {
        self.0[cell.index()] = true;
    }

    /// Adds a cell if it is on the board and not in the set; returns whether it did.
    pub(super) fn insert_new(&mut self, cell: Cell) -> bool {
        let is_new = cell.on_board() && !self.0[cell.index()];
        if is_new {
            self.insert(cell);
        }
        is_new
    }
}

/// The cells of land and water. Off the board there is neither.
#[derive(Clone, PartialEq, Eq)]
pub struct Sea {
    land: CellSet,
}

impl Sea {
    pub(super) fn from_land(land: CellSet) -> Self {
        Self { land }
    }

    /// Reads 15 rows of 15 characters: `x` is land, everything else water.
    pub fn from_rows<S: AsRef<str>>(rows: &[S]) -> Self {
        let mut land = CellSet::EMPTY;
        for (y, row) in rows.iter().enumerate() {
            for (x, char) in row.as_ref().chars().enumerate() {
                let cell = Cell::new(x as i32, y as i32);
                if char == 'x' && cell.on_board() {
                    land.insert(cell);
                }
            }
        }
        Self { land }
    }

    /// Whether the cell is on the board and land.
    pub fn is_land(&self, cell: Cell) -> bool {
        self.land.contains(cell)
    }

    /// Whether the cell is on the board and water.
    pub fn is_water(&self, cell: Cell) -> bool {
        cell.on_board() && !self.land.0[cell.index()]
    }

    /// The cells of land, and those of a set.
    pub(super) fn land_and(&self, other: &CellSet) -> CellSet {
        let mut both = other.clone();
        for (place, is_land) in self.land.0.iter().enumerate() {
            both.0[place] |= is_land;
        }
        both
    }

    /// The rows as they are sent: north first, `x` land, `.` water.
    pub fn rows(&self) -> impl Iterator<Item = String> {
        (0..SIDE).map(|y| {
            (0..SIDE).map(|x| if self.is_land(Cell::new(x, y)) { 'x' } else { '.' }).collect()
        })
    }

    /// Whether a torpedo fired at `from` reaches `target` in at most 4 steps over water. Trails, mines and submarines
    /// are not obstacles; the cell `from` itself is within reach.
    pub fn torpedo_reaches(&self, from: Cell, target: Cell) -> bool {
        self.within(from, 4).contains(target)
    }

    /// The water cells at most `steps` steps over water from a water cell.
    pub(super) fn within(&self, from: Cell, steps: u32) -> CellSet {
        let mut seen = CellSet::EMPTY;
        seen.insert(from);
        let mut edge = vec![from];
        for _ in 0..steps {
            let mut next = Vec::new();
            for cell in edge {
                for dir in &Dir::ALL {
                    let there = cell.step(*dir);
                    if self.is_water(there) && seen.insert_new(there) {
                        next.push(there);
                    }
                }
            }
            edge = next;
        }
        seen
    }
}

impl fmt::Debug for Sea {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.rows().try_for_each(|row| writeln!(f, "{row}"))
    }
}

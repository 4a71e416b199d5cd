//! The nine sectors, for sonars and surfacings.

use std::fmt;

use gridkit::Board15;

use crate::map::Cell;

/// One of the nine blocks of 5 x 5 cells, numbered from 1 row by row.
///
/// ```text
/// 1 2 3
/// 4 5 6
/// 7 8 9
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Sector(u8);

impl Sector {
    /// The sector of that number, 1 to 9.
    pub fn new(number: u8) -> Option<Sector> {
        (1..=9).contains(&number).then(|| Sector(number))
    }

    /// The sector of a cell.
    ///
    /// ```
    /// use ocean::{map::cell_at, sector::Sector};
    /// assert_eq!(Sector::of(cell_at(14, 4).unwrap()).to_string(), "3");
    /// assert_eq!(Sector::of(cell_at(14, 5).unwrap()).to_string(), "6");
    /// ```
    pub fn of(cell: Cell) -> Sector {
        let point = cell.point();
        Sector((point.x / 5 + 3 * (point.y / 5) + 1) as u8)
    }

    pub fn all() -> impl Iterator<Item = Sector> {
        (1..=9).map(Sector)
    }

    /// Its 25 cells.
    pub fn cells(self) -> Board15 {
        Board15::FULL.iter().filter(|&cell| Sector::of(cell) == self).collect()
    }
}

impl fmt::Display for Sector {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sectors_part_the_map() {
        let all = Sector::all().fold(Board15::EMPTY, |all, sector| {
            assert_eq!(sector.cells().count(), 25);
            assert!(!all.meets(sector.cells()));
            all | sector.cells()
        });
        assert_eq!(all, Board15::FULL);
    }
}

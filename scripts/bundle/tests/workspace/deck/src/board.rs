//! A file with a folder of the same name.
pub mod cell;
use self::cell::{private_cell, Cell as Square};
use std::fmt::{self, Display};

/// Cells by row, with a default for its type.
#[derive(Clone, Debug)]
pub struct Board<const W: usize, const H: usize = 2, T = u8> {
    pub cells: [[T; W]; H],
    /// Never read.
    pub label: &'static str,
    unread: u64,
}

impl<const W: usize, const H: usize, T: Copy + Default> Board<W, H, T> {
    pub const AREA: usize = W * H;
    pub const UNUSED: usize = 9;
    pub fn new() -> Self {
        Self { cells: [[T::default(); W]; H], label: "x", unread: 1 }
    }
    pub fn at(&self, at: Square) -> T {
        self.cells[at.y][at.x]
    }
    pub fn never(&self) -> Square {
        private_cell()
    }
}

impl<const W: usize, const H: usize> Display for Board<W, H> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for row in &self.cells {
            writeln!(f, "{:?}", row)?;
        }
        Ok(())
    }
}

pub fn nothing() {}

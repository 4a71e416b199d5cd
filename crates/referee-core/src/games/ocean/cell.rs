//! Cells of the board and the directions between them.

use std::fmt;

/// Cells along a side of the board.
pub const SIDE: i32 = 15;

/// A cell: x grows to the east, y to the south, both 0 to 14 on the board.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Cell {
    /// Column.
    pub x: i32,
    /// Row.
    pub y: i32,
}

impl Cell {
    /// The cell in column `x` and row `y`, which may lie off the board.
    pub const fn new(x: i32, y: i32) -> Self {
        Self { x, y }
    }

    /// The neighbour in a direction.
    #[must_use]
    pub fn step(self, dir: Dir) -> Self {
        let (dx, dy) = dir.delta();
        Self::new(self.x + dx, self.y + dy)
    }

    /// Whether the cell is on the board.
    pub fn on_board(self) -> bool {
        self.x >= 0 && self.x < SIDE && self.y >= 0 && self.y < SIDE
    }

    /// Steps of a king between two cells.
    pub fn king_distance(self, other: Self) -> i32 {
        (self.x - other.x).abs().max((self.y - other.y).abs())
    }

    /// The sector from 1 to 9, numbered row by row.
    pub fn sector(self) -> i32 {
        self.x / 5 + 3 * (self.y / 5) + 1
    }

    /// Index of a cell on the board, row by row.
    pub(super) fn index(self) -> usize {
        (self.y * SIDE + self.x) as usize
    }

    /// All cells of the board, row by row.
    pub fn all() -> impl Iterator<Item = Cell> {
        (0..SIDE).flat_map(|y| (0..SIDE).map(move |x| Cell::new(x, y)))
    }
}

impl fmt::Display for Cell {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {}", self.x, self.y)
    }
}

/// A direction of a move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Dir {
    /// Towards smaller y.
    North,
    /// Towards larger y.
    South,
    /// Towards larger x.
    East,
    /// Towards smaller x.
    West,
}

impl Dir {
    /// All four.
    pub const ALL: [Dir; 4] = [Dir::North, Dir::South, Dir::East, Dir::West];

    /// Change of x and y.
    pub fn delta(self) -> (i32, i32) {
        match self {
            Dir::North => (0, -1),
            Dir::South => (0, 1),
            Dir::East => (1, 0),
            Dir::West => (-1, 0),
        }
    }
}

impl fmt::Display for Dir {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Dir::North => "N",
            Dir::South => "S",
            Dir::East => "E",
            Dir::West => "W",
        })
    }
}

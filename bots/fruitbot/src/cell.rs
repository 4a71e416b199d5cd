//! The cells of a board and the moves between them.

/// A cell. `x` grows to the east and `y` to the south, both from 0.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Cell {
    pub x: i8,
    pub y: i8,
}

impl Cell {
    pub const fn new(x: i8, y: i8) -> Self {
        Cell { x, y }
    }

    /// Steps to another cell. No board has walls, so this is the same on all of them.
    #[inline]
    pub fn distance(self, other: Cell) -> u8 {
        (self.x - other.x).unsigned_abs() + (self.y - other.y).unsigned_abs()
    }

    /// The cell that a move leads to, which may be off the board. A move that is not a step leads to the
    /// same cell.
    #[inline]
    #[must_use]
    pub fn after(self, step: Move) -> Cell {
        let (dx, dy) = match step {
            Move::North => (0, -1),
            Move::East => (1, 0),
            Move::South => (0, 1),
            Move::West => (-1, 0),
            Move::Take | Move::Pass => (0, 0),
        };
        Cell::new(self.x + dx, self.y + dy)
    }

    /// The steps that lead nearer to another cell, that of [`toward`](Cell::toward) first; one step on a
    /// straight way. `Take` if this is the cell.
    pub fn steps_toward(self, goal: Cell) -> [Option<Move>; 2] {
        let first = self.toward(goal);
        let (dx, dy) = (goal.x - self.x, goal.y - self.y);
        let second = match first {
            Move::East | Move::West if dy > 0 => Some(Move::South),
            Move::East | Move::West if dy < 0 => Some(Move::North),
            Move::North | Move::South if dx > 0 => Some(Move::East),
            Move::North | Move::South if dx < 0 => Some(Move::West),
            _ => None,
        };
        [Some(first), second]
    }

    /// A step toward another cell, along the longer side, so that more ways to it are left. `Take` if
    /// this is the cell.
    #[inline]
    pub fn toward(self, goal: Cell) -> Move {
        let (dx, dy) = (goal.x - self.x, goal.y - self.y);
        if dx == 0 && dy == 0 {
            Move::Take
        } else if dx.abs() >= dy.abs() {
            if dx > 0 {
                Move::East
            } else {
                Move::West
            }
        } else if dy > 0 {
            Move::South
        } else {
            Move::North
        }
    }
}

/// What a robot does in a turn.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Move {
    /// A step to y - 1.
    North,
    /// A step to x + 1.
    East,
    /// A step to y + 1.
    South,
    /// A step to x - 1.
    West,
    /// Takes the fruit on the robot's cell.
    Take,
    Pass,
}

impl Move {
    pub const ALL: [Move; 6] =
        [Move::North, Move::East, Move::South, Move::West, Move::Take, Move::Pass];

    /// The move in the protocol.
    pub const fn word(self) -> &'static str {
        match self {
            Move::North => "NORTH",
            Move::East => "EAST",
            Move::South => "SOUTH",
            Move::West => "WEST",
            Move::Take => "TAKE",
            Move::Pass => "PASS",
        }
    }
}

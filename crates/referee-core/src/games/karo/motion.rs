//! Moves: their vectors, the cells that they pass, and the checkpoints that they collect.

use std::fmt;
use std::hash::{Hash, Hasher};

use super::track::{Cell, Checkpoints, Tile, Track};

/// The displacement of a move, in cells.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Vector {
    /// Columns to the right.
    pub x: i32,
    /// Rows down.
    pub y: i32,
}

impl Vector {
    /// The vector of a car at rest.
    pub const ZERO: Self = Self { x: 0, y: 0 };

    /// The vector with these components.
    pub const fn new(x: i32, y: i32) -> Self {
        Self { x, y }
    }

    /// The vectors that may follow: each component changes by at most 1. The order is that of the
    /// site, row by row. The zero vector is not among them (the site's newer server lists it and then removes it as
    /// the car's own cell).
    pub fn successors(self) -> impl Iterator<Item = Self> {
        let all =
            (-1..=1).flat_map(move |y| (-1..=1).map(move |x| Self::new(self.x + x, self.y + y)));
        all.filter(|vector| *vector != Self::ZERO)
    }

    /// The square of the Euclidean length.
    pub fn length_squared(self) -> i32 {
        self.x * self.x + self.y * self.y
    }
}

/// A state of a car: where its last move ended, and the vector of that move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Motion {
    /// The cell of the car.
    pub at: Cell,
    /// The vector of the last move.
    pub vector: Vector,
}

impl Motion {
    /// A motion that ended on a cell.
    pub const fn new(at: Cell, vector: Vector) -> Self {
        Self { at, vector }
    }

    /// A car at rest.
    pub const fn at_rest(at: Cell) -> Self {
        Self::new(at, Vector::ZERO)
    }

    /// The cell from which the move began.
    pub const fn source(self) -> Cell {
        Cell::new(self.at.x - self.vector.x, self.at.y - self.vector.y)
    }

    /// The motion after a move with this vector.
    #[must_use]
    pub const fn next(self, vector: Vector) -> Self {
        Self::new(Cell::new(self.at.x + vector.x, self.at.y + vector.y), vector)
    }

    /// All cells that the move passes, from its source to its target, both included. See [`passed`].
    pub fn passed(self) -> impl Iterator<Item = Cell> {
        passed(self.source(), self.vector)
    }

    /// Whether all cells that the move passes are drivable.
    pub fn fits(self, track: &Track) -> bool {
        // Checked first, because most moves that do not fit end off the road.
        track.is_drivable(self.at) && self.passed().all(|cell| track.is_drivable(cell))
    }

    /// The motions that may follow on the track, in the order of the site.
    pub fn successors(self, track: &Track) -> impl Iterator<Item = Self> {
        self.vector
            .successors()
            .map(move |vector| self.next(vector))
            .filter(|next| next.fits(track))
    }

    /// Whether the move passes a finish cell, counted or not.
    pub fn crosses_finish(self, track: &Track) -> bool {
        self.passed().any(|cell| track.tile(cell) == Some(Tile::Finish))
    }
}

/// Hashes one word, mixed by odd factors, instead of four: states are looked up millions of times.
impl Hash for Motion {
    fn hash<H: Hasher>(&self, state: &mut H) {
        const FACTORS: [u64; 3] =
            [0x9e37_79b9_7f4a_7c15, 0xbf58_476d_1ce4_e5b9, 0x94d0_49bb_1331_11eb];
        let word = (self.at.x as u64)
            .wrapping_add((self.at.y as u64).wrapping_mul(FACTORS[0]))
            .wrapping_add((self.vector.x as u64).wrapping_mul(FACTORS[1]))
            .wrapping_add((self.vector.y as u64).wrapping_mul(FACTORS[2]));
        state.write_u64(word);
    }
}

/// As in the protocol: `x y xv yv`.
impl fmt::Display for Motion {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {} {}", self.at, self.vector.x, self.vector.y)
    }
}

/// The cells that a move passes, from the source to the target, both included.
///
/// A cell is passed if the line from centre to centre runs through its open interior. A line that runs
/// exactly through the corner of four cells steps diagonally and passes neither of the two beside it.
/// The error says on which side of that corner the line runs; it is twice that of the site, so that
/// it is an integer.
///
/// ```
/// use referee_core::games::karo::{Cell, Vector, passed};
///
/// let cells = passed(Cell::new(0, 0), Vector::new(3, 1));
/// assert_eq!(cells.map(|cell| (cell.x, cell.y)).collect::<Vec<_>>(), [(0, 0), (1, 0), (2, 1), (3, 1)]);
/// ```
pub fn passed(source: Cell, vector: Vector) -> impl Iterator<Item = Cell> {
    Passed::new(source, vector)
}

/// The iterator of [`passed`].
struct Passed {
    next: Option<Cell>,
    target: Cell,
    error: i32,
    long: i32,
    short: i32,
    to: Vector,
    is_wide: bool,
}

impl Passed {
    fn new(source: Cell, vector: Vector) -> Self {
        let (dx, dy) = (vector.x.abs(), vector.y.abs());
        let (long, short) = (dx.max(dy), dx.min(dy));
        let target = Motion::at_rest(source).next(vector).at;
        let to = Vector::new(vector.x.signum(), vector.y.signum());
        Self { next: Some(source), target, error: long - short, long, short, to, is_wide: dx > dy }
    }
}

impl Iterator for Passed {
    type Item = Cell;

    fn next(&mut self) -> Option<Cell> {
        let cell = self.next?;
        if cell.x == self.target.x && cell.y == self.target.y {
            self.next = None;
            return Some(cell);
        }
        let (along_long, along_short) = (self.error >= 0, self.error <= 0);
        if along_short {
            self.error += 2 * self.long;
        }
        if along_long {
            self.error -= 2 * self.short;
        }
        let (mut x, mut y) = (cell.x, cell.y);
        if if self.is_wide { along_long } else { along_short } {
            x += self.to.x;
        }
        if if self.is_wide { along_short } else { along_long } {
            y += self.to.y;
        }
        self.next = Some(Cell { x, y });
        Some(cell)
    }
}

/// Which of the checkpoints and finish cells that a move passes count.
///
/// Players found out that only one counts; no recorded game has a move that shows it. So there is an option.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Counting {
    /// Only one: the first cell with a checkpoint or the finish, from the target back to the source. So a later
    /// checkpoint hides a finish cell that was passed before it.
    Last,
    /// Every checkpoint counts, and then the finish.
    All,
}

impl Counting {
    /// The word in the protocol and in options.
    pub const fn word(self) -> &'static str {
        match self {
            Self::Last => "last",
            Self::All => "all",
        }
    }
}

/// The events of a move.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Events {
    /// The checkpoints that it collects, unless they are collected already.
    pub checkpoints: Checkpoints,
    /// Whether it passes the finish, which does not count if checkpoints are missing.
    pub finish: bool,
}

impl Events {
    /// The events of a move. Without `checkpoints` such cells are ordinary road and do not hide a finish cell.
    pub fn of(motion: Motion, track: &Track, checkpoints: bool, counting: Counting) -> Self {
        let mut events = Self::default();
        for cell in motion.passed() {
            let Some(tile) = track.tile(cell) else { continue };
            if !(tile == Tile::Finish || checkpoints && matches!(tile, Tile::Checkpoint(_))) {
                continue;
            }
            if counting == Counting::Last {
                events = Self::default();
            }
            match tile {
                Tile::Checkpoint(checkpoint) => events.checkpoints.insert(checkpoint),
                _ => events.finish = true,
            }
        }
        events
    }
}

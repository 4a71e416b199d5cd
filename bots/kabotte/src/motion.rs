//! Moves of a car, and the cells that each one passes.

use crate::track::{Cell, Checkpoint, Tile, Track};

/// How far a car goes in a move, in cells.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Vector {
    pub x: i8,
    pub y: i8,
}

impl Vector {
    /// The vector of a car at rest: before its first move, and after a crash.
    pub const ZERO: Vector = Vector { x: 0, y: 0 };

    /// The nine vectors of the next move, this one among them, in the order of the site: row by row.
    pub fn nearby(self) -> impl Iterator<Item = Vector> {
        (-1..=1).flat_map(move |y| (-1..=1).map(move |x| Vector { x: self.x + x, y: self.y + y }))
    }
}

impl Cell {
    /// Where a move with this vector leads.
    #[inline]
    #[must_use]
    pub fn after(self, vector: Vector) -> Cell {
        Cell { x: self.x + i16::from(vector.x), y: self.y + i16::from(vector.y) }
    }

    /// Where a move with this vector came from.
    #[inline]
    #[must_use]
    pub fn before(self, vector: Vector) -> Cell {
        Cell { x: self.x - i16::from(vector.x), y: self.y - i16::from(vector.y) }
    }
}

/// The state of a car: where its last move ended, and the vector of that move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Motion {
    pub at: Cell,
    pub vector: Vector,
}

impl Motion {
    /// A car that stands.
    pub fn at_rest(at: Cell) -> Motion {
        Motion { at, vector: Vector::ZERO }
    }

    /// Where the move began.
    #[must_use]
    pub fn source(self) -> Cell {
        self.at.before(self.vector)
    }

    /// Whether a car that has made another motion can go on with this one.
    pub fn follows(self, last: Motion) -> bool {
        let change = |now: i8, before: i8| (i16::from(now) - i16::from(before)).abs() <= 1;
        last.at == self.source()
            && change(self.vector.x, last.vector.x)
            && change(self.vector.y, last.vector.y)
    }

    /// The motion that follows with a vector.
    #[must_use]
    pub fn next(self, vector: Vector) -> Motion {
        Motion { at: self.at.after(vector), vector }
    }
}

/// What a move counts as.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Event {
    None,
    Checkpoint(Checkpoint),
    Finish,
}

/// Which events of a move count, a setting of the game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Events {
    /// One: that of the first cell with any, seen from the target back.
    Last,
    /// Every checkpoint that it passes, and then the finish.
    All,
}

/// What a legal move passes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Passage {
    /// The event of the first cell with one, seen from the target back.
    pub event: Event,
    /// All checkpoints that it passes, a bit each.
    pub checkpoints: u16,
    /// Whether any cell that it passes is a finish cell, counted or not.
    pub crosses_finish: bool,
}

/// The cells that a move passes, from its target back to its source.
///
/// A cell is passed if the line from centre to centre runs through its inside. A line through the
/// corner of two cells passes neither of those beside it. Moving along the line, the error says
/// which side of the next cell it leaves by; the way back passes the same cells.
///
/// ```
/// use kabotte::motion::{passed, Vector};
/// use kabotte::track::Cell;
///
/// let cells = passed(Cell { x: 0, y: 0 }, Vector { x: 3, y: 1 });
/// let cells: Vec<(i16, i16)> = cells.map(|cell| (cell.x, cell.y)).collect();
/// assert_eq!(cells, [(3, 1), (2, 1), (1, 0), (0, 0)]);
/// ```
#[inline]
pub fn passed(source: Cell, vector: Vector) -> Passed {
    let (x, y) = (i16::from(vector.x), i16::from(vector.y));
    let (along_x, along_y) = (-x.signum(), -y.signum());
    let (long, short, long_step, short_step) = if x.abs() > y.abs() {
        (x.abs(), y.abs(), (along_x, 0), (0, along_y))
    } else {
        (y.abs(), x.abs(), (0, along_y), (along_x, 0))
    };
    Passed {
        next: source.after(vector),
        left: 1 + long + short,
        error: long - short,
        long,
        short,
        long_step,
        short_step,
    }
}

/// See [`passed`].
#[derive(Clone, Debug)]
pub struct Passed {
    next: Cell,
    /// Single steps that are left, a diagonal one counted as two, and the cell itself.
    left: i16,
    error: i16,
    long: i16,
    short: i16,
    long_step: (i16, i16),
    short_step: (i16, i16),
}

impl Iterator for Passed {
    type Item = Cell;

    #[inline]
    fn next(&mut self) -> Option<Cell> {
        if self.left <= 0 {
            return None;
        }
        let cell = self.next;
        if self.error <= 0 {
            self.next.x += self.short_step.0;
            self.next.y += self.short_step.1;
            self.left -= 1;
        }
        if self.error >= 0 {
            self.next.x += self.long_step.0;
            self.next.y += self.long_step.1;
            self.left -= 1;
        }
        // The sign decides on both steps before either changes the error.
        let sign = self.error.signum();
        if sign <= 0 {
            self.error += 2 * self.long;
        }
        if sign >= 0 {
            self.error -= 2 * self.short;
        }
        Some(cell)
    }
}

/// What a move passes; `None` if it is not legal because a cell is blocked. Checkpoints are plain
/// road in a game without them.
#[inline]
pub fn passage(track: &Track, source: Cell, vector: Vector, checkpoints: bool) -> Option<Passage> {
    let mut passage = Passage { event: Event::None, checkpoints: 0, crosses_finish: false };
    for cell in passed(source, vector) {
        let event = match track.tile(cell) {
            Tile::Blocked => return None,
            Tile::Road | Tile::Start | Tile::Unknown => continue,
            Tile::Checkpoint(_) if !checkpoints => continue,
            Tile::Checkpoint(checkpoint) => {
                passage.checkpoints |= 1 << checkpoint.0;
                Event::Checkpoint(checkpoint)
            }
            Tile::Finish => {
                passage.crosses_finish = true;
                Event::Finish
            }
        };
        if passage.event == Event::None {
            passage.event = event;
        }
    }
    Some(passage)
}

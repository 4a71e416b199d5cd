//! Where things are: [`Dir`], [`Point`] and [`Cell`].
//!
//! `x` grows to the east and `y` grows to the **south**, as the lines of a map are read.
//! A bot for a contest whose `y` grows to the north flips its input while reading it.

use std::fmt;
use std::ops::{Add, Sub};

/// One of the four directions, in the order north, south, west, east.
///
/// ```text
///          North (0, -1)
///               ▲
/// West (-1, 0) ◄ ► East (1, 0)
///               ▼
///          South (0, 1)
/// ```
///
/// ```
/// use gridkit::Dir;
///
/// assert_eq!(Dir::from_letter('W'), Some(Dir::West));
/// assert_eq!(Dir::North.opposite(), Dir::South);
/// assert_eq!(Dir::ALL.map(Dir::letter), ['N', 'S', 'W', 'E']);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[repr(u8)]
pub enum Dir {
    /// Up the page: `y` falls.
    North,
    /// Down the page: `y` grows.
    South,
    /// To the left: `x` falls.
    West,
    /// To the right: `x` grows.
    East,
}

impl Dir {
    /// All four, in the order of their numbers.
    pub const ALL: [Dir; 4] = [Dir::North, Dir::South, Dir::West, Dir::East];

    /// How `x` changes with one step.
    #[inline]
    pub const fn dx(self) -> i32 {
        match self {
            Dir::West => -1,
            Dir::East => 1,
            Dir::North | Dir::South => 0,
        }
    }

    /// How `y` changes with one step.
    #[inline]
    pub const fn dy(self) -> i32 {
        match self {
            Dir::North => -1,
            Dir::South => 1,
            Dir::West | Dir::East => 0,
        }
    }

    /// The way back.
    #[inline]
    #[must_use]
    pub const fn opposite(self) -> Dir {
        match self {
            Dir::North => Dir::South,
            Dir::South => Dir::North,
            Dir::West => Dir::East,
            Dir::East => Dir::West,
        }
    }

    /// Its number, 0 to 3, for tables indexed by direction.
    #[inline]
    pub const fn index(self) -> usize {
        self as usize
    }

    /// `N`, `S`, `W` or `E`.
    #[inline]
    pub const fn letter(self) -> char {
        match self {
            Dir::North => 'N',
            Dir::South => 'S',
            Dir::West => 'W',
            Dir::East => 'E',
        }
    }

    /// The direction with that capital letter.
    #[inline]
    pub const fn from_letter(letter: char) -> Option<Dir> {
        match letter {
            'N' => Some(Dir::North),
            'S' => Some(Dir::South),
            'W' => Some(Dir::West),
            'E' => Some(Dir::East),
            _ => None,
        }
    }
}

impl fmt::Display for Dir {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.letter())
    }
}

/// A place on the plane, inside a board or not.
///
/// ```
/// use gridkit::{Dir, Point};
///
/// let home = Point::new(3, 4);
/// assert_eq!(home.step(Dir::North), Point::new(3, 3));
/// assert_eq!(home.manhattan(Point::new(5, 0)), 6);
/// assert_eq!(home.chebyshev(Point::new(5, 0)), 4);
/// assert_eq!(home.to_string(), "3 4");
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Point {
    /// Column, from the west.
    pub x: i32,
    /// Row, from the north.
    pub y: i32,
}

impl Point {
    /// The point in column `x` and row `y`.
    #[inline]
    pub const fn new(x: i32, y: i32) -> Self {
        Self { x, y }
    }

    /// The point next to this one.
    #[inline]
    #[must_use]
    pub const fn step(self, dir: Dir) -> Self {
        Self::new(self.x + dir.dx(), self.y + dir.dy())
    }

    /// The four points beside this one, in the order of [`Dir::ALL`].
    #[inline]
    pub fn neighbours(self) -> [Point; 4] {
        Dir::ALL.map(|dir| self.step(dir))
    }

    /// The direction of `other`, if it is one step away.
    #[inline]
    pub fn dir_to(self, other: Point) -> Option<Dir> {
        Dir::ALL.iter().copied().find(|&dir| self.step(dir) == other)
    }

    /// The number of steps along rows and columns to `other`.
    #[inline]
    pub const fn manhattan(self, other: Point) -> u32 {
        self.x.abs_diff(other.x) + self.y.abs_diff(other.y)
    }

    /// The number of steps of a chess king to `other`.
    #[inline]
    pub const fn chebyshev(self, other: Point) -> u32 {
        let dx = self.x.abs_diff(other.x);
        let dy = self.y.abs_diff(other.y);
        if dx > dy {
            dx
        } else {
            dy
        }
    }
}

impl Add for Point {
    type Output = Point;

    #[inline]
    fn add(self, other: Point) -> Point {
        Point::new(self.x + other.x, self.y + other.y)
    }
}

impl Sub for Point {
    type Output = Point;

    #[inline]
    fn sub(self, other: Point) -> Point {
        Point::new(self.x - other.x, self.y - other.y)
    }
}

impl From<(i32, i32)> for Point {
    #[inline]
    fn from((x, y): (i32, i32)) -> Self {
        Self::new(x, y)
    }
}

/// `x y`, as most contests write it.
impl fmt::Display for Point {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {}", self.x, self.y)
    }
}

/// The number of a cell of a dense grid, row by row: `y * width + x`.
///
/// It means something only together with the grid's width; a
/// [`Grid`](crate::Grid) or [`Walls`](crate::Walls) turns it into a [`Point`] and back.
///
/// ```text
/// 0 1 2 3
/// 4 5 6 7    Cell(6) of a grid of width 4 is the point (2, 1)
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[repr(transparent)]
pub struct Cell(pub u32);

impl Cell {
    /// The number as an index.
    #[inline]
    pub const fn index(self) -> usize {
        self.0 as usize
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_direction_comes_back() {
        for dir in Dir::ALL {
            let away = Point::new(7, -2).step(dir);
            assert_eq!(away.step(dir.opposite()), Point::new(7, -2));
            assert_eq!(Point::new(7, -2).dir_to(away), Some(dir));
            assert_eq!(Dir::from_letter(dir.letter()), Some(dir));
            assert_eq!(Dir::ALL[dir.index()], dir);
        }
        assert_eq!(Dir::from_letter('n'), None);
        assert_eq!(Point::new(0, 0).dir_to(Point::new(1, 1)), None);
    }
}

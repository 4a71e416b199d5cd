//! The walls of a map: [`Walls`].

use crate::cell::Point;
use crate::padded::Padded;
use crate::text::{self, ShapeError};
use std::fmt;

/// The walls of a map, built once and then searched many times.
///
/// The mask has a frame of pad cells that count as walls, so that no search tests whether a
/// step leaves the map. Any size from 1 x 1 up to some 65,000 x 65,000 cells.
///
/// ```
/// use gridkit::{Point, Walls};
///
/// let walls = Walls::parse("
///     . . # .
///     . # # .
///     . . . .", '#')?;
/// assert_eq!((walls.width(), walls.height()), (4, 3));
/// assert!(walls.is_wall(Point::new(2, 0)));
/// assert!(!walls.is_wall(Point::new(3, 0)));
/// assert!(walls.is_wall(Point::new(4, 0)), "there is nothing beyond the map");
/// # Ok::<(), gridkit::ShapeError>(())
/// ```
#[derive(Clone, PartialEq, Eq)]
pub struct Walls {
    padded: Padded,
    /// 1 where one can go, 0 for a wall.
    open: Vec<u8>,
    /// Open cells.
    room: u32,
    /// Places where four cells meet and one or three of them are walls.
    corners: u32,
}

impl Walls {
    /// A map without a wall.
    ///
    /// # Panics
    ///
    /// If a side is 0 or the map has some 2^32 cells.
    pub fn none(width: usize, height: usize) -> Self {
        Self::from_fn(width, height, |_| false)
    }

    /// A map with a wall at each point for which `is_wall` is true.
    ///
    /// ```
    /// use gridkit::Walls;
    ///
    /// let pillars = Walls::from_fn(5, 3, |point| point.x % 2 == 1 && point.y % 2 == 1);
    /// assert_eq!(pillars.to_string(), "
    /// . . . . .
    /// . # . # .
    /// . . . . .".trim_start());
    /// ```
    ///
    /// # Panics
    ///
    /// If a side is 0 or the map has some 2^32 cells.
    pub fn from_fn(width: usize, height: usize, is_wall: impl Fn(Point) -> bool) -> Self {
        let padded = Padded::new(width, height);
        let mut open = vec![0; padded.len()];
        let mut room = 0;
        for (point, index) in padded.points() {
            if !is_wall(point) {
                open[index] = 1;
                room += 1;
            }
        }
        let mut walls = Self { padded, open, room, corners: 0 };
        let stride = padded.stride();
        walls.corners = (0..padded.len() - stride - 1).map(|first| walls.corner(first)).sum();
        walls
    }

    /// Reads walls, marked by `wall`, from lines of text, one character a cell.
    ///
    /// Spaces, tabs and empty lines are ignored.
    ///
    /// # Errors
    ///
    /// A [`ShapeError`] if there is no row or the rows differ in length.
    pub fn parse(text: &str, wall: char) -> Result<Self, ShapeError> {
        let rows = text::rows(text);
        let width = text::expect_rectangle(&rows)?;
        Ok(Self::from_fn(width, rows.len(), |point| {
            rows[point.y as usize][point.x as usize] == wall
        }))
    }

    /// The number of columns.
    pub fn width(&self) -> usize {
        self.padded.width as usize
    }

    /// The number of rows.
    pub fn height(&self) -> usize {
        self.padded.height as usize
    }

    /// The number of cells that are not walls.
    pub fn room(&self) -> usize {
        self.room as usize
    }

    /// Whether there is a wall, or the end of the map.
    #[inline]
    pub fn is_wall(&self, point: Point) -> bool {
        !self.is_open(point)
    }

    /// Whether the point is on the map and not a wall.
    #[inline]
    pub fn is_open(&self, point: Point) -> bool {
        self.padded.index(point).map_or(false, |index| self.open[index] != 0)
    }

    /// Puts a wall at a point of the map, or takes it away. Outside the map nothing changes.
    ///
    /// Fields that were computed before do not change.
    pub fn set(&mut self, point: Point, wall: bool) {
        let index = match self.padded.index(point) {
            Some(index) if self.is_wall(point) != wall => index,
            _ => return,
        };
        let stride = self.padded.stride();
        let around = [index - stride - 1, index - stride, index - 1, index];
        self.corners -= around.map(|first| self.corner(first)).iter().sum::<u32>();
        self.open[index] = u8::from(!wall);
        self.corners += around.map(|first| self.corner(first)).iter().sum::<u32>();
        self.room = if wall { self.room - 1 } else { self.room + 1 };
    }

    /// How ragged the walls are: corners of walls for each open cell, the map's own four left out.
    ///
    /// 0 on an open map, about 0.6 where a quarter of the cells are random walls. A branch on "is
    /// the neighbour a wall" is predicted well on smooth maps and badly on rough ones, so searches
    /// choose their kernel by it.
    pub fn roughness(&self) -> f64 {
        f64::from(self.corners.saturating_sub(4)) / f64::from(self.room.max(1))
    }

    /// 1 if one or three of the four cells whose north-west one is `first` are walls.
    fn corner(&self, first: usize) -> u32 {
        let south = first + self.padded.stride();
        let open = self.open[first] + self.open[first + 1];
        u32::from((open + self.open[south] + self.open[south + 1]) & 1)
    }

    pub(crate) fn padded(&self) -> Padded {
        self.padded
    }

    /// The padded mask: 1 where one can go.
    pub(crate) fn mask(&self) -> &[u8] {
        &self.open
    }
}

/// `#` for a wall, `.` for an open cell, with a space between.
impl fmt::Display for Walls {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let letter = |point| if self.is_wall(point) { '#' } else { '.' };
        text::draw(f, self.width(), self.height(), letter)
    }
}

impl fmt::Debug for Walls {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Walls {} x {}, {} open:\n{self}", self.width(), self.height(), self.room)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Rng;

    #[test]
    fn an_open_map_is_smooth_but_for_its_own_corners() {
        for (width, height) in [(1, 1), (1, 9), (9, 1), (1500, 700)] {
            let walls = Walls::none(width, height);
            assert_eq!((walls.corners, walls.room()), (4, width * height));
            assert!(walls.roughness().abs() < 1e-12);
        }
    }

    #[test]
    fn random_walls_are_rough() {
        let mut rng = Rng::new(1);
        let mut walls = Walls::none(100, 100);
        for y in 0..100 {
            for x in 0..100 {
                walls.set(Point::new(x, y), rng.chance(0.25));
            }
        }
        assert!((0.55..0.75).contains(&walls.roughness()), "{}", walls.roughness());
    }

    #[test]
    fn what_is_set_one_by_one_equals_what_is_built_at_once() {
        let mut rng = Rng::new(2);
        let mut walls = Walls::none(9, 7);
        for _ in 0..500 {
            let point = Point::new(rng.between(-1, 9), rng.between(-1, 7));
            walls.set(point, rng.chance(0.4));
            let whole = Walls::from_fn(9, 7, |point| walls.is_wall(point));
            assert_eq!(walls, whole);
        }
    }

    #[test]
    fn ragged_text_is_refused() {
        let error = Walls::parse("...\n..\n", '#').unwrap_err();
        assert_eq!(error.to_string(), "row 1 needs 3 characters, the text has 2");
        assert_eq!(Walls::parse("\n", '#').unwrap_err().to_string(), "the text has no rows");
    }
}

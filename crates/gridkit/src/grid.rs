//! One value for each cell of a map: [`Grid`].

use crate::cell::{Cell, Dir, Point};
use crate::text::{self, ShapeError};
use std::fmt;
use std::ops::{Index, IndexMut};

/// A dense grid of values, row by row.
///
/// ```
/// use gridkit::{Dir, Grid, Point};
///
/// let kitchen = Grid::parse("
///     X X D X
///     X . . .
///     X . 1 X", |letter| letter)?;
/// assert_eq!((kitchen.width(), kitchen.height()), (4, 3));
/// assert_eq!(kitchen[Point::new(2, 0)], 'D');
/// assert_eq!(kitchen.find(|&letter| letter == '1'), Some(Point::new(2, 2)));
/// assert_eq!(kitchen.get(Point::new(4, 0)), None);
///
/// let beside: Vec<char> = kitchen.neighbours(Point::new(3, 1)).map(|at| kitchen[at]).collect();
/// assert_eq!(beside, ['X', 'X', '.'], "north, south, west; east is outside");
/// assert_eq!(kitchen.map(|&letter| u8::from(letter == '.')).to_string(), "
/// 0 0 0 0
/// 0 1 1 1
/// 0 1 0 0".trim_start());
/// # Ok::<(), gridkit::ShapeError>(())
/// ```
#[derive(Clone, PartialEq, Eq, Hash)]
pub struct Grid<T> {
    width: usize,
    height: usize,
    cells: Vec<T>,
}

impl<T> Grid<T> {
    /// A grid with the value that `value` gives for each point.
    ///
    /// ```
    /// let grid = gridkit::Grid::from_fn(3, 2, |point| 10 * point.y + point.x);
    /// assert_eq!(grid.cells(), [0, 1, 2, 10, 11, 12]);
    /// ```
    ///
    /// # Panics
    ///
    /// If it has more cells than 32 bits can number.
    pub fn from_fn(width: usize, height: usize, value: impl FnMut(Point) -> T) -> Self {
        let cells = width as u128 * height as u128;
        assert!(cells < 1 << 32, "a grid of {width} x {height} cells is too large");
        let cells = points(width, height).map(value).collect();
        Self { width, height, cells }
    }

    /// A grid with the same value everywhere.
    pub fn new(width: usize, height: usize, value: T) -> Self
    where
        T: Clone,
    {
        Self::from_fn(width, height, |_| value.clone())
    }

    /// Reads a grid from lines of text, one character a cell.
    ///
    /// Spaces, tabs and empty lines are ignored.
    ///
    /// # Errors
    ///
    /// A [`ShapeError`] if there is no row or the rows differ in length.
    pub fn parse(text: &str, value: impl Fn(char) -> T) -> Result<Self, ShapeError> {
        let rows = text::rows(text);
        let width = text::expect_rectangle(&rows)?;
        let letter = |point: Point| rows[point.y as usize][point.x as usize];
        Ok(Self::from_fn(width, rows.len(), |point| value(letter(point))))
    }

    /// The number of columns.
    #[inline]
    pub fn width(&self) -> usize {
        self.width
    }

    /// The number of rows.
    #[inline]
    pub fn height(&self) -> usize {
        self.height
    }

    /// The values, row by row.
    #[inline]
    pub fn cells(&self) -> &[T] {
        &self.cells
    }

    /// Whether the point is on the grid.
    #[inline]
    pub fn contains(&self, point: Point) -> bool {
        self.cell(point).is_some()
    }

    /// The number of a point's cell, if it is on the grid.
    ///
    /// ```
    /// use gridkit::{Cell, Grid, Point};
    ///
    /// let grid = Grid::new(4, 2, ());
    /// assert_eq!(grid.cell(Point::new(2, 1)), Some(Cell(6)));
    /// assert_eq!(grid.point(Cell(6)), Point::new(2, 1));
    /// assert_eq!(grid.cell(Point::new(2, 2)), None);
    /// ```
    #[inline]
    pub fn cell(&self, point: Point) -> Option<Cell> {
        let (x, y) = (point.x as u32 as usize, point.y as u32 as usize);
        if x < self.width && y < self.height {
            Some(Cell((y * self.width + x) as u32))
        } else {
            None
        }
    }

    /// The point of a cell; the inverse of [`cell`](Self::cell).
    #[inline]
    pub fn point(&self, cell: Cell) -> Point {
        Point::new((cell.index() % self.width) as i32, (cell.index() / self.width) as i32)
    }

    /// The value at a point, if it is on the grid.
    #[inline]
    pub fn get(&self, point: Point) -> Option<&T> {
        Some(&self.cells[self.cell(point)?.index()])
    }

    /// The value at a point, to be changed, if it is on the grid.
    #[inline]
    pub fn get_mut(&mut self, point: Point) -> Option<&mut T> {
        let cell = self.cell(point)?;
        Some(&mut self.cells[cell.index()])
    }

    /// Every point, row by row.
    pub fn points(&self) -> impl Iterator<Item = Point> {
        points(self.width, self.height)
    }

    /// Every point with its value, row by row.
    pub fn iter(&self) -> impl Iterator<Item = (Point, &T)> {
        self.points().zip(&self.cells)
    }

    /// The first point, row by row, whose value `is_it`.
    pub fn find(&self, mut is_it: impl FnMut(&T) -> bool) -> Option<Point> {
        self.iter().find(|(_, value)| is_it(value)).map(|(point, _)| point)
    }

    /// The points beside a point that are on the grid, in the order of [`Dir::ALL`].
    pub fn neighbours(&self, point: Point) -> impl Iterator<Item = Point> + '_ {
        Dir::ALL.into_iter().map(move |dir| point.step(dir)).filter(move |&at| self.contains(at))
    }

    /// A grid of the same size with other values.
    pub fn map<U>(&self, value: impl FnMut(&T) -> U) -> Grid<U> {
        let cells = self.cells.iter().map(value).collect();
        Grid { width: self.width, height: self.height, cells }
    }
}

fn points(width: usize, height: usize) -> impl Iterator<Item = Point> {
    (0..height as i32).flat_map(move |y| (0..width as i32).map(move |x| Point::new(x, y)))
}

impl<T> Index<Point> for Grid<T> {
    type Output = T;

    /// # Panics
    ///
    /// If the point is outside the grid.
    #[inline]
    fn index(&self, point: Point) -> &T {
        match self.get(point) {
            Some(value) => value,
            None => panic!("({point}) is outside a grid of {} x {}", self.width, self.height),
        }
    }
}

impl<T> IndexMut<Point> for Grid<T> {
    #[inline]
    fn index_mut(&mut self, point: Point) -> &mut T {
        match self.cell(point) {
            Some(cell) => &mut self.cells[cell.index()],
            None => panic!("({point}) is outside a grid of {} x {}", self.width, self.height),
        }
    }
}

impl<T> Index<Cell> for Grid<T> {
    type Output = T;

    #[inline]
    fn index(&self, cell: Cell) -> &T {
        &self.cells[cell.index()]
    }
}

impl<T> IndexMut<Cell> for Grid<T> {
    #[inline]
    fn index_mut(&mut self, cell: Cell) -> &mut T {
        &mut self.cells[cell.index()]
    }
}

/// The values, separated by spaces, all as wide as the widest.
impl<T: fmt::Display> fmt::Display for Grid<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let values: Vec<_> = self.cells.iter().map(ToString::to_string).collect();
        let widest = values.iter().map(|value| value.chars().count()).max().unwrap_or(0);
        for (y, row) in values.chunks(self.width.max(1)).enumerate() {
            for (x, value) in row.iter().enumerate() {
                let before = match (x, y) {
                    (0, 0) => "",
                    (0, _) => "\n",
                    _ => " ",
                };
                write!(f, "{before}{value:>widest$}")?;
            }
        }
        Ok(())
    }
}

impl<T: fmt::Debug> fmt::Debug for Grid<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "Grid {} x {}:", self.width, self.height)?;
        self.cells.chunks(self.width.max(1)).try_for_each(|row| writeln!(f, "{row:?}"))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_written_is_read() {
        let mut grid = Grid::new(3, 2, 0);
        grid[Point::new(2, 1)] = 10;
        grid[Cell(0)] = 7;
        *grid.get_mut(Point::new(1, 0)).unwrap() += 2;
        assert_eq!(grid.cells(), [7, 2, 0, 0, 0, 10]);
        assert_eq!(grid.to_string(), " 7  2  0\n 0  0 10");
        assert_eq!(grid[Cell(5)], grid[Point::new(2, 1)]);
        assert!(grid.get_mut(Point::new(-1, 0)).is_none());
        for (point, value) in grid.iter() {
            assert_eq!(grid.cell(point).map(|cell| grid.point(cell)), Some(point));
            assert_eq!(grid[point], *value);
        }
    }

    #[test]
    #[should_panic(expected = "(3 0) is outside a grid of 3 x 2")]
    fn a_point_outside_is_named() {
        let _ = Grid::new(3, 2, 0)[Point::new(3, 0)];
    }

    #[test]
    fn an_empty_grid_has_no_points() {
        let grid = Grid::new(0, 5, 1);
        assert_eq!(grid.points().count(), 0);
        assert_eq!(grid.find(|_| true), None);
        assert_eq!(grid.to_string(), "");
    }
}

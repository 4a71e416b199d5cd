//! Numbers of steps from sources to all cells: [`DistanceSearch`] and [`Distances`].
//!
//! A breadth-first search over a padded grid. The search chooses one of two kernels by
//! [`Walls::roughness`] and the number of sources. `rough` pushes every neighbour without a branch.
//! It is three times faster where walls are scattered at random, because no branch can be
//! mispredicted. `smooth` branches. It is twice as fast on open maps, because it never writes a value
//! twice.

mod kernel;
mod rough;
mod smooth;
mod unchecked;
mod waves;

use crate::cell::Point;
use crate::padded::Padded;
use crate::walls::Walls;
use kernel::{End, Number};
use rough::Rough;
use std::fmt;
use waves::Waves;

/// Above this [`Walls::roughness`] the branch-free kernel is used. Both take the same time at 0.007
/// with single walls at random, at 0.018 with blocks of 8 x 8, and at 0.03 with rooms of 20 x 20. A
/// wrong choice of the branching kernel costs more than a wrong choice of the other.
const ROUGH: f64 = 0.01;

/// Whether the branch-free kernel is the faster one.
///
/// A further source counts like a single wall, which has four corners: where the waves of two
/// sources meet, branches are mispredicted, too. Both kernels take the same time with 2,200 sources
/// on an open map of 1000 x 1000.
fn is_rough(walls: &Walls, sources: &[Point]) -> bool {
    let further = 4.0 * sources.len().saturating_sub(1) as f64;
    walls.roughness() + further / walls.room().max(1) as f64 > ROUGH
}

/// For every cell of a map, the distance from the nearest source: a number of steps, or after a
/// [`WeightedSearch`](crate::WeightedSearch) a cost.
///
/// It takes two bytes a cell, or four if a distance is 65,534 or more. Create it empty and let
/// searches fill it as often as needed; each search gives it the size of its map.
///
/// ```
/// use gridkit::{DistanceSearch, Distances, Point, Walls};
///
/// let walls = Walls::parse("
///     . . # . .
///     . # # . #
///     . . . . .", '#')?;
/// let mut search = DistanceSearch::new();
/// let mut field = Distances::new();
/// search.run(&walls, &[Point::new(0, 0)], &mut field);
/// assert_eq!(field.to_string(), "
/// 0 1 # 7 8
/// 1 # # 6 #
/// 2 3 4 5 6".trim_start());
/// assert_eq!(field.get(Point::new(4, 2)), Some(6));
/// assert_eq!(field.get(Point::new(2, 0)), None, "a wall");
/// # Ok::<(), gridkit::ShapeError>(())
/// ```
#[derive(Clone, Default)]
pub struct Distances {
    padded: Padded,
    /// Padded; in use unless `is_wide`.
    narrow: Vec<u16>,
    /// Padded; in use if `is_wide`.
    wide: Vec<u32>,
    is_wide: bool,
}

impl Distances {
    /// An empty field, to be filled by a search.
    pub fn new() -> Self {
        Self::default()
    }

    /// The number of columns.
    pub fn width(&self) -> usize {
        self.padded.width as usize
    }

    /// The number of rows.
    pub fn height(&self) -> usize {
        self.padded.height as usize
    }

    /// The distance of a point; `None` if it is a wall, unreached, or outside the map.
    #[inline]
    pub fn get(&self, point: Point) -> Option<u32> {
        let index = self.padded.index(point)?;
        let (number, limit) = if self.is_wide {
            (self.wide[index], u32::LIMIT)
        } else {
            (u32::from(self.narrow[index]), u16::LIMIT)
        };
        if number < limit {
            Some(number)
        } else {
            None
        }
    }

    /// Whether the point is a wall or outside the map.
    pub fn is_wall(&self, point: Point) -> bool {
        self.padded.index(point).map_or(true, |index| {
            if self.is_wide {
                self.wide[index] == u32::WALL
            } else {
                self.narrow[index] == u16::WALL
            }
        })
    }

    /// The memory of the field in bytes.
    pub fn bytes(&self) -> usize {
        std::mem::size_of::<Self>() + 2 * self.narrow.capacity() + 4 * self.wide.capacity()
    }

    /// Takes the size of a map and its walls, which are 0 in the padded `mask`. Returns the padded
    /// array of two-byte numbers.
    fn reset_narrow(&mut self, padded: Padded, mask: &[u8]) -> &mut [u16] {
        self.padded = padded;
        self.is_wide = false;
        reset(&mut self.narrow, mask);
        &mut self.narrow
    }

    /// Takes the size of a map and its walls, which are 0 in the padded `mask`. Returns the padded
    /// array of four-byte numbers, in which every other cell is [`FAR`](Self::FAR).
    pub(crate) fn reset_wide(&mut self, padded: Padded, mask: &[u8]) -> &mut [u32] {
        self.padded = padded;
        self.is_wide = true;
        reset(&mut self.wide, mask);
        &mut self.wide
    }

    /// A number greater than every distance.
    pub(crate) const FAR: u32 = u32::UNREACHED;
}

/// Fills a padded array with walls and unreached cells.
fn reset<T: Number>(numbers: &mut Vec<T>, mask: &[u8]) {
    numbers.resize(mask.len(), T::WALL);
    for (number, &open) in numbers.iter_mut().zip(mask) {
        *number = if open == 0 { T::WALL } else { T::UNREACHED };
    }
}

/// Two fields are equal if their sizes, walls and distances are.
impl PartialEq for Distances {
    fn eq(&self, other: &Self) -> bool {
        let same = |(point, _)| {
            self.get(point) == other.get(point) && self.is_wall(point) == other.is_wall(point)
        };
        self.padded == other.padded && self.padded.points().all(same)
    }
}

impl Eq for Distances {}

/// The distances, `#` for a wall, `?` for an unreached cell.
impl fmt::Display for Distances {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let farthest = self.padded.points().filter_map(|(point, _)| self.get(point)).max();
        let digits = farthest.map_or(1, |steps| steps.to_string().len());
        for (point, _) in self.padded.points() {
            match (point.x, point.y) {
                (0, 0) => {}
                (0, _) => writeln!(f)?,
                _ => write!(f, " ")?,
            }
            match self.get(point) {
                Some(steps) => write!(f, "{steps:>digits$}")?,
                None if self.is_wall(point) => write!(f, "{:>digits$}", '#')?,
                None => write!(f, "{:>digits$}", '?')?,
            }
        }
        Ok(())
    }
}

impl fmt::Debug for Distances {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Distances {} x {}:\n{self}", self.width(), self.height())
    }
}

/// A breadth-first search that keeps its buffers from call to call.
///
/// Nothing is allocated after the first calls. On maps with scattered walls the lists of cells have a
/// fixed size of 8 MiB, of which a search touches only what its widest wave needs. On open maps they
/// grow only when a wave is wider than all waves before.
#[derive(Clone, Debug, Default)]
pub struct DistanceSearch {
    waves: Waves,
    rough: Rough,
    sources: Vec<u32>,
}

impl DistanceSearch {
    /// A search with empty buffers.
    pub fn new() -> Self {
        Self::default()
    }

    /// Fills `field` with each cell's number of steps along rows and columns from the nearest of
    /// the `sources`. Sources that are walls or outside the map are ignored.
    ///
    /// ```
    /// use gridkit::{DistanceSearch, Distances, Point, Walls};
    ///
    /// let walls = Walls::parse("
    ///     . . . . # .
    ///     . # # . # .
    ///     . . . . # .", '#')?;
    /// let doors = [Point::new(0, 0), Point::new(3, 2)];
    /// let mut field = Distances::new();
    /// DistanceSearch::new().run(&walls, &doors, &mut field);
    /// assert_eq!(field.to_string(), "
    /// 0 1 2 2 # ?
    /// 1 # # 1 # ?
    /// 2 2 1 0 # ?".trim_start());
    /// # Ok::<(), gridkit::ShapeError>(())
    /// ```
    pub fn run(&mut self, walls: &Walls, sources: &[Point], field: &mut Distances) {
        self.run_with(walls, sources, field, is_rough(walls, sources));
    }

    fn run_with(&mut self, walls: &Walls, sources: &[Point], field: &mut Distances, rough: bool) {
        let (padded, mask) = (walls.padded(), walls.mask());
        let (mut rough, mut wide) = (rough, false);
        loop {
            let end = if wide {
                self.search(walls, sources, field.reset_wide(padded, mask), rough)
            } else {
                self.search(walls, sources, field.reset_narrow(padded, mask), rough)
            };
            match end {
                End::Done => return,
                End::TooFar => wide = true,
                End::TooWide => rough = false,
            }
        }
    }

    /// Fills the padded array.
    fn search<T: Number>(
        &mut self,
        walls: &Walls,
        sources: &[Point],
        steps: &mut [T],
        rough: bool,
    ) -> End {
        let padded = walls.padded();
        self.sources.clear();
        for index in sources.iter().filter_map(|&point| padded.index(point)) {
            if steps[index] == T::UNREACHED {
                steps[index] = T::of(0);
                self.sources.push((index - padded.stride()) as u32);
            }
        }
        let stride = padded.width + 1;
        if rough {
            self.rough.spread(walls.mask(), &self.sources, steps, stride)
        } else {
            self.waves.spread(&self.sources, smooth::Smooth { steps, stride })
        }
    }
}

#[cfg(test)]
mod tests;

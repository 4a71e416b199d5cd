//! The cheapest way where cells differ in cost: [`WeightedSearch`].

use crate::cell::Point;
use crate::distance::Distances;
use crate::grid::Grid;
use crate::padded::Padded;
use crate::text::ShapeError;

/// What it costs to enter each cell of a map, from 1 to 255; 0 is a wall.
///
/// ```
/// use gridkit::{Costs, Grid, Point};
///
/// let mut grid = Grid::new(3, 2, 1);
/// grid[Point::new(2, 0)] = 3;
/// grid[Point::new(0, 1)] = 9;
/// grid[Point::new(1, 1)] = 0;
/// assert_eq!(Costs::new(&grid), Costs::parse("
///     1 1 3
///     9 . 1")?);
/// # Ok::<(), gridkit::ShapeError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Costs {
    padded: Padded,
    /// Padded.
    entry: Vec<u8>,
    highest: u8,
}

impl Costs {
    /// The costs that a grid holds.
    ///
    /// # Panics
    ///
    /// If the grid has no cell, or the cells together with their frame may cost 2^32 or more.
    pub fn new(grid: &Grid<u8>) -> Self {
        let padded = Padded::new(grid.width(), grid.height());
        let mut entry = vec![0; padded.len()];
        for (point, index) in padded.points() {
            entry[index] = grid[point];
        }
        let highest = entry.iter().copied().max().unwrap_or(0);
        let dearest = padded.len() as u64 * u64::from(highest);
        assert!(dearest < u64::from(Distances::FAR), "a way on this map may cost too much");
        Self { padded, entry, highest }
    }

    /// Reads costs from 1 to 9 from lines of text, one character a cell; any other character is a
    /// wall. Spaces, tabs and empty lines are ignored.
    ///
    /// # Errors
    ///
    /// A [`ShapeError`] if there is no row or the rows differ in length.
    pub fn parse(text: &str) -> Result<Self, ShapeError> {
        let digit = |letter: char| letter.to_digit(10).unwrap_or(0) as u8;
        Ok(Self::new(&Grid::parse(text, digit)?))
    }
}

/// The buffers of a search by cost, used again from call to call.
///
/// Dial's bucket queue (Dial 1969): as no step costs more than 255, the costs of all waiting cells
/// lie within 256 of each other, and a ring of buckets, one for each cost, sorts them without a
/// comparison.
#[derive(Clone, Debug, Default)]
pub struct WeightedSearch {
    /// The waiting cells, by their cost modulo the number of buckets, a power of two.
    buckets: Vec<Vec<u32>>,
}

impl WeightedSearch {
    /// A search with empty buffers.
    pub fn new() -> Self {
        Self::default()
    }

    /// Fills `field` with the cost of the cheapest way from one of the `sources` to each cell:
    /// the sum of the costs of the cells it enters, which leaves out the source itself. Sources
    /// that are walls or outside the map do not count.
    ///
    /// The way back from a cell to a source enters the same cells except for its two ends, so
    /// [`walk_down`](crate::walk_down) finds the cheapest way to a single source too.
    ///
    /// ```
    /// use gridkit::{Costs, Distances, Point, WeightedSearch};
    ///
    /// let swamp = Costs::parse("
    ///     1 5 1 1
    ///     1 5 . 1
    ///     1 1 1 1")?;
    /// let mut field = Distances::new();
    /// WeightedSearch::new().run(&swamp, &[Point::new(0, 0)], &mut field);
    /// assert_eq!(field.to_string(), "
    /// 0 5 6 7
    /// 1 6 # 6
    /// 2 3 4 5".trim_start());
    /// # Ok::<(), gridkit::ShapeError>(())
    /// ```
    pub fn run(&mut self, costs: &Costs, sources: &[Point], field: &mut Distances) {
        let padded = costs.padded;
        let best = field.reset_wide(padded, &costs.entry);
        let size = (usize::from(costs.highest) + 1).next_power_of_two();
        if self.buckets.len() < size {
            self.buckets.resize_with(size, Vec::new);
        }
        let buckets = &mut self.buckets[..size];
        let mut waiting = 0_usize;
        for index in sources.iter().filter_map(|&point| padded.index(point)) {
            if best[index] == Distances::FAR {
                best[index] = 0;
                buckets[0].push(index as u32);
                waiting += 1;
            }
        }
        let stride = padded.stride();
        let mut spent = 0_u32;
        while waiting > 0 {
            let now = spent as usize & (size - 1);
            // Every step costs at least 1, so nothing comes into the bucket while it is emptied.
            let mut cells = std::mem::take(&mut buckets[now]);
            waiting -= cells.len();
            for &cell in &cells {
                let cell = cell as usize;
                // A cell that was reached more cheaply later on has been here before.
                if best[cell] != spent {
                    continue;
                }
                for next in [cell - stride, cell + stride, cell - 1, cell + 1] {
                    let cost = costs.entry[next];
                    let total = spent + u32::from(cost);
                    if cost != 0 && total < best[next] {
                        best[next] = total;
                        buckets[total as usize & (size - 1)].push(next as u32);
                        waiting += 1;
                    }
                }
            }
            cells.clear();
            buckets[now] = cells;
            spent += 1;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_dearest_costs_are_exact() {
        let costs = Costs::new(&Grid::new(300, 1, 255));
        let mut field = Distances::new();
        let mut search = WeightedSearch::new();
        search.run(&costs, &[Point::new(0, 0)], &mut field);
        assert_eq!(field.get(Point::new(299, 0)), Some(299 * 255));
        // The same buffers with fewer buckets.
        let costs = Costs::new(&Grid::new(300, 1, 1));
        search.run(&costs, &[Point::new(0, 0), Point::new(0, 0)], &mut field);
        assert_eq!(field.get(Point::new(299, 0)), Some(299));
    }

    #[test]
    fn a_map_of_walls_reaches_nothing() {
        let costs = Costs::new(&Grid::new(2, 2, 0));
        let mut field = Distances::new();
        WeightedSearch::new().run(&costs, &[Point::new(0, 0), Point::new(9, 9)], &mut field);
        assert_eq!(field.to_string(), "# #\n# #");
    }
}

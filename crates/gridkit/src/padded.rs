//! The layout that every map-sized array of this crate shares: [`Padded`].

use crate::cell::Point;

/// A grid with a frame of pad cells, so that a step from any cell stays inside the array.
///
/// One row of pad above, one below, and one pad column that serves as the west end of its row
/// and as the east end of the row before:
///
/// ```text
/// width 3, height 2      | . . .        numbers of the array,
///                        | a b c        stride 4:
///                        | d e f        a is 5, its north 1, its west 4
///                        | . . .        f is 11, its south 15, its east 12
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Padded {
    pub width: u32,
    pub height: u32,
}

impl Padded {
    /// # Panics
    ///
    /// If a side is 0 or the array would have 2^32 numbers or more.
    pub fn new(width: usize, height: usize) -> Self {
        assert!(width > 0 && height > 0, "a map needs at least one column and one row");
        let cells = (width as u128 + 1) * (height as u128 + 4);
        assert!(cells < 1 << 32, "a map of {width} x {height} cells is too large");
        Self { width: width as u32, height: height as u32 }
    }

    /// The numbers from one row to the next.
    #[inline]
    pub fn stride(self) -> usize {
        self.width as usize + 1
    }

    /// The length of the array: even the south-east neighbour of the last cell is inside.
    #[inline]
    pub fn len(self) -> usize {
        self.stride() * (self.height as usize + 2) + 1
    }

    /// The place of a point in the array, if it is on the map.
    #[inline]
    pub fn index(self, point: Point) -> Option<usize> {
        if (point.x as u32) < self.width && (point.y as u32) < self.height {
            Some((point.y as usize + 1) * self.stride() + point.x as usize + 1)
        } else {
            None
        }
    }

    /// Every point of the map, row by row, with its place in the array.
    pub fn points(self) -> impl Iterator<Item = (Point, usize)> {
        let stride = self.stride();
        (0..self.height as usize).flat_map(move |y| {
            (0..self.width as usize)
                .map(move |x| (Point::new(x as i32, y as i32), (y + 1) * stride + x + 1))
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_step_from_any_cell_stays_inside() {
        for (width, height) in [(1, 1), (1, 5), (5, 1), (3, 2)] {
            let padded = Padded::new(width, height);
            for (point, index) in padded.points() {
                assert_eq!(padded.index(point), Some(index));
                assert!(index > padded.stride());
                assert!(index + padded.stride() + 1 < padded.len());
                for beside in point.neighbours() {
                    let there = index as i32
                        + (beside.y - point.y) * padded.stride() as i32
                        + (beside.x - point.x);
                    match padded.index(beside) {
                        Some(expected) => assert_eq!(expected as i32, there),
                        None => assert!(padded.points().all(|(_, i)| i as i32 != there)),
                    }
                }
            }
            assert_eq!(padded.points().count(), width * height);
        }
    }

    #[test]
    #[should_panic(expected = "a map of 100000 x 100000 cells is too large")]
    fn numbers_must_fit_32_bits() {
        Padded::new(100_000, 100_000);
    }
}

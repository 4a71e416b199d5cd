//! The kernel for maps with scattered walls: it pushes without a branch.

use super::waves::{Kernel, EAST, NORTH, SOUTH, WEST};
use super::Number;

pub(super) struct Rough<'a, T> {
    /// 1 for a cell that can be reached and has not been; padded.
    pub open: &'a mut [u8],
    /// The distances; padded.
    pub steps: &'a mut [T],
    /// Numbers from one row to the next.
    pub stride: u32,
}

impl<T: Number> Kernel for Rough<'_, T> {
    #[inline]
    fn expand<const BACK: usize>(
        &mut self,
        wave: &[u32],
        steps: u32,
        next: &mut [&mut [u32]; 4],
        len: &mut [usize; 4],
    ) {
        let stride = self.stride as usize;
        assert!(stride >= 2);
        // A length that the compiler knows to be equal saves the bounds test.
        let open = &mut *self.open;
        let field = &mut self.steps[..open.len()];
        let [norths, souths, wests, easts] = next;
        let [mut north, mut south, mut west, mut east] = *len;
        let here = T::of(steps);
        for &cell in wave {
            let cell = cell as usize;
            let around = &mut open[cell..=cell + 2 * stride];
            field[cell + stride] = here;
            // Each neighbour is written to the end of its list, and the end moves on only if the
            // neighbour was open.
            if BACK != NORTH {
                norths[north] = cell.wrapping_sub(stride) as u32;
                north += usize::from(around[0]);
                around[0] = 0;
            }
            if BACK != SOUTH {
                souths[south] = (cell + stride) as u32;
                south += usize::from(around[2 * stride]);
                around[2 * stride] = 0;
            }
            if BACK != WEST {
                wests[west] = cell.wrapping_sub(1) as u32;
                west += usize::from(around[stride - 1]);
                around[stride - 1] = 0;
            }
            if BACK != EAST {
                easts[east] = (cell + 1) as u32;
                east += usize::from(around[stride + 1]);
                around[stride + 1] = 0;
            }
        }
        *len = [north, south, west, east];
    }
}

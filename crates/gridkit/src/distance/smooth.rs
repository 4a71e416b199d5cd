//! The kernel for open maps: it branches, and writes only what is new.

use super::waves::Kernel;
use super::UNREACHED;

pub(super) struct Smooth<'a> {
    /// The distances; padded.
    pub steps: &'a mut [u32],
    /// Numbers from one row to the next.
    pub stride: u32,
}

impl Kernel for Smooth<'_> {
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
        let [norths, souths, wests, easts] = next;
        let [mut north, mut south, mut west, mut east] = *len;
        for &cell in wave {
            let cell = cell as usize;
            let around = &mut self.steps[cell..][..=2 * stride];
            if BACK != 0 && around[0] == UNREACHED {
                around[0] = steps + 1;
                norths[north] = cell.wrapping_sub(stride) as u32;
                north += 1;
            }
            if BACK != 1 && around[2 * stride] == UNREACHED {
                around[2 * stride] = steps + 1;
                souths[south] = (cell + stride) as u32;
                south += 1;
            }
            if BACK != 2 && around[stride - 1] == UNREACHED {
                around[stride - 1] = steps + 1;
                wests[west] = cell.wrapping_sub(1) as u32;
                west += 1;
            }
            if BACK != 3 && around[stride + 1] == UNREACHED {
                around[stride + 1] = steps + 1;
                easts[east] = (cell + 1) as u32;
                east += 1;
            }
        }
        *len = [north, south, west, east];
    }
}

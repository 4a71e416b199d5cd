//! The kernel for open maps: it branches, and writes only what is new.

use super::waves::{Kernel, EAST, NORTH, SOUTH, WEST};
use super::Number;

pub(super) struct Smooth<'a, T> {
    /// The distances; padded.
    pub steps: &'a mut [T],
    /// Numbers from one row to the next.
    pub stride: u32,
}

impl<T: Number> Kernel for Smooth<'_, T> {
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
        let next_steps = T::of(steps + 1);
        // What moves along a row of an open map goes on along it: rows beside it have been
        // reached, or are by the cells before.
        let rare = BACK == WEST || BACK == EAST;
        for &cell in wave {
            let cell = cell as usize;
            let around = &mut self.steps[cell..][..=2 * stride];
            if BACK != NORTH && around[0] == T::UNREACHED {
                around[0] = next_steps;
                north = append(norths, north, cell.wrapping_sub(stride), rare);
            }
            if BACK != SOUTH && around[2 * stride] == T::UNREACHED {
                around[2 * stride] = next_steps;
                south = append(souths, south, cell + stride, rare);
            }
            if BACK != WEST && around[stride - 1] == T::UNREACHED {
                around[stride - 1] = next_steps;
                west = append(wests, west, cell.wrapping_sub(1), false);
            }
            if BACK != EAST && around[stride + 1] == T::UNREACHED {
                around[stride + 1] = next_steps;
                east = append(easts, east, cell + 1, false);
            }
        }
        *len = [north, south, west, east];
    }
}

/// Writes a cell to the end of a list and gives the new end.
#[inline]
fn append(list: &mut [u32], len: usize, cell: usize, rare: bool) -> usize {
    if rare {
        return append_rarely(list, len, cell);
    }
    list[len] = cell as u32;
    len + 1
}

/// [`append`] out of the way of the code that is run for every cell.
#[cold]
#[inline(never)]
fn append_rarely(list: &mut [u32], len: usize, cell: usize) -> usize {
    append(list, len, cell, false)
}

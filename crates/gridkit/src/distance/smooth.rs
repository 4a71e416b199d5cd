//! The kernel for open maps: it branches, and writes only what is new.

use super::kernel::{Number, EAST, NORTH, SOUTH, WEST};
use super::unchecked::at;

pub(super) struct Smooth<'a, T> {
    /// The distances; padded.
    pub steps: &'a mut [T],
    /// Numbers from one row to the next.
    pub stride: u32,
}

impl<T: Number> Smooth<'_, T> {
    /// For each cell of `wave`, all of them `steps` from a source: appends its unseen neighbours
    /// to the lists `next`, which hold `len` cells already, and gives them their distance.
    ///
    /// `BACK` is the number of the direction in which no neighbour can be unseen, as the cells
    /// were reached from there. Each list has room for every cell of the wave.
    ///
    /// All lists hold the **north** neighbour of the intended cell: all places that are read come
    /// after it, and one bounds test covers them.
    #[inline]
    #[allow(unsafe_code)]
    pub fn expand<const BACK: usize>(
        &mut self,
        wave: &[u32],
        steps: u32,
        next: &mut [&mut [u32]; 4],
        len: &mut [usize; 4],
    ) {
        let stride = self.stride as usize;
        let [norths, souths, wests, easts] = next;
        let [mut north, mut south, mut west, mut east] = *len;
        let next_steps = T::of(steps + 1);
        // What moves along a row of an open map goes on along it: rows beside it have been
        // reached, or are by the cells before.
        let rare = BACK == WEST || BACK == EAST;
        for &cell in wave {
            let cell = cell as usize;
            // SAFETY: see `unchecked`; `Waves::make_room` has made the lists long enough.
            unsafe {
                if BACK != NORTH && is_new(self.steps, cell) {
                    *at(self.steps, cell) = next_steps;
                    north = append(norths, north, cell.wrapping_sub(stride), rare);
                }
                if BACK != SOUTH && is_new(self.steps, cell + 2 * stride) {
                    *at(self.steps, cell + 2 * stride) = next_steps;
                    south = append(souths, south, cell + stride, rare);
                }
                if BACK != WEST && is_new(self.steps, cell + stride - 1) {
                    *at(self.steps, cell + stride - 1) = next_steps;
                    west = append(wests, west, cell.wrapping_sub(1), false);
                }
                if BACK != EAST && is_new(self.steps, cell + stride + 1) {
                    *at(self.steps, cell + stride + 1) = next_steps;
                    east = append(easts, east, cell + 1, false);
                }
            }
        }
        *len = [north, south, west, east];
    }
}

/// # Safety
///
/// As [`at`].
#[allow(unsafe_code)]
#[inline]
unsafe fn is_new<T: Number>(steps: &mut [T], place: usize) -> bool {
    // SAFETY: the caller promises it.
    unsafe { *at(steps, place) == T::UNREACHED }
}

/// Writes a cell to the end of a list and returns the new end.
///
/// # Safety
///
/// The list is longer than `len`.
#[allow(unsafe_code)]
#[inline]
unsafe fn append(list: &mut [u32], len: usize, cell: usize, rare: bool) -> usize {
    // SAFETY: the caller promises it.
    unsafe {
        if rare {
            return append_rarely(list, len, cell);
        }
        *at(list, len) = cell as u32;
    }
    len + 1
}

/// [`append`], kept out of the code that runs for every cell.
///
/// # Safety
///
/// As [`append`].
#[allow(unsafe_code)]
#[cold]
#[inline(never)]
unsafe fn append_rarely(list: &mut [u32], len: usize, cell: usize) -> usize {
    // SAFETY: the caller promises it.
    unsafe { append(list, len, cell, false) }
}

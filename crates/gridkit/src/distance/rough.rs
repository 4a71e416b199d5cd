//! The kernel for maps with scattered walls: it pushes without a branch.
//!
//! What makes it fast, for anyone who wants to improve it (1000 x 1000 cells, a quarter of them
//! walls):
//!
//! * Four lists of cells by the direction of the last step, in one block: their places differ by
//!   constants, so one register serves them all. With four vectors the loop ran out of registers.
//! * The distances of a wave are written in a loop of their own ([`number`]). Their array is the
//!   largest, and a write that misses the cache holds up all writes behind it. This saves a twelfth
//!   of the time, and a quarter where other programs fill the caches.
//! * No bounds tests in the loop over the neighbours ([`at`]): it touches six places a cell, and
//!   tests cost a tenth to a fifth of its time.
//! * Tried and rejected: ends of lists as `u16` in lists of 65,536 cells and one bounds test for
//!   the three neighbours, which is safe code (a tenth slower); one array of numbers in place of
//!   mask and numbers, with a minimum in place of clearing the mask (a fifth slower), or with
//!   numbers written two waves later, when no neighbour reads them any more (not faster, and harder
//!   to prove); strips of eight columns, in which a wave touches a third of the cache lines (steps
//!   from strip to strip cost a fifth, as much as was won); frontiers of bits, 64 cells a word, as
//!   rows or as squares of 8 x 8 (a wave has two to five cells in a word, and a word costs more
//!   than these cells).

use super::kernel::{End, Number, EAST, NONE, NORTH, SOUTH, WEST};
use super::unchecked::at;
use std::convert::TryInto;

/// The cells for which one list has room: a quarter of a map of 1000 x 1000, so that waves from many
/// sources fit, too. Memory that no wave needs is not touched.
pub(super) const LIST: usize = 1 << 18;

/// Four lists, one for each direction of the step that reached the cells. They hold the **north**
/// neighbour of the intended cell: every cell that is read comes after it.
type Lists = [u32; 4 * LIST];

/// The buffers of the kernel.
#[derive(Clone, Debug, Default)]
pub(super) struct Rough {
    /// 1 for a cell that can be reached and has not been; padded.
    open: Vec<u8>,
    /// [`Lists`], or empty before the first search.
    now: Vec<u32>,
    next: Vec<u32>,
}

impl Rough {
    /// Writes the distance of every cell that the sources reach. `sources` holds their north
    /// neighbours, each once; `mask` is 1 where one can go; `steps` and `mask` are padded.
    #[inline(never)] // As in `waves`.
    pub fn spread<T: Number>(
        &mut self,
        mask: &[u8],
        sources: &[u32],
        steps: &mut [T],
        stride: u32,
    ) -> End {
        if sources.len() >= LIST {
            return End::TooWide;
        }
        if self.now.is_empty() {
            // The system fills this memory when it is touched; `resize` would touch all of it.
            self.now = vec![0; 4 * LIST];
            self.next = vec![0; 4 * LIST];
        }
        self.open.clear();
        self.open.extend_from_slice(mask);
        for &north in sources {
            self.open[(north + stride) as usize] = 0;
        }
        assert_eq!(mask.len(), steps.len(), "mask and numbers have one layout");
        let mut board = Board { open: &mut self.open, stride };
        let mut len = [0; 4];
        board.expand::<NONE>(sources, lists(&mut self.next), &mut len);
        let mut distance = 1;
        while len != [0; 4] {
            if distance == T::LIMIT {
                return End::TooFar;
            }
            // Each cell reaches at most one in each direction.
            if len.iter().sum::<usize>() >= LIST {
                return End::TooWide;
            }
            std::mem::swap(&mut self.now, &mut self.next);
            let wave = |list: usize| &self.now[list * LIST..][..len[list]];
            let next = lists(&mut self.next);
            let mut new = [0; 4];
            board.expand::<SOUTH>(wave(NORTH), next, &mut new);
            board.expand::<NORTH>(wave(SOUTH), next, &mut new);
            board.expand::<EAST>(wave(WEST), next, &mut new);
            board.expand::<WEST>(wave(EAST), next, &mut new);
            for list in 0..len.len() {
                number(wave(list), T::of(distance), steps, stride);
            }
            len = new;
            distance += 1;
        }
        End::Done
    }
}

fn lists(block: &mut [u32]) -> &mut Lists {
    block.try_into().expect("a block has room for four lists")
}

/// Gives each cell of a list its distance.
fn number<T: Number>(list: &[u32], distance: T, steps: &mut [T], stride: u32) {
    // A list holds north neighbours.
    let steps = &mut steps[stride as usize..];
    for &cell in list {
        steps[cell as usize] = distance;
    }
}

struct Board<'a> {
    open: &'a mut [u8],
    stride: u32,
}

impl Board<'_> {
    /// Appends the open neighbours of each cell of `wave` to the lists `next`, which hold `len`
    /// cells already. No neighbour in the direction `BACK` can be open (`NONE`: any may be).
    ///
    /// Each list is long enough for what it holds, a neighbour of each cell, and one more: its
    /// cells and those of all waves that go into it are fewer than [`LIST`].
    #[inline]
    #[allow(unsafe_code)]
    fn expand<const BACK: usize>(&mut self, wave: &[u32], next: &mut Lists, len: &mut [usize; 4]) {
        let stride = self.stride as usize;
        let [mut north, mut south, mut west, mut east] = *len;
        for &cell in wave {
            let first = cell as usize;
            // SAFETY: a list holds the north neighbours of cells whose mask was 1, as only they
            // move its end on. Those are cells of the map (`Walls` writes no 1 elsewhere), and
            // around a cell of the map the padded mask goes on for a row and a cell to each side
            // (`Padded`, and its test). The ends stay below `LIST`, as stated above.
            unsafe {
                // Each neighbour is written to the end of its list, and the end moves on only if
                // the neighbour was open.
                if BACK != NORTH {
                    *at(next, NORTH * LIST + north) = cell.wrapping_sub(self.stride);
                    north += take(at(self.open, first));
                }
                if BACK != SOUTH {
                    *at(next, SOUTH * LIST + south) = cell.wrapping_add(self.stride);
                    south += take(at(self.open, first + 2 * stride));
                }
                if BACK != WEST {
                    *at(next, WEST * LIST + west) = cell.wrapping_sub(1);
                    west += take(at(self.open, first + stride - 1));
                }
                if BACK != EAST {
                    *at(next, EAST * LIST + east) = cell.wrapping_add(1);
                    east += take(at(self.open, first + stride + 1));
                }
            }
        }
        *len = [north, south, west, east];
    }
}

/// Closes the cell. Returns whether it was open.
#[inline]
fn take(open: &mut u8) -> usize {
    usize::from(std::mem::take(open))
}

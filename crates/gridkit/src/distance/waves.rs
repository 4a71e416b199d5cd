//! The loop of the kernel for open maps: [`Waves`].

use super::kernel::{End, Number, EAST, NONE, NORTH, SOUTH, WEST};
use super::smooth::Smooth;

/// The cells of a wave and of the next, in four lists each by the direction of the step that
/// reached them.
///
/// Four lists in place of one save a quarter of the work, as no cell looks back, and make what
/// is left regular: on an open map all cells of a list behave alike.
#[derive(Clone, Debug, Default)]
pub(super) struct Waves {
    now: [Vec<u32>; 4],
    next: [Vec<u32>; 4],
}

impl Waves {
    /// Spreads waves from the sources until nothing new is reached, or something is too far away
    /// for the numbers.
    // Not inlined: beside the other kernel in one function, the loops need more registers than there are.
    #[inline(never)]
    pub fn spread<T: Number>(&mut self, sources: &[u32], mut kernel: Smooth<'_, T>) -> End {
        let mut len = [0; 4];
        self.make_room(sources.len());
        kernel.expand::<NONE>(sources, 0, &mut slices(&mut self.next), &mut len);
        let mut steps = 1;
        while len != [0; 4] {
            if steps == T::LIMIT {
                return End::TooFar;
            }
            std::mem::swap(&mut self.now, &mut self.next);
            self.make_room(len.iter().sum());
            let mut next = slices(&mut self.next);
            let mut new = [0; 4];
            // North and south first, so that on an open map nearly all cells are reached along
            // rows: of all orders the fastest, by a tenth.
            let [north, south, west, east] = &self.now;
            kernel.expand::<SOUTH>(&north[..len[NORTH]], steps, &mut next, &mut new);
            kernel.expand::<NORTH>(&south[..len[SOUTH]], steps, &mut next, &mut new);
            kernel.expand::<EAST>(&west[..len[WEST]], steps, &mut next, &mut new);
            kernel.expand::<WEST>(&east[..len[EAST]], steps, &mut next, &mut new);
            len = new;
            steps += 1;
        }
        End::Done
    }

    /// Makes room for a wave that comes from `cells` cells: each reaches at most one in each
    /// direction.
    fn make_room(&mut self, cells: usize) {
        for list in &mut self.next {
            if list.len() <= cells {
                list.resize(2 * cells + 64, 0);
            }
        }
    }
}

fn slices(lists: &mut [Vec<u32>; 4]) -> [&mut [u32]; 4] {
    let [north, south, west, east] = lists;
    [north, south, west, east]
}

//! The shortest walks over a number of pieces of one category.

use crate::piece::{Piece, MOST_PIECES};

/// The walks of a category with more pieces are estimated. The contest had 9 at most.
const MOST_EXACT: usize = 10;

/// The steps of the shortest walk from a piece over a number of pieces, for all sets of pieces of each
/// category. The tables are computed by the dynamic programme of Held and Karp (1962), in which the
/// walk may leave out any pieces.
#[derive(Clone, Debug)]
pub struct Routes {
    tables: Vec<Table>,
}

#[derive(Clone, Debug)]
struct Table {
    /// The index of the category's first piece.
    start: usize,
    /// The number of its pieces.
    size: usize,
    /// `[set][count][first]`: steps from `first`, which is in `set`, over `count` pieces of it. Empty if
    /// the walks are estimated.
    steps: Vec<u8>,
}

/// The steps of a walk that does not exist: more than those of any other.
pub const NO_WALK: u32 = u8::MAX as u32;

impl Routes {
    /// The walks on a board where the pieces of category `c` are `starts[c]..starts[c + 1]`.
    pub(crate) fn new(starts: &[usize], between: &[[u8; MOST_PIECES]]) -> Routes {
        let tables = starts.windows(2).map(|ends| Table::new(ends[0], ends[1], between)).collect();
        Routes { tables }
    }

    /// Steps from `first` over `count` pieces of the category that are in `left`, itself included;
    /// [`NO_WALK`] if fewer are left.
    #[inline]
    pub fn steps(&self, category: usize, left: u32, first: Piece, count: usize) -> u32 {
        let table = &self.tables[category];
        table.steps_from(left, first, count)
    }
}

impl Table {
    fn new(start: usize, end: usize, between: &[[u8; MOST_PIECES]]) -> Table {
        let size = end - start;
        if size > MOST_EXACT {
            return Table { start, size, steps: Vec::new() };
        }
        let mut table = Table { start, size, steps: vec![u8::MAX; (1 << size) * size * size] };
        for set in 1_usize..1 << size {
            for first in (0..size).filter(|first| set >> first & 1 == 1) {
                let rest = set & !(1 << first);
                let index = table.index(set, 1, first);
                table.steps[index] = 0;
                for count in 2..=set.count_ones() as usize {
                    let nexts = (0..size).filter(|next| rest >> next & 1 == 1);
                    let best = nexts.map(|next| {
                        let on = table.steps[table.index(rest, count - 1, next)];
                        on.saturating_add(between[start + first][start + next])
                    });
                    let best = best.min().unwrap_or(u8::MAX);
                    let index = table.index(set, count, first);
                    table.steps[index] = best;
                }
            }
        }
        table
    }

    fn index(&self, set: usize, count: usize, first: usize) -> usize {
        (set * self.size + count - 1) * self.size + first
    }

    #[inline]
    fn steps_from(&self, left: u32, first: Piece, count: usize) -> u32 {
        let set = (left >> self.start) as usize & ((1 << self.size) - 1);
        if count == 0 || count > set.count_ones() as usize {
            return NO_WALK;
        }
        if self.steps.is_empty() {
            // An estimate: many pieces are close together.
            return 2 * (count as u32 - 1);
        }
        u32::from(self.steps[self.index(set, count, first - self.start)])
    }
}

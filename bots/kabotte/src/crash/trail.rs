//! The cells that crashes can still lead a car to.
//!
//! The walk back of a crash steps over each record once and is sent `zzz - 1` records further by each
//! crash that it arrives at (one step is taken, and `zzz` are added). So a crash is to later walks as if
//! it had taken the newest `zzz - 1` cells away that were left, and no walk ever stops on one of them: on
//! a record between, the counter is larger than on the next one that is left, so it is not 0. What is left
//! is the *trail*: a move lays a cell on it, and a crash takes `zzz - 1` cells off it. Then
//!
//! * a crash after a move leads to the cell under the newest that it leaves, which is the one `zzz` before
//!   the last record;
//! * a crash at once after another one, whose own record its walk does not count, leads to the newest cell
//!   before it takes off its own.
//!
//! The placement on the start is the oldest cell. A walk that gets so far stops there, so it is never
//! taken off.

use crate::set_back::Entry;
use crate::track::Cell;

/// The cells that crashes can lead to, the newest first. The last stands for any number of equal ones.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Trail(Vec<Cell>);

impl Trail {
    /// What some records leave, the newest first; `None` if there are none. With a set-back of 0 no crash
    /// looks at it.
    pub fn of_records(newest_first: &[Entry], zzz: u16) -> Option<Trail> {
        let mut cells: Vec<Cell> = Vec::new();
        for entry in newest_first.iter().rev() {
            if !entry.is_crash || cells.is_empty() {
                cells.push(entry.at);
            } else {
                let off = usize::from(zzz.saturating_sub(1));
                cells.truncate(cells.len().saturating_sub(off).max(1));
            }
        }
        cells.reverse();
        Some(Trail(cells)).filter(|trail| !trail.0.is_empty())
    }

    /// The cell so many below the newest.
    pub fn cell(&self, depth: usize) -> Cell {
        self.0[self.last(depth)]
    }

    /// The same place, or the first of the oldest cell if it is one of those.
    pub fn last(&self, depth: usize) -> usize {
        depth.min(self.0.len() - 1)
    }

    /// The cells from a depth on.
    pub fn from(&self, depth: usize) -> &[Cell] {
        &self.0[self.last(depth)..]
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::set_back::set_back;
    use proptest::prelude::*;

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(2_000))]

        /// Moves and crashes in any order, each crash where the walk over all records leads.
        #[test]
        fn crashes_lead_where_the_trail_says(
            crashes in prop::collection::vec(prop::bool::weighted(0.4), 0..40),
            zzz in 1..7_u16,
        ) {
            let cell = |x: usize| Cell { x: x as i16, y: 0 };
            let mut newest_first = vec![Entry { at: cell(0), is_crash: false }];
            for (count, is_crash) in crashes.into_iter().enumerate() {
                let walked = set_back(&newest_first, zzz).unwrap_or(cell(0));
                let trail = Trail::of_records(&newest_first, zzz).unwrap();
                let depth = if newest_first[0].is_crash { 0 } else { usize::from(zzz) };
                prop_assert_eq!(walked, trail.cell(depth));
                let at = if is_crash { walked } else { cell(count + 1) };
                newest_first.insert(0, Entry { at, is_crash });
            }
        }
    }
}

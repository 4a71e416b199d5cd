//! Where a car is set back to when it crashes.

use crate::track::Cell;

/// What was written down for a car, as far as crashes look at it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Entry {
    pub at: Cell,
    /// Whether it is the record of a crash: where the car was set back to.
    pub is_crash: bool,
}

/// Walks back over the records of a car, the newest first, for the set-back of `zzz` records.
///
/// Each step to an older record takes one off a counter that begins with `zzz`; on arriving at a
/// crash, `zzz` is added *before* the counter is looked at. So a crash exactly `zzz` moves after
/// another one leads on into the records before that, which is a known quirk of the site.
///
/// `None` if the list ends too early: at the placement on the start, where the walk stops, or
/// because older records were not kept.
///
/// ```
/// use kabotte::set_back::{set_back, Entry};
/// use kabotte::track::Cell;
///
/// let moved = |x| Entry { at: Cell { x, y: 0 }, is_crash: false };
/// let crash = |x| Entry { at: Cell { x, y: 0 }, is_crash: true };
/// // The newest first.
/// assert_eq!(set_back(&[moved(81), moved(77), moved(73)], 2), Some(Cell { x: 73, y: 0 }));
/// assert_eq!(set_back(&[moved(81), moved(77), moved(73)], 0), Some(Cell { x: 81, y: 0 }));
/// assert_eq!(set_back(&[moved(81), moved(77)], 2), None);
/// // Two moves after a crash with 2: on to two records before it.
/// let newest_first = [moved(5), moved(4), crash(3), moved(9), moved(7), moved(3)];
/// assert_eq!(set_back(&newest_first, 2), Some(Cell { x: 7, y: 0 }));
/// ```
pub fn set_back(newest_first: &[Entry], zzz: u16) -> Option<Cell> {
    let (here, older) = newest_first.split_first()?;
    walk(*here, older, zzz, zzz).map(|(_, cell)| cell)
}

/// The walk of [`set_back`] from the last record over older ones: how many records back it ends,
/// and on which cell. It begins with `left` on the counter, and each crash adds `zzz`.
pub fn walk(here: Entry, older: &[Entry], left: u16, zzz: u16) -> Option<(usize, Cell)> {
    let mut left = u32::from(left);
    if left == 0 {
        return Some((0, here.at));
    }
    for (index, entry) in older.iter().enumerate() {
        left -= 1;
        if entry.is_crash {
            left += u32::from(zzz);
        }
        if left == 0 {
            return Some((index + 1, entry.at));
        }
    }
    None
}

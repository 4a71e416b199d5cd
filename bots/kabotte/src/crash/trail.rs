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

/// The cells that crashes can lead to, the newest first. The last one represents any number of equal ones.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Trail(Vec<Cell>);

impl Trail {
    /// What some records leave, the newest first; `None` without records. With a set-back of 0 no crash
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

    /// The cell that is this number of cells below the newest.
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

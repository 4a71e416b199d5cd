//! Types that both kernels of the distance search use.

use crate::cell::Dir;

pub(super) const NORTH: usize = Dir::North as usize;
pub(super) const SOUTH: usize = Dir::South as usize;
pub(super) const WEST: usize = Dir::West as usize;
pub(super) const EAST: usize = Dir::East as usize;
/// The sources: they were not reached by a step.
pub(super) const NONE: usize = 4;

/// The number of a cell in a field: a distance, or one of the two highest values of the type.
pub(super) trait Number: Copy + PartialEq {
    /// A wall.
    const WALL: Self;
    /// A cell that no source reaches.
    const UNREACHED: Self;
    /// The lowest value that does not mean a distance.
    const LIMIT: u32;
    /// The number for `steps`, which must be below the limit.
    fn of(steps: u32) -> Self;
}

impl Number for u16 {
    const WALL: u16 = u16::MAX;
    const UNREACHED: u16 = u16::MAX - 1;
    const LIMIT: u32 = Self::UNREACHED as u32;

    #[inline]
    fn of(steps: u32) -> u16 {
        steps as u16
    }
}

impl Number for u32 {
    const WALL: u32 = u32::MAX;
    const UNREACHED: u32 = u32::MAX - 1;
    const LIMIT: u32 = Self::UNREACHED;

    #[inline]
    fn of(steps: u32) -> u32 {
        steps
    }
}

/// How a kernel's search ended.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum End {
    /// Every cell that can be reached has its distance.
    Done,
    /// A distance does not fit the numbers; the array must be filled again with wider ones.
    TooFar,
    /// A wave does not fit the lists of the kernel; the other kernel must fill the array again.
    TooWide,
}

//! What a car must still pass before it may finish.

use crate::graph::Mark;

/// Most stops: nine checkpoints and the first crossing of the line.
pub const MOST_STOPS: usize = 10;

/// A set of stops, a bit each: the checkpoints of a track, then the line in a Formula 1 race.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Stops(pub u16);

impl Stops {
    /// Nothing: the next crossing of the finish counts.
    pub const NONE: Stops = Stops(0);

    /// Whether a stop is among them.
    #[inline]
    pub fn has(self, stop: usize) -> bool {
        self.0 >> stop & 1 != 0
    }

    /// All but one.
    #[inline]
    #[must_use]
    pub fn without(self, stop: usize) -> Stops {
        Stops(self.0 & !(1 << stop))
    }

    /// Their numbers, the least first.
    pub fn iter(self) -> impl Iterator<Item = usize> {
        (0..MOST_STOPS).filter(move |stop| self.has(*stop))
    }
}

/// Which stops there are in a game.
///
/// ```
/// use kabotte::graph::Mark;
/// use kabotte::stops::{Course, Stops};
///
/// // Two checkpoints, and the line must be crossed before they count.
/// let course = Course::new(2, true);
/// let open = course.all();
/// assert_eq!(course.after(open, Mark(0b01)), Some(open));
/// let open = course.after(open, Mark::FINISH).unwrap();
/// assert_eq!(course.after(open, Mark(0b01)), Some(Stops(0b10)));
/// // Over the line too early, and over it in time.
/// assert_eq!(course.after(Stops(0b10), Mark::FINISH), Some(Stops(0b10)));
/// assert_eq!(course.after(Stops::NONE, Mark::FINISH), None);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Course {
    checkpoints: usize,
    line_first: bool,
}

impl Course {
    /// A game with this number of different checkpoints, in which the line must be crossed first or not.
    pub fn new(checkpoints: usize, line_first: bool) -> Course {
        Course { checkpoints, line_first }
    }

    /// Number of checkpoints.
    pub fn checkpoints(self) -> usize {
        self.checkpoints
    }

    /// Number of stops.
    pub fn count(self) -> usize {
        self.checkpoints + usize::from(self.line_first)
    }

    /// All stops, as they are open at the start.
    pub fn all(self) -> Stops {
        Stops((1 << self.count()) - 1)
    }

    /// The stop of the first crossing of the line, if it is one and is open.
    #[inline]
    pub fn line(self, open: Stops) -> Option<usize> {
        if self.line_first && open.has(self.checkpoints) {
            Some(self.checkpoints)
        } else {
            None
        }
    }

    /// What is open after a move; `None` if the move finishes.
    #[inline]
    pub fn after(self, open: Stops, mark: Mark) -> Option<Stops> {
        if let Some(line) = self.line(open) {
            return Some(if mark.crosses_line() { open.without(line) } else { open });
        }
        let open = Stops(open.0 & !mark.checkpoints());
        if mark.finishes() && open == Stops::NONE {
            None
        } else {
            Some(open)
        }
    }

    /// The stops that a motion passes.
    pub fn passed(self, mark: Mark) -> Stops {
        let line = if self.line_first && mark.crosses_line() { 1 << self.checkpoints } else { 0 };
        Stops((mark.checkpoints() | line) & self.all().0)
    }

    /// What can have been open before a move after which these are open.
    pub fn before(self, open: Stops, mark: Mark) -> impl Iterator<Item = Stops> {
        let passed = self.passed(mark).0 & !open.0;
        // All subsets, from the whole set down to the empty one.
        let subsets = std::iter::successors(Some(passed), move |subset| {
            subset.checked_sub(1).map(|less| less & passed)
        });
        let before = subsets.map(move |more| Stops(open.0 | more));
        before.filter(move |before| self.after(*before, mark) == Some(open))
    }
}

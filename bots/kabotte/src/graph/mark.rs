//! What a motion counts as.

use crate::motion::{Event, Events, Passage};
use crate::track::Checkpoint;

/// What a motion counts as: a bit for each checkpoint that it collects, and two for the finish.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Mark(pub u16);

impl Mark {
    /// It counts as nothing.
    pub const NONE: Mark = Mark(0);
    /// It passes a finish cell, although another event may be the one that counts.
    pub const LINE: Mark = Mark(1 << 14);
    /// It counts as crossing the finish alone.
    pub const FINISH: Mark = Mark(1 << 15 | Mark::LINE.0);

    /// That of what a move passes, where one event of it counts or all.
    pub fn of(passage: Passage, events: Events) -> Mark {
        let line = if passage.crosses_finish { Mark::LINE.0 } else { 0 };
        match (events, passage.event) {
            (Events::All, _) if passage.crosses_finish => {
                Mark(passage.checkpoints | Mark::FINISH.0)
            }
            (Events::All, _) => Mark(passage.checkpoints),
            (Events::Last, Event::None) => Mark::NONE,
            (Events::Last, Event::Checkpoint(Checkpoint(number))) => Mark(1 << number | line),
            (Events::Last, Event::Finish) => Mark::FINISH,
        }
    }

    /// Whether it counts as crossing the finish.
    #[inline]
    pub fn finishes(self) -> bool {
        self.0 >> 15 != 0
    }

    /// Whether it passes the line, which is what a Formula 1 race begins with.
    #[inline]
    pub fn crosses_line(self) -> bool {
        self.0 & Mark::LINE.0 != 0
    }

    /// The checkpoints, a bit each.
    #[inline]
    pub fn checkpoints(self) -> u16 {
        self.0 & (Mark::LINE.0 - 1)
    }
}

//! The looks at the clock during a search.

use std::time::Duration;

use gridkit::Deadline;

/// When a search looked at the clock.
#[derive(Default)]
pub struct Clock {
    /// When it was last looked at, counted from the start of the deadline.
    pub last: Duration,
    /// The longest time between two looks.
    pub stall: Duration,
}

impl Clock {
    /// The clock of a search that begins now.
    pub fn begin(deadline: &Deadline) -> Clock {
        Clock { last: deadline.elapsed(), stall: Duration::ZERO }
    }

    /// Looks at the clock of the deadline.
    pub fn look(&mut self, deadline: &Deadline) {
        let now = deadline.elapsed();
        self.stall = self.stall.max(now.saturating_sub(self.last));
        self.last = now;
    }
}

//! What the referee spends because of one program: it reads its standard error, and looks at its threads and memory.
//!
//! That time is not the machine's fault. A program could write much, or start many threads, to keep the referee away from
//! its deadline, or off a core.

use std::time::{Duration, Instant};

use crate::system::own_thread_time;

/// Begins a piece of work.
#[derive(Clone, Copy, Debug)]
pub(super) struct Begun {
    at: Instant,
    own_time: Duration,
}

impl Begun {
    /// Work that begins now.
    pub(super) fn now() -> Self {
        Self { at: Instant::now(), own_time: own_thread_time() }
    }
}

/// The work because of one program since it was asked.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct OwnWork {
    /// CPU time of the referee's thread.
    pub spent: Duration,
    /// Wall time after the deadline of the answer.
    pub past_deadline: Duration,
}

impl OwnWork {
    /// Adds a piece of work that ends now, with the time that it took to notice that there is some.
    pub(super) fn add(&mut self, begun: Begun, deadline: Option<Instant>) {
        /// To wait for the files of all programs costs about as much as one short read.
        const WITH_THE_WAIT: u32 = 2;
        self.spent += WITH_THE_WAIT * own_thread_time().saturating_sub(begun.own_time);
        self.add_wall(begun.at, Instant::now(), deadline);
    }

    fn add_wall(&mut self, began: Instant, ended: Instant, deadline: Option<Instant>) {
        if let Some(deadline) = deadline {
            self.past_deadline += ended.saturating_duration_since(began.max(deadline));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const MILLI: Duration = Duration::from_millis(1);

    #[test]
    fn only_work_after_the_deadline_delays_an_answer() {
        let (mut work, start) = (OwnWork::default(), Instant::now());
        let at = |millis: u32| start + millis * MILLI;
        work.add_wall(at(0), at(9), Some(at(10)));
        work.add_wall(at(8), at(12), Some(at(10)));
        work.add_wall(at(20), at(23), Some(at(10)));
        work.add_wall(at(30), at(40), None);
        assert_eq!(work.past_deadline, 5 * MILLI);
    }

    #[test]
    fn the_referees_cpu_time_is_measured() {
        let mut work = OwnWork::default();
        let begun = Begun::now();
        while own_thread_time() < begun.own_time + MILLI {}
        work.add(begun, None);
        assert!(work.spent >= 2 * MILLI, "{work:?}");
    }
}

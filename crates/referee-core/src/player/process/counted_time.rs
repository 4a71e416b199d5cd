//! The processor time of a program on a system that counts it, and tells nothing else about the program's threads.

use std::cell::Cell;
use std::io;
use std::time::{Duration, Instant};

use super::promises::{CoreTime, Pending};

/// A program whose processor time has not changed for this long is at rest. Systems count in steps of 10 to 16 ms.
const AT_REST: Duration = Duration::from_millis(50);

/// Processor time that `count` tells: that of all processes of one program since its start.
pub(super) struct CountedTime<F> {
    count: F,
    /// When the program was asked, or by its wall clock at the first sample after that: most answers come before it, and
    /// need no look at the program.
    before: Option<Duration>,
    ran: Duration,
    /// The time at the last look whether it is at rest, and since when it is the same.
    rest: Cell<(Duration, Instant)>,
}

impl<F: Fn() -> io::Result<Duration>> CountedTime<F> {
    pub(super) fn new(count: F) -> Self {
        let rest = Cell::new((Duration::ZERO, Instant::now()));
        Self { count, before: None, ran: Duration::ZERO, rest }
    }

    fn is_at_rest(&self) -> bool {
        let Ok(now) = (self.count)() else { return false };
        let (before, since) = self.rest.get();
        if now != before {
            self.rest.set((now, Instant::now()));
        }
        now == before && since.elapsed() >= AT_REST
    }
}

impl<F: Fn() -> io::Result<Duration> + Send> CoreTime for CountedTime<F> {
    fn asked(&mut self, _now: Instant) -> io::Result<()> {
        self.before = None;
        self.ran = Duration::ZERO;
        Ok(())
    }

    fn asked_at_once(&mut self, now: Instant) -> io::Result<()> {
        self.asked(now)?;
        self.sample(now, Pending::Counts)
    }

    fn sample(&mut self, _now: Instant, _pending: Pending) -> io::Result<()> {
        let now = (self.count)()?;
        self.ran = self.ran.max(now.saturating_sub(*self.before.get_or_insert(now)));
        Ok(())
    }

    fn ran(&self) -> Duration {
        self.ran
    }

    fn any_is_ready(&self) -> bool {
        !self.is_at_rest()
    }

    fn all_sleep(&self) -> bool {
        self.is_at_rest()
    }
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::{AtomicU64, Ordering};

    use super::*;

    #[test]
    fn time_counts_from_the_first_sample_or_from_the_question() {
        let counter = AtomicU64::new(100);
        let count = || Ok(Duration::from_millis(counter.load(Ordering::Relaxed)));
        let passes = |millis| counter.fetch_add(millis, Ordering::Relaxed);
        let mut time = CountedTime::new(count);
        let now = Instant::now();
        let sample = |time: &mut CountedTime<_>| {
            time.sample(now, Pending::Counts).unwrap();
            time.ran().as_millis()
        };
        time.asked(now).unwrap();
        passes(7);
        assert_eq!(sample(&mut time), 0);
        passes(30);
        assert_eq!(sample(&mut time), 30);
        time.asked_at_once(now).unwrap();
        passes(7);
        assert_eq!(sample(&mut time), 7);
    }

    #[test]
    fn a_program_is_at_rest_when_its_time_has_not_changed_for_a_while() {
        let counter = AtomicU64::new(1);
        let time = CountedTime::new(|| Ok(Duration::from_millis(counter.load(Ordering::Relaxed))));
        assert!(time.any_is_ready() && !time.all_sleep());
        std::thread::sleep(AT_REST);
        assert!(time.all_sleep());
        counter.store(2, Ordering::Relaxed);
        assert!(time.any_is_ready());
        let unknown = CountedTime::new(|| Err(io::ErrorKind::Other.into()));
        assert!(!unknown.all_sleep());
    }
}

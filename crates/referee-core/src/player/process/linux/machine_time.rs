//! How much of its cores the machine gave to others than one program: a bound on what was withheld from the program.
//!
//! The system counts for each core how long it was idle (`/proc/stat`), in ticks of 10 ms. A core that was idle was
//! withheld from nobody. So what others took is at most the time in which the cores were not idle, minus what the program
//! used, and what the referee spent because of the program. An error of the ticks is allowed, but not
//! again and again: see [`Bound`].

use std::fs;
use std::time::{Duration, Instant};

use super::core_wait::Cores;

/// The unit of the times in `/proc/stat`.
const TICK: Duration = Duration::from_millis(10);
/// How far the figures of the system may be off in one exchange.
const SLACK: Duration = Duration::from_millis(20);

/// How long each core was idle since the machine started.
#[derive(Clone, Debug)]
pub(super) struct IdleTimes {
    at: Instant,
    ticks: Vec<u64>,
}

impl IdleTimes {
    /// Reads the times; `None` if the system does not provide them.
    pub(super) fn read() -> Option<Self> {
        let stat = fs::read_to_string("/proc/stat").ok()?;
        Self::parse(&stat, Instant::now())
    }

    fn parse(stat: &str, at: Instant) -> Option<Self> {
        let mut ticks = Vec::new();
        for line in stat.lines().skip(1) {
            let Some(line) = line.strip_prefix("cpu") else { break };
            let mut fields = line.split_ascii_whitespace();
            let core: usize = fields.next()?.parse().ok()?;
            // Idle, and idle while a disk works.
            let idle = fields.skip(3).take(2).map(str::parse::<u64>);
            let idle = idle.sum::<Result<u64, _>>().ok()?;
            // Cores that are switched off are left out.
            ticks.resize(core.max(ticks.len()), 0);
            ticks.push(idle);
        }
        (!ticks.is_empty()).then_some(Self { at, ticks })
    }

    /// How long these cores were busy between two readings.
    fn busy_until(&self, later: &Self, cores: Cores) -> Duration {
        let passed = later.at.saturating_duration_since(self.at);
        let times = self.ticks.iter().zip(&later.ticks).enumerate();
        let busy = times.filter(|(core, _)| cores.contains(*core)).map(|(_, (before, now))| {
            passed.saturating_sub(TICK * now.saturating_sub(*before) as u32)
        });
        busy.sum()
    }
}

/// Limits the time that counts as withheld from a program by what others can have taken.
///
/// A bucket holds the error that is still allowed: what counts beyond the figures of the system is taken from it,
/// and what others took beyond what counts is put back. An honest program needs little of it, because it misses time
/// only while others are busy. A program that feigns a wait on an idle machine has emptied it after one exchange.
#[derive(Debug)]
pub(super) struct Bound {
    /// The error that is still allowed.
    slack: Duration,
    /// When the program was asked.
    asked: Option<Instant>,
    before: Option<IdleTimes>,
    /// What others can have taken at the last reading, and what counts.
    last: Option<(Duration, Duration)>,
}

impl Default for Bound {
    fn default() -> Self {
        Self { slack: SLACK, asked: None, before: None, last: None }
    }
}

impl Bound {
    /// The program was asked at `now`.
    pub(super) fn asked(&mut self, now: Instant) {
        if let Some((others, counts)) = self.last.take() {
            self.slack = (self.slack + others).saturating_sub(counts).min(SLACK);
        }
        (self.asked, self.before) = (Some(now), None);
    }

    /// Reads the first figures, unless that was done since the program was asked.
    pub(super) fn begin(&mut self) {
        if self.before.is_none() {
            self.before = IdleTimes::read();
        }
    }

    /// How much counts of the time that the program seems to have `missed` until now on these cores. `used` is what it
    /// used itself and what the referee spent because of it.
    pub(super) fn limit(&mut self, missed: Duration, used: Duration, cores: Cores) -> Duration {
        if missed.is_zero() {
            return missed;
        }
        let (Some(asked), Some(before), Some(now)) = (self.asked, &self.before, IdleTimes::read())
        else {
            return missed;
        };
        // Nothing is known of the time before the first reading.
        let unknown = before.at.saturating_duration_since(asked);
        let others = before.busy_until(&now, cores).saturating_sub(used) + unknown;
        self.limit_by(missed, others)
    }

    /// How long these cores were busy since the first reading, for anybody; `None` if the system does not say.
    pub(super) fn busy(&self, cores: Cores) -> Option<Duration> {
        Some(self.before.as_ref()?.busy_until(&IdleTimes::read()?, cores))
    }

    fn limit_by(&mut self, missed: Duration, others: Duration) -> Duration {
        let counts = missed.min(others + self.slack);
        self.last = Some((others, counts));
        counts
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use nix::unistd::Pid;

    const fn ms(millis: u64) -> Duration {
        Duration::from_millis(millis)
    }

    const STAT: &str = "cpu  30 0 0 300 3 0 0 0 0 0\ncpu0 10 0 0 100 1 0 0 0 0 0\n\
                        cpu1 20 0 0 200 2 0 0 0 0 0\nintr 7 0\nctxt 9\n";

    #[test]
    fn the_idle_time_of_each_core_is_read() {
        let now = Instant::now();
        assert_eq!(IdleTimes::parse(STAT, now).unwrap().ticks, [101, 202]);
        let without_core_0 = "cpu  1 0 0 9 0\ncpu1 20 0 0 200 2 0 0\nintr 7";
        assert_eq!(IdleTimes::parse(without_core_0, now).unwrap().ticks, [0, 202]);
        assert!(IdleTimes::parse("", now).is_none());
        assert!(IdleTimes::read().is_some());
    }

    #[test]
    fn a_core_is_busy_when_it_is_not_idle() {
        let now = Instant::now();
        let cores = Cores::of(Pid::from_raw(0));
        let first = (0..1024).find(|core| cores.contains(*core)).unwrap();
        let times = |at, idle| IdleTimes { at, ticks: vec![idle; first + 1] };
        let (before, after) = (times(now, 7), times(now + ms(100), 10));
        assert_eq!(before.busy_until(&after, cores), ms(70));
        assert_eq!(before.busy_until(&times(now + ms(20), 10), cores), ms(0));
        assert_eq!(before.busy_until(&after, Cores::default()), ms(0));
    }

    #[test]
    fn more_than_others_took_counts_once() {
        let (mut bound, now) = (Bound::default(), Instant::now());
        let mut exchange = |missed, others| {
            bound.asked(now);
            bound.limit_by(ms(missed), ms(others))
        };
        // On a busy machine everything counts.
        assert_eq!([exchange(30, 40), exchange(30, 30), exchange(5, 100)], [ms(30), ms(30), ms(5)]);
        // Nobody else was busy.
        assert_eq!([exchange(30, 0), exchange(30, 0), exchange(30, 1)], [ms(20), ms(0), ms(1)]);
        // The bucket fills while others take more than counts.
        assert_eq!([exchange(5, 12), exchange(30, 0)], [ms(5), ms(7)]);
    }

    #[test]
    fn the_last_figure_of_an_exchange_decides() {
        let (mut bound, now) = (Bound::default(), Instant::now());
        bound.asked(now);
        assert_eq!([bound.limit_by(ms(5), ms(0)), bound.limit_by(ms(9), ms(0))], [ms(5), ms(9)]);
        bound.asked(now);
        assert_eq!(bound.limit_by(ms(90), ms(0)), ms(11));
    }

    #[test]
    fn what_does_not_seem_missed_is_not_looked_up() {
        let mut bound = Bound::default();
        assert_eq!(bound.limit(ms(0), ms(0), Cores::default()), ms(0));
        // Without figures nothing is known against the program.
        assert_eq!(bound.limit(ms(9), ms(0), Cores::default()), ms(9));
    }
}

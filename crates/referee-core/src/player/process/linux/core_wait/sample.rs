//! The kernel's figures for one thread.

use std::fs;
use std::io;

use nix::unistd::Pid;

use super::super::family::{Thread, empty_if_ended};

/// The state of a thread.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum State {
    /// It runs or is ready to run.
    Ready,
    /// It waits for something that may take any time.
    Sleeps,
    /// It waits for a disk, is stopped, or has ended.
    Other,
}

/// What decides which of two threads that want the same core gets it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Priority {
    /// The scheduling policy, such as `SCHED_IDLE`.
    pub policy: i64,
    /// The higher, the less time a thread gets beside others of its policy.
    pub nice: i64,
}

impl Priority {
    /// The priority of a process's first thread; `None` if it has ended.
    pub(super) fn of(process: Pid) -> Option<Self> {
        let stat = Thread { process, number: process }.stat().ok()?;
        Some(stat_fields(&stat)?.1)
    }

    /// Whether a thread with this priority gets a core at least as soon as one with `other`.
    pub(super) fn is_at_least(self, other: Self) -> bool {
        self.policy == other.policy && self.nice <= other.nice
    }
}

/// The kernel's figures for a thread at one time.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Sample {
    pub state: State,
    pub priority: Priority,
    /// How long it has run since it was created. For a running thread the figure is up to a tick old.
    pub ran_nanos: i64,
    /// How long it has waited for a core since it was created, without a wait that has not ended.
    pub waited_nanos: i64,
    /// How often it got a core.
    pub turns: u64,
}

impl Sample {
    /// Reads the figures; `None` if the thread has ended or the system does not provide them.
    pub(super) fn of(thread: Thread) -> io::Result<Option<Self>> {
        let Thread { process, number } = thread;
        let times = format!("/proc/{process}/task/{number}/schedstat");
        let times = empty_if_ended(fs::read_to_string(times))?;
        let mut numbers = times.split_ascii_whitespace().map(str::parse::<i64>);
        let (Some(Ok(ran_nanos)), Some(Ok(waited_nanos)), Some(Ok(turns))) =
            (numbers.next(), numbers.next(), numbers.next())
        else {
            return Ok(None);
        };
        let stat = thread.stat()?;
        let (state, priority) = stat_fields(&stat).unwrap_or((State::Other, Priority::default()));
        Ok(Some(Self { state, priority, ran_nanos, waited_nanos, turns: turns as u64 }))
    }
}

/// The state and the priority in the text of `/proc/PID/task/TID/stat`.
fn stat_fields(stat: &str) -> Option<(State, Priority)> {
    // Numbers of fields after the name, from `man 5 proc`.
    const NICE: usize = 19 - 3;
    const POLICY: usize = 41 - 3;
    let (_, rest) = stat.rsplit_once(") ")?;
    let mut fields = rest.split_ascii_whitespace();
    let state = match fields.next()? {
        "R" => State::Ready,
        "S" => State::Sleeps,
        _ => State::Other,
    };
    let nice = fields.nth(NICE - 1)?.parse().ok()?;
    let policy = fields.nth(POLICY - NICE - 1)?.parse().ok()?;
    Some((state, Priority { policy, nice }))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn state_and_priority_are_read_behind_any_name() {
        let stat = "7 (a) b) T 1 7 7 0 -1 4194304 102 0 0 0 0 0 0 0 39 19 1 0 5 2 4 18 9 9 1 0 0 \
                    0 0 0 0 0 0 0 17 0 0 5 0 0 0 9 9 9 1 1 1 1 0\n";
        let fields = stat_fields(stat);
        assert_eq!(fields, Some((State::Other, Priority { policy: 5, nice: 19 })));
        assert_eq!(stat_fields(""), None);
        assert_eq!(stat_fields("7 (a) R 1"), None);
    }

    #[test]
    fn the_own_thread_runs_at_the_priority_of_its_process() {
        let own = Thread { process: Pid::this(), number: nix::unistd::gettid() };
        let sample = Sample::of(own).unwrap().unwrap();
        assert_eq!(sample.state, State::Ready);
        assert_eq!(Priority::of(Pid::this()), Some(sample.priority));
    }

    #[test]
    fn only_a_lower_priority_is_not_at_least_as_high() {
        let priority = |policy, nice| Priority { policy, nice };
        let start = priority(0, 0);
        assert!(start.is_at_least(start) && priority(0, -5).is_at_least(start));
        assert!(!priority(0, 1).is_at_least(start) && !priority(3, 0).is_at_least(start));
        assert!(!priority(5, 0).is_at_least(start));
    }
}

//! How much of its wait for a core a program owes to others: arithmetic on the times of its threads between two samples.

use std::collections::BTreeMap;

use nix::sched::{CpuSet, sched_getaffinity};
use nix::unistd::Pid;

use super::sample::{Sample, State};
use crate::player::process::promises::Pending;

/// The samples of two threads are not taken at the same moment: this much of the time that was not used on each core
/// counts for the next sample too.
const SKEW_NANOS: i64 = 4_000_000;

/// A set of cores: bit `n` of word `w` is core `64 w + n`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub struct Cores([u64; 16]);

impl Cores {
    /// The cores that a thread may use; none if it has ended.
    pub fn of(thread: Pid) -> Self {
        let mut cores = Self::default();
        let Ok(set) = sched_getaffinity(thread) else { return cores };
        for core in 0..CpuSet::count().min(64 * cores.0.len()) {
            if set.is_set(core).unwrap_or(false) {
                cores.0[core / 64] |= 1 << (core % 64);
            }
        }
        cores
    }

    /// How many there are.
    pub fn count(self) -> usize {
        self.0.iter().map(|word| word.count_ones() as usize).sum()
    }

    /// Whether `core` is one of them.
    pub fn contains(self, core: usize) -> bool {
        self.0.get(core / 64).is_some_and(|word| word >> (core % 64) & 1 == 1)
    }

    /// Those of both sets.
    pub fn with(mut self, other: Self) -> Self {
        self.0.iter_mut().zip(other.0).for_each(|(own, other)| *own |= other);
        self
    }

    fn meets(self, other: Self) -> bool {
        self.0.iter().zip(other.0).any(|(own, other)| own & other != 0)
    }
}

/// A thread since the last sample.
#[derive(Clone, Copy, Debug)]
pub(super) struct Known {
    pub sample: Sample,
    /// The part of its wait for a core that the kernel has not counted yet.
    pub pending_nanos: i64,
}

/// The times of a thread between two samples. If a wait was estimated too long before, `waited_nanos` is negative.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Change {
    pub ran_nanos: i64,
    pub waited_nanos: i64,
}

/// The times of a thread since its last sample, and the pending part of its wait.
pub(super) fn change(
    before: Option<&Known>,
    now: Sample,
    passed_nanos: i64,
    pending: Pending,
) -> (Change, i64) {
    // A process that starts another program may continue as a thread with another past.
    let at_most = |nanos: i64, most: i64| nanos.clamp(0, most + SKEW_NANOS);
    let Some(before) = before else {
        // It was created since the last sample, so all its time counts.
        let waited_nanos = at_most(now.waited_nanos, passed_nanos);
        return (Change { ran_nanos: at_most(now.ran_nanos, passed_nanos), waited_nanos }, 0);
    };
    let ran_nanos = at_most(now.ran_nanos - before.sample.ran_nanos, passed_nanos);
    let most = passed_nanos + before.pending_nanos;
    let counted = at_most(now.waited_nanos - before.sample.waited_nanos, most);
    let still_waits = now.state == State::Ready && now.turns == before.sample.turns;
    let pending_nanos = if still_waits && pending == Pending::Counts {
        (before.pending_nanos + passed_nanos - ran_nanos - counted).max(0)
    } else {
        0
    };
    let waited_nanos = counted + pending_nanos - before.pending_nanos;
    (Change { ran_nanos, waited_nanos }, pending_nanos)
}

/// A thread between two samples.
#[derive(Clone, Copy, Debug)]
pub(super) struct Thread {
    pub change: Change,
    /// The cores that it may use.
    pub cores: Cores,
    /// Whether an answer can have waited for it: not for a thread of a lower priority than the program started with.
    pub counts: bool,
}

/// Core time before the last sample that the program may turn out to have used, by the cores that a thread may use.
pub(super) type Unused = BTreeMap<Cores, i64>;

/// How long the program missed a core in `passed_nanos`: the longest wait of a thread, but at most the time of the cores
/// that this thread may use which the program itself did not use. `ended_nanos` is the CPU time of threads that have
/// ended since, on any core.
pub(super) fn missed_nanos(
    threads: &[Thread],
    passed_nanos: i64,
    ended_nanos: i64,
    unused: &mut Unused,
) -> i64 {
    let mut found = Unused::new();
    let mut longest: Option<i64> = None;
    // A thread without cores has ended.
    let waiting = threads.iter().filter(|it| it.counts && it.cores != Cores::default());
    for Thread { change, cores, .. } in waiting.filter(|it| it.change != Change::default()) {
        let left = *found.entry(*cores).or_insert_with(|| {
            let beside = threads.iter().filter(|other| other.cores.meets(*cores));
            let ran: i64 = beside.map(|other| other.change.ran_nanos).sum();
            let offered = passed_nanos * cores.count().max(1) as i64;
            offered + unused.get(cores).copied().unwrap_or(0) - ran - ended_nanos
        });
        let missed = change.waited_nanos.min(left.max(0));
        longest = Some(longest.map_or(missed, |longest| longest.max(missed)));
    }
    let missed = longest.unwrap_or(0);
    let keep = |(cores, left): (Cores, i64)| {
        let most = SKEW_NANOS * cores.count().max(1) as i64;
        (cores, (left - missed.max(0)).clamp(0, most))
    };
    *unused = found.into_iter().map(keep).collect();
    missed
}

#[cfg(test)]
mod tests {
    use super::super::sample::Priority;
    use super::*;

    const MILLI: i64 = 1_000_000;

    fn changed(ran: i64, waited: i64) -> Change {
        Change { ran_nanos: ran * MILLI, waited_nanos: waited * MILLI }
    }

    /// A thread that may use the cores whose bits are set.
    fn on(cores: u64, ran: i64, waited: i64) -> Thread {
        let mut set = Cores::default();
        set.0[0] = cores;
        Thread { change: changed(ran, waited), cores: set, counts: true }
    }

    /// What a program misses in 10 ms.
    fn missed(threads: &[Thread]) -> i64 {
        missed_nanos(threads, 10 * MILLI, 0, &mut Unused::new()) / MILLI
    }

    fn known(state: State, [ran, waited]: [i64; 2], turns: u64, pending: i64) -> Known {
        let (ran_nanos, waited_nanos) = (ran * MILLI, waited * MILLI);
        let priority = Priority::default();
        let sample = Sample { state, priority, ran_nanos, waited_nanos, turns };
        Known { sample, pending_nanos: pending * MILLI }
    }

    #[test]
    fn what_is_missed_is_the_longest_wait() {
        assert_eq!(missed(&[on(3, 4, 6)]), 6);
        assert_eq!(missed(&[on(3, 4, 6), on(3, 0, 0)]), 6);
        assert_eq!(missed(&[on(3, 1, 9), on(3, 1, 7)]), 9);
        assert_eq!(missed(&[on(1, 10, 0)]), 0);
        assert_eq!(missed(&[]), 0);
    }

    #[test]
    fn a_program_that_keeps_its_cores_busy_itself_misses_nothing() {
        // Eight threads on two cores, both theirs.
        assert_eq!(missed(&[on(3, 5, 5); 4]), 0);
        // One of the two cores went to others.
        assert_eq!(missed(&[on(3, 2, 8), on(3, 2, 8), on(3, 2, 8), on(3, 4, 6)]), 8);
        // All of them on one core of their own choice.
        assert_eq!(missed(&[on(1, 5, 5), on(1, 5, 5)]), 0);
    }

    #[test]
    fn a_thread_waits_only_for_cores_that_it_may_use() {
        // One thread may use both cores and runs on the first, for which the other waits.
        assert_eq!(missed(&[on(3, 10, 0), on(1, 0, 10)]), 0);
        assert_eq!(missed(&[on(3, 6, 0), on(1, 0, 10)]), 4);
        // On the second core nobody waits.
        assert_eq!(missed(&[on(2, 10, 0), on(1, 0, 10)]), 10);
    }

    #[test]
    fn a_thread_of_a_lower_priority_misses_nothing() {
        let low = Thread { counts: false, ..on(1, 0, 10) };
        assert_eq!(missed(&[low]), 0);
        assert_eq!(missed(&[low, on(1, 4, 3)]), 3);
        // What it uses, it uses all the same.
        let busy = Thread { counts: false, ..on(1, 8, 0) };
        assert_eq!(missed(&[busy, on(1, 0, 10)]), 2);
    }

    #[test]
    fn the_time_of_ended_threads_was_used_by_the_program() {
        let threads = [on(1, 0, 10)];
        assert_eq!(missed_nanos(&threads, 10 * MILLI, 7 * MILLI, &mut Unused::new()), 3 * MILLI);
    }

    #[test]
    fn a_sample_that_is_taken_a_little_late_does_not_shorten_a_wait() {
        let mut unused = Unused::new();
        // It waits for 4 ms of 6, and runs for the rest, of which nothing is known at first.
        assert_eq!(missed_nanos(&[on(1, 0, 4)], 6 * MILLI, 0, &mut unused), 4 * MILLI);
        // For 2 ms it runs on, and waits for 4 more.
        assert_eq!(missed_nanos(&[on(1, 4, 4)], 6 * MILLI, 0, &mut unused), 4 * MILLI);
        assert!(unused.values().all(|left| *left == 0), "{unused:?}");
        // What is left of a long time is forgotten.
        missed_nanos(&[on(3, 1, 0)], 1000 * MILLI, 0, &mut unused);
        assert_eq!(unused.values().sum::<i64>(), 2 * SKEW_NANOS);
    }

    #[test]
    fn a_wait_that_has_not_ended_counts_from_the_sample_before() {
        let (change, pending) = change(
            Some(&known(State::Sleeps, [5, 1], 3, 0)),
            known(State::Ready, [5, 1], 3, 0).sample,
            10 * MILLI,
            Pending::Counts,
        );
        assert_eq!((change, pending), (changed(0, 10), 10 * MILLI));
        // To judge an answer only what is certain counts.
        let before = known(State::Ready, [5, 1], 3, 10);
        let (taken_back, pending) =
            super::change(Some(&before), before.sample, 10 * MILLI, Pending::DoesNotCount);
        assert_eq!((taken_back, pending), (changed(0, -10), 0));
    }

    #[test]
    fn a_wait_that_has_ended_has_the_length_that_the_kernel_counted() {
        let before = known(State::Ready, [5, 1], 3, 10);
        let (ended, pending) = change(
            Some(&before),
            known(State::Sleeps, [7, 14], 4, 0).sample,
            10 * MILLI,
            Pending::Counts,
        );
        assert_eq!((ended, pending), (changed(2, 3), 0));
    }

    #[test]
    fn a_thread_that_got_a_core_since_does_not_wait_any_more() {
        // Ready in both samples, but it had a turn in between: only the wait before that turn counts.
        for (pending_before, expected) in [(0, 2), (6, -4)] {
            let before = known(State::Ready, [5, 1], 3, pending_before);
            let now = known(State::Ready, [7, 3], 4, 0).sample;
            let (change, pending) = change(Some(&before), now, 10 * MILLI, Pending::Counts);
            assert_eq!((change, pending), (changed(2, expected), 0));
        }
    }

    #[test]
    fn all_time_of_a_new_thread_counts() {
        let born =
            change(None, known(State::Ready, [2, 3], 1, 0).sample, 10 * MILLI, Pending::Counts);
        assert_eq!(born, (changed(2, 3), 0));
    }

    #[test]
    fn no_wait_is_longer_than_the_time_that_has_passed() {
        // A thread with a long past has become the first thread of the process.
        let now = known(State::Ready, [900, 900], 9, 0).sample;
        for before in [None, Some(&known(State::Ready, [5, 1], 3, 0))] {
            let (change, _) = change(before, now, 10 * MILLI, Pending::Counts);
            assert_eq!(change.waited_nanos, 10 * MILLI + SKEW_NANOS);
        }
    }

    #[test]
    fn sets_of_cores_are_counted_and_united() {
        let own = Cores::of(Pid::from_raw(0));
        assert!(own.count() > 0);
        assert_eq!((own.with(own), own.with(Cores::default())), (own, own));
        assert_eq!((0..1024).filter(|core| own.contains(*core)).count(), own.count());
        assert!(!own.meets(Cores::default()) && !own.contains(5000));
    }
}

//! Measures how long a program was ready to run but had no core.
//!
//! A busy machine can make a program miss its time limit. The measured time is added to the limit, and it shows whether
//! the machine or the program caused a timeout.
//!
//! The system counts for each thread how long it ran, how long it waited for a core, and how often it
//! got one (`/proc/PID/task/TID/schedstat`). It counts a wait only when the wait ends. So a thread that is ready to run
//! (`stat`) and has not got a core since the last sample has waited since then, minus the time that it ran.
//!
//! Between two samples the longest wait of a thread counts, but at most the core time that the program could have used
//! and did not get: if all cores that it may use were busy with its own threads, it starved itself, which is not
//! excused. The kernel reports run time up to one tick late, so up to one tick of unused core time is carried over to
//! the next sample.

use std::collections::BTreeMap;
use std::fs::{self, File};
use std::io;
use std::os::unix::fs::FileExt;
use std::time::{Duration, Instant};

use nix::sched::{CpuSet, sched_getaffinity};
use nix::unistd::Pid;

use super::family::{Family, Thread, empty_if_ended};

/// A program with more threads than this is not sampled when it is asked, because that would take too long. Its first
/// sample comes a little later.
const MOST_THREADS_AT_ONCE: usize = 8;

/// The longest scheduler tick: the kernel reports run time at most this late.
const TICK_NANOS: i64 = 10_000_000;

/// The state of a thread.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum State {
    /// It runs or is ready to run.
    Ready,
    /// It waits for something that may take any time.
    Sleeps,
    /// It waits for a disk, is stopped, or has ended.
    Other,
}

/// The kernel's figures for a thread at one time.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Sample {
    state: State,
    /// How long it has run since it was created. For a running thread the figure is up to a tick old.
    ran_nanos: i64,
    /// How long it has waited for a core since it was created, without a wait that has not ended.
    waited_nanos: i64,
    /// How often it got a core.
    turns: u64,
}

impl Sample {
    /// Reads the figures; `None` if the thread has ended or the system does not provide them.
    fn of(Thread { process, number }: Thread) -> io::Result<Option<Self>> {
        let folder = format!("/proc/{process}/task/{number}");
        let times = empty_if_ended(fs::read_to_string(format!("{folder}/schedstat")))?;
        let mut numbers = times.split_ascii_whitespace().map(str::parse::<i64>);
        let (Some(Ok(ran_nanos)), Some(Ok(waited_nanos)), Some(Ok(turns))) =
            (numbers.next(), numbers.next(), numbers.next())
        else {
            return Ok(None);
        };
        let stat = empty_if_ended(fs::read_to_string(format!("{folder}/stat")))?;
        let state = match stat.rsplit(") ").next().and_then(|rest| rest.bytes().next()) {
            Some(b'R') => State::Ready,
            Some(b'S') => State::Sleeps,
            _ => State::Other,
        };
        Ok(Some(Self { state, ran_nanos, waited_nanos, turns: turns as u64 }))
    }
}

/// A thread since the last sample.
#[derive(Clone, Copy, Debug)]
struct Known {
    sample: Sample,
    /// The part of its wait for a core that the kernel has not counted yet.
    pending_nanos: i64,
}

/// The times of a thread between two samples. If a wait was estimated too long before, `waited_nanos` is negative.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
struct Change {
    ran_nanos: i64,
    waited_nanos: i64,
}

/// Whether a wait that has not ended counts.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Pending {
    /// It counts with the longest time that is possible: to decide whether to extend the limit.
    Counts,
    /// It does not count: to judge a complete answer.
    DoesNotCount,
}

/// The core time that one program missed while it was asked.
pub struct CoreWait {
    /// All its descendants belong to the program.
    supervisor: Pid,
    threads: BTreeMap<Thread, Known>,
    last: Option<Instant>,
    missed_nanos: i64,
    ran_nanos: i64,
    /// Core time before the last sample that may still turn out to have been used by the program.
    unused_nanos: i64,
    is_ready: bool,
}

impl CoreWait {
    /// For the program under this supervisor.
    pub fn new(supervisor: Pid) -> Self {
        Self {
            supervisor,
            threads: BTreeMap::new(),
            last: None,
            missed_nanos: 0,
            ran_nanos: 0,
            unused_nanos: 0,
            is_ready: false,
        }
    }

    /// Starts anew at `now`, when the program is asked. If few threads are known, they are sampled.
    ///
    /// # Errors
    /// If the referee itself is short of files or memory.
    pub fn asked(&mut self, now: Instant) -> io::Result<()> {
        self.forget();
        if self.threads.is_empty() || self.threads.len() > MOST_THREADS_AT_ONCE {
            self.threads.clear();
            return Ok(());
        }
        let threads: Vec<Thread> = self.threads.keys().copied().collect();
        self.threads = samples(&threads)?;
        self.last = Some(now);
        Ok(())
    }

    /// Starts anew at `now` and samples all threads.
    ///
    /// # Errors
    /// If the referee itself is short of files or memory.
    pub fn asked_at_once(&mut self, now: Instant) -> io::Result<()> {
        self.forget();
        self.sample(now, Pending::DoesNotCount)
    }

    fn forget(&mut self) {
        (self.missed_nanos, self.ran_nanos, self.unused_nanos, self.last) = (0, 0, 0, None);
    }

    /// Takes a sample of all threads.
    ///
    /// # Errors
    /// If the referee itself is short of files or memory.
    pub fn sample(&mut self, now: Instant, pending: Pending) -> io::Result<()> {
        let mut found = self.samples()?;
        self.is_ready = any_is_ready(&found);
        if let Some(last) = self.last {
            let passed_nanos = now.saturating_duration_since(last).as_nanos() as i64;
            let mut changes = Vec::with_capacity(found.len());
            for (thread, known) in &mut found {
                let before = self.threads.get(thread);
                let (change, pending_nanos) = change(before, known.sample, passed_nanos, pending);
                known.pending_nanos = pending_nanos;
                changes.push(change);
            }
            let cores = cores_of(&found) as i64;
            let offered_nanos = self.unused_nanos + passed_nanos * cores;
            let (missed_nanos, left_nanos) = missed_and_left_nanos(&changes, offered_nanos);
            self.missed_nanos += missed_nanos;
            self.unused_nanos = unused_nanos(left_nanos, cores);
            self.ran_nanos += changes.iter().map(|change| change.ran_nanos).sum::<i64>();
        }
        self.threads = found;
        self.last = Some(now);
        Ok(())
    }

    /// Whether one of its threads runs or is ready to run now.
    ///
    /// # Errors
    /// If the referee itself is short of files or memory.
    pub fn any_is_ready(&self) -> io::Result<bool> {
        Ok(any_is_ready(&self.samples()?))
    }

    /// Whether it has threads, and all of them sleep now.
    ///
    /// # Errors
    /// If the referee itself is short of files or memory.
    pub fn all_sleep(&self) -> io::Result<bool> {
        let samples = self.samples()?;
        let sleeps = |known: &Known| known.sample.state == State::Sleeps;
        Ok(!samples.is_empty() && samples.values().all(sleeps))
    }

    fn samples(&self) -> io::Result<BTreeMap<Thread, Known>> {
        samples(&Family::of(self.supervisor)?.threads)
    }

    /// How long the program was ready but had no core since it was asked.
    pub fn missed(&self) -> Duration {
        Duration::from_nanos(self.missed_nanos.max(0) as u64)
    }

    /// The CPU time of all its threads since it was asked.
    pub fn ran(&self) -> Duration {
        Duration::from_nanos(self.ran_nanos.max(0) as u64)
    }

    /// Whether one of its threads ran or was ready to run at the last sample.
    pub fn is_ready(&self) -> bool {
        self.is_ready
    }
}

/// How long this thread has waited for a core since it was created; `None` if the system does not say.
pub fn own_core_wait() -> Option<Duration> {
    thread_local! {
        static OWN: Option<File> = File::open("/proc/thread-self/schedstat").ok();
    }
    let mut text = [0; 64];
    let read = |file: &File| file.read_at(&mut text, 0).ok();
    let bytes = OWN.with(|file| file.as_ref().and_then(read))?;
    let text = str::from_utf8(text.get(..bytes)?).ok()?;
    let waited = text.split_ascii_whitespace().nth(1)?;
    waited.parse().ok().map(Duration::from_nanos)
}

fn samples(threads: &[Thread]) -> io::Result<BTreeMap<Thread, Known>> {
    let mut all = BTreeMap::new();
    for &thread in threads {
        let sample = Sample::of(thread)?;
        all.extend(sample.map(|sample| (thread, Known { sample, pending_nanos: 0 })));
    }
    Ok(all)
}

fn any_is_ready(threads: &BTreeMap<Thread, Known>) -> bool {
    threads.values().any(|known| known.sample.state == State::Ready)
}

/// The times of a thread since its last sample, and the pending part of its wait.
fn change(
    before: Option<&Known>,
    now: Sample,
    passed_nanos: i64,
    pending: Pending,
) -> (Change, i64) {
    let Some(before) = before else {
        // It was created since the last sample, so all its time counts.
        return (Change { ran_nanos: now.ran_nanos, waited_nanos: now.waited_nanos }, 0);
    };
    let ran_nanos = now.ran_nanos - before.sample.ran_nanos;
    let counted = now.waited_nanos - before.sample.waited_nanos;
    let still_waits = now.state == State::Ready && now.turns == before.sample.turns;
    let pending_nanos = if still_waits && pending == Pending::Counts {
        (before.pending_nanos + passed_nanos - ran_nanos - counted).max(0)
    } else {
        0
    };
    let waited_nanos = counted + pending_nanos - before.pending_nanos;
    (Change { ran_nanos, waited_nanos }, pending_nanos)
}

/// The part of the unused time of some cores that is carried over: at most a tick per core.
fn unused_nanos(left_nanos: i64, cores: i64) -> i64 {
    left_nanos.min(TICK_NANOS * cores)
}

/// The time that a program missed, and the unused rest of the core time that was available to it.
fn missed_and_left_nanos(changes: &[Change], offered_nanos: i64) -> (i64, i64) {
    let longest = changes.iter().map(|change| change.waited_nanos).max().unwrap_or(0);
    let ran: i64 = changes.iter().map(|change| change.ran_nanos).sum();
    let wanted: i64 = changes.iter().map(|change| change.ran_nanos + change.waited_nanos).sum();
    let used = wanted.min(offered_nanos);
    (longest.min(used - ran), offered_nanos - used)
}

/// The number of cores that the ready threads may use together; at least 1.
fn cores_of(threads: &BTreeMap<Thread, Known>) -> usize {
    let ready = threads.iter().filter(|(_, known)| known.sample.state == State::Ready);
    let sets: Vec<CpuSet> =
        ready.filter_map(|(thread, _)| sched_getaffinity(thread.number).ok()).collect();
    let is_usable = |core: &usize| sets.iter().any(|set| set.is_set(*core).unwrap_or(false));
    (0..CpuSet::count()).filter(is_usable).count().max(1)
}

#[cfg(test)]
mod tests {
    use super::*;

    const MILLI: i64 = 1_000_000;

    fn changed(ran: i64, waited: i64) -> Change {
        Change { ran_nanos: ran * MILLI, waited_nanos: waited * MILLI }
    }

    fn missed(changes: &[Change], cores: i64) -> i64 {
        missed_and_left_nanos(changes, 10 * MILLI * cores).0 / MILLI
    }

    fn known(state: State, [ran, waited]: [i64; 2], turns: u64, pending: i64) -> Known {
        let (ran_nanos, waited_nanos) = (ran * MILLI, waited * MILLI);
        let sample = Sample { state, ran_nanos, waited_nanos, turns };
        Known { sample, pending_nanos: pending * MILLI }
    }

    #[test]
    fn what_is_missed_is_the_longest_wait() {
        assert_eq!(missed(&[changed(4, 6)], 2), 6);
        assert_eq!(missed(&[changed(4, 6), changed(0, 0)], 2), 6);
        assert_eq!(missed(&[changed(1, 9), changed(1, 7)], 2), 9);
        assert_eq!(missed(&[changed(10, 0)], 1), 0);
        assert_eq!(missed(&[], 1), 0);
    }

    #[test]
    fn a_program_that_keeps_its_cores_busy_itself_misses_nothing() {
        // Eight threads on two cores, both theirs.
        assert_eq!(missed(&[changed(5, 5); 4], 2), 0);
        // One of the two cores went to others.
        assert_eq!(missed(&[changed(2, 8), changed(2, 8), changed(2, 8), changed(4, 6)], 2), 8);
        // All of them on one core of their own choice.
        assert_eq!(missed(&[changed(5, 5), changed(5, 5)], 1), 0);
    }

    #[test]
    fn run_time_that_is_reported_late_does_not_shorten_a_wait() {
        // It waits for 4 ms of 6, and runs for the rest, of which nothing is known at first.
        let (first, left) = missed_and_left_nanos(&[changed(0, 4)], 6 * MILLI);
        assert_eq!([first, left], [4 * MILLI, 2 * MILLI]);
        // For 2 ms it runs on, and waits for 4 more.
        let offered = unused_nanos(left, 1) + 6 * MILLI;
        let (second, left) = missed_and_left_nanos(&[changed(4, 4)], offered);
        assert_eq!([second, left], [4 * MILLI, 0]);
    }

    #[test]
    fn a_long_sleep_excuses_no_more_than_a_tick_later() {
        let (missed, left) = missed_and_left_nanos(&[changed(0, 0)], 2 * 1000 * MILLI);
        assert_eq!([missed, unused_nanos(left, 2)], [0, 2 * TICK_NANOS]);
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
    fn a_thread_that_runs_all_the_time_waits_for_nothing() {
        // The kernel reports its run time late: first nothing, then all of it.
        let before = known(State::Ready, [5, 1], 3, 0);
        let middle = known(State::Ready, [5, 1], 3, 0).sample;
        let (first, pending) = change(Some(&before), middle, 3 * MILLI, Pending::Counts);
        let before = Known { sample: middle, pending_nanos: pending };
        let after = known(State::Ready, [11, 1], 3, 0).sample;
        let (second, pending) = change(Some(&before), after, 3 * MILLI, Pending::Counts);
        assert_eq!((first, second, pending), (changed(0, 3), changed(6, -3), 0));
    }

    #[test]
    fn all_time_of_a_new_thread_counts() {
        let born =
            change(None, known(State::Ready, [2, 3], 1, 0).sample, 10 * MILLI, Pending::Counts);
        assert_eq!(born, (changed(2, 3), 0));
    }
}

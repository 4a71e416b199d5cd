//! How long a program wanted to run while the machine had no core for it.
//!
//! A busy machine can make a program miss its time limit. This time is measured so that such a
//! program gets it back, and so that its timeout can be told from one that it caused itself.
//!
//! The system counts for each thread how long it ran, how long it waited for a core, and how often it
//! got one (`/proc/PID/task/TID/schedstat`). A wait is counted when it ends. So a thread that is ready to
//! run (`stat`), and has not got a core since the last sample, has waited since then, but for what
//! it ran in that time.
//!
//! What counts between two samples is the longest wait of a thread, but no more than the cores that the
//! program could have used and did not get: where all cores that it may use were busy with its own
//! threads, it starved itself, and that is not excused. That a thread has run is told up to a tick late. So what
//! was left of the cores before a sample counts for the next one, too, up to a tick.

use std::collections::BTreeMap;
use std::fs::{self, File};
use std::io;
use std::os::unix::fs::FileExt;
use std::time::{Duration, Instant};

use nix::sched::{CpuSet, sched_getaffinity};
use nix::unistd::Pid;

use super::family::{Family, Thread, empty_if_ended};

/// More threads than these are not looked at when the program is asked, which would take too long:
/// their first sample comes a little later.
const MOST_THREADS_AT_ONCE: usize = 8;

/// The longest tick of a system: that a thread runs is told at most so late.
const TICK_NANOS: i64 = 10_000_000;

/// What a thread does.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum State {
    /// It runs or is ready to run.
    Ready,
    /// It waits for something that may take any time.
    Sleeps,
    /// It waits for a disk, is stopped, or has ended.
    Other,
}

/// What the system says of a thread at one moment.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Sample {
    state: State,
    /// How long it has had a core in its life. For a thread that runs this is up to a tick old.
    ran_nanos: i64,
    /// How long it has waited for a core in its life, up to the last one that it got.
    waited_nanos: i64,
    /// How often it got a core.
    turns: u64,
}

impl Sample {
    /// `None` if the thread has ended, or the system does not say.
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
    /// Part of its wait for a core that the system has not counted yet.
    pending_nanos: i64,
}

/// What a thread did between two samples. A wait that was estimated too long comes back as less than
/// none.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
struct Change {
    ran_nanos: i64,
    waited_nanos: i64,
}

/// How the estimate treats a wait that still goes on.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Pending {
    /// It counts as long as it can be: to decide whether to go on waiting.
    Counts,
    /// It does not count: to judge an answer that has come.
    DoesNotCount,
}

/// The core time that one program missed while it was asked.
pub struct CoreWait {
    /// Everything that descends from it is the program's.
    supervisor: Pid,
    threads: BTreeMap<Thread, Known>,
    last: Option<Instant>,
    missed_nanos: i64,
    ran_nanos: i64,
    /// Time of its cores up to the last sample of which it is not known yet who had it.
    unused_nanos: i64,
    is_ready: bool,
}

impl CoreWait {
    /// For the program under a supervisor.
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

    /// The program is asked at `now`: what it missed before does not count. Threads that are known are
    /// looked at, if they are few.
    ///
    /// # Errors
    /// The referee itself is short of files or memory.
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

    /// The same, and all threads are looked at, known or not.
    ///
    /// # Errors
    /// The referee itself is short of files or memory.
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
    /// The referee itself is short of files or memory.
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
    /// The referee itself is short of files or memory.
    pub fn any_is_ready(&self) -> io::Result<bool> {
        Ok(any_is_ready(&self.samples()?))
    }

    /// Whether it has threads, and all of them sleep now.
    ///
    /// # Errors
    /// The referee itself is short of files or memory.
    pub fn all_sleep(&self) -> io::Result<bool> {
        let samples = self.samples()?;
        let sleeps = |known: &Known| known.sample.state == State::Sleeps;
        Ok(!samples.is_empty() && samples.values().all(sleeps))
    }

    fn samples(&self) -> io::Result<BTreeMap<Thread, Known>> {
        samples(&Family::of(self.supervisor)?.threads)
    }

    /// How long the program had to wait for the machine since it was asked.
    pub fn missed(&self) -> Duration {
        Duration::from_nanos(self.missed_nanos.max(0) as u64)
    }

    /// How long its threads ran since it was asked, all together.
    pub fn ran(&self) -> Duration {
        Duration::from_nanos(self.ran_nanos.max(0) as u64)
    }

    /// Whether one of its threads ran or was ready to run at the last sample.
    pub fn is_ready(&self) -> bool {
        self.is_ready
    }
}

/// How long this thread has waited for a core in its life; `None` where the system does not say.
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

/// What a thread did since it was last looked at, and how much of its wait is pending.
fn change(
    before: Option<&Known>,
    now: Sample,
    passed_nanos: i64,
    pending: Pending,
) -> (Change, i64) {
    let Some(before) = before else {
        // It was born in between: its whole life belongs to this time.
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

/// How much of the time that is left of so many cores may still turn out to have been used.
fn unused_nanos(left_nanos: i64, cores: i64) -> i64 {
    left_nanos.min(TICK_NANOS * cores)
}

/// What a program missed, and what is left, of time on cores that it could have used.
fn missed_and_left_nanos(changes: &[Change], offered_nanos: i64) -> (i64, i64) {
    let longest = changes.iter().map(|change| change.waited_nanos).max().unwrap_or(0);
    let ran: i64 = changes.iter().map(|change| change.ran_nanos).sum();
    let wanted: i64 = changes.iter().map(|change| change.ran_nanos + change.waited_nanos).sum();
    let used = wanted.min(offered_nanos);
    (longest.min(used - ran), offered_nanos - used)
}

/// The number of cores that the threads which want to run may use, together.
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
    fn what_ran_is_told_late_and_takes_nothing_from_a_wait() {
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
    fn a_wait_that_goes_on_counts_from_the_sample_before() {
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
    fn a_wait_that_has_ended_is_what_the_system_says() {
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
        // What it ran is told late: first nothing, then all of it.
        let before = known(State::Ready, [5, 1], 3, 0);
        let middle = known(State::Ready, [5, 1], 3, 0).sample;
        let (first, pending) = change(Some(&before), middle, 3 * MILLI, Pending::Counts);
        let before = Known { sample: middle, pending_nanos: pending };
        let after = known(State::Ready, [11, 1], 3, 0).sample;
        let (second, pending) = change(Some(&before), after, 3 * MILLI, Pending::Counts);
        assert_eq!((first, second, pending), (changed(0, 3), changed(6, -3), 0));
    }

    #[test]
    fn a_thread_that_is_born_brings_its_whole_life() {
        let (born, _) =
            change(None, known(State::Ready, [2, 3], 1, 0).sample, 10 * MILLI, Pending::Counts);
        assert_eq!(born, changed(2, 3));
    }
}

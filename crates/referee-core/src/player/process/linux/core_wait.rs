//! Measures how long a program was ready to run but had no core.
//!
//! A busy machine can make a program miss its time limit. The measured time is added to the limit, and it shows whether
//! the machine or the program caused a timeout.
//!
//! The system counts for each thread how long it ran, how long it waited for a core, and how often it
//! got one (`/proc/PID/task/TID/schedstat`). It counts a wait only when the wait ends. So a thread that is ready to run
//! (`stat`) and has not got a core since the last sample has waited since then, minus the time that it ran.
//!
//! A program could let threads wait on purpose. So three things limit what counts:
//!
//! * Between two samples the longest wait of a thread counts, but at most the time of the cores which that thread may use
//!   and which the program itself did not use (`withheld.rs`).
//! * Threads of a lower priority than the program started with do not count (`sample.rs`).
//! * Since the program was asked, at most what the machine gave to others counts (`machine_time.rs`). What the referee
//!   spends because of the program was not given to others.
//!
//! A look at very many threads takes long. It is given up, and then nothing counts.

mod sample;
mod withheld;

use std::collections::BTreeMap;
use std::fs::File;
use std::io;
use std::os::unix::fs::FileExt;
use std::time::{Duration, Instant};

use nix::unistd::Pid;

use self::sample::{Priority, Sample, State};
pub(super) use self::withheld::Cores;
use self::withheld::{Known, Unused, change, missed_nanos};
use super::family::{Family, Thread};
use super::machine_time::Bound;
use super::tree_time::TreeTime;
use crate::player::process::promises::{CoreTime, Pending};
use crate::system::own_thread_time;

/// A program with more threads than this is not sampled when it is asked, because that would take too long. Its first
/// sample comes a little later.
const MOST_THREADS_AT_ONCE: usize = 8;
/// A look that takes more of the referee's CPU time than this is given up. It is enough for about 1000 threads.
const LONGEST_LOOK: Duration = Duration::from_millis(20);

/// The core time that one program missed while it was asked.
pub struct CoreWait {
    /// All its descendants belong to the program.
    supervisor: Pid,
    /// The priority with which the program started.
    started_with: Priority,
    threads: BTreeMap<Thread, Known>,
    last: Option<Instant>,
    missed_nanos: i64,
    unused: Unused,
    is_ready: bool,
    /// The CPU time of all its processes.
    time: TreeTime,
    bound: Bound,
    /// How much of the missed time counts, once that was limited.
    counts: Option<Duration>,
}

/// The threads that a look found, or `None` if it was given up.
type Found = Option<BTreeMap<Thread, Known>>;

impl CoreWait {
    /// For the program under this supervisor.
    pub fn new(supervisor: Pid) -> Self {
        Self {
            supervisor,
            started_with: Priority::of(supervisor).unwrap_or_default(),
            threads: BTreeMap::new(),
            last: None,
            missed_nanos: 0,
            unused: Unused::new(),
            is_ready: false,
            time: TreeTime::new(supervisor),
            bound: Bound::default(),
            counts: None,
        }
    }

    fn forget(&mut self, now: Instant) {
        (self.missed_nanos, self.last, self.counts) = (0, None, None);
        self.unused.clear();
        self.time.start();
        self.bound.asked(now);
    }

    /// What the program missed since the last sample, in which it ran for `ran_nanos`.
    fn missed_since(
        &mut self,
        found: &mut BTreeMap<Thread, Known>,
        passed_nanos: i64,
        ran_nanos: i64,
        pending: Pending,
    ) -> i64 {
        let mut threads = Vec::with_capacity(found.len());
        let mut ended_nanos = ran_nanos;
        for (thread, known) in found {
            let before = self.threads.get(thread);
            let (change, pending_nanos) = change(before, known.sample, passed_nanos, pending);
            known.pending_nanos = pending_nanos;
            ended_nanos -= change.ran_nanos;
            let is_idle = change == withheld::Change::default();
            let cores = if is_idle { Cores::default() } else { Cores::of(thread.number) };
            let counts = known.sample.priority.is_at_least(self.started_with);
            threads.push(withheld::Thread { change, cores, counts });
        }
        missed_nanos(&threads, passed_nanos, ended_nanos.max(0), &mut self.unused)
    }

    /// After a look at too many threads.
    fn give_up(&mut self) {
        self.threads.clear();
        self.unused.clear();
        (self.last, self.is_ready) = (None, false);
    }

    /// The cores that the program or the referee may use.
    fn cores(&self) -> Cores {
        let own = Pid::from_raw(0);
        let threads = self.threads.keys().map(|thread| thread.number).chain([own]);
        threads.map(Cores::of).fold(Cores::default(), Cores::with)
    }

    fn samples(&self) -> io::Result<Found> {
        let began = own_thread_time();
        let is_long = || own_thread_time() > began + LONGEST_LOOK;
        let family = Family::unless(self.supervisor, &is_long)?;
        family.map_or(Ok(None), |family| samples(&family.threads, began))
    }
}

impl CoreTime for CoreWait {
    /// If few threads are known, they are sampled.
    fn asked(&mut self, now: Instant) -> io::Result<()> {
        self.forget(now);
        if self.threads.is_empty() || self.threads.len() > MOST_THREADS_AT_ONCE {
            self.threads.clear();
            return Ok(());
        }
        let threads: Vec<Thread> = self.threads.keys().copied().collect();
        self.threads = samples(&threads, own_thread_time())?.unwrap_or_default();
        self.last = Some(now);
        Ok(())
    }

    fn asked_at_once(&mut self, now: Instant) -> io::Result<()> {
        self.forget(now);
        self.sample(now, Pending::DoesNotCount)?;
        self.time.start();
        self.time.knows_children();
        Ok(())
    }

    fn sample(&mut self, now: Instant, pending: Pending) -> io::Result<()> {
        self.bound.begin();
        let began = own_thread_time();
        let is_long = || own_thread_time() > began + LONGEST_LOOK;
        let Some(family) = Family::unless(self.supervisor, &is_long)? else {
            self.give_up();
            return Ok(());
        };
        // This also brings the figures of running threads up to date.
        let ran_nanos = self.time.look(&family.processes)?;
        let Some(mut found) = samples(&family.threads, began)? else {
            self.give_up();
            return Ok(());
        };
        self.is_ready = any_is_ready(&found);
        if let Some(last) = self.last {
            let passed_nanos = now.saturating_duration_since(last).as_nanos() as i64;
            self.missed_nanos += self.missed_since(&mut found, passed_nanos, ran_nanos, pending);
        }
        self.threads = found;
        self.last = Some(now);
        Ok(())
    }

    fn limit_missed(&mut self, waited: Duration, spent: Duration) -> Duration {
        let missed = nanos(self.missed_nanos);
        let all = missed + waited;
        let cores = if all.is_zero() { Cores::default() } else { self.cores() };
        let counts = self.bound.limit(all, self.time.ran() + spent, cores);
        self.counts = Some(counts);
        counts.saturating_sub(missed)
    }

    fn any_is_ready(&self) -> bool {
        self.samples().is_ok_and(|found| found.is_none_or(|found| any_is_ready(&found)))
    }

    fn all_sleep(&self) -> bool {
        let Ok(Some(samples)) = self.samples() else { return false };
        let sleeps = |known: &Known| known.sample.state == State::Sleeps;
        !samples.is_empty() && samples.values().all(sleeps)
    }

    fn missed(&self) -> Duration {
        let missed = nanos(self.missed_nanos);
        self.counts.map_or(missed, |counts| counts.min(missed))
    }

    fn ran(&self) -> Duration {
        self.time.ran()
    }

    fn ran_at_most(&self) -> Duration {
        let busy = || self.bound.busy(self.cores()).unwrap_or_default();
        let ran = self.ran();
        if self.time.forgets_children() { ran.max(busy()) } else { ran }
    }

    fn is_ready(&self) -> bool {
        self.is_ready
    }
}

fn nanos(nanos: i64) -> Duration {
    Duration::from_nanos(nanos.max(0) as u64)
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

/// Samples threads, for a look that began when the referee's thread had this CPU time.
fn samples(threads: &[Thread], began: Duration) -> io::Result<Found> {
    /// The time is checked once for this many threads.
    const BATCH: usize = 32;
    let mut all = BTreeMap::new();
    for batch in threads.chunks(BATCH) {
        for &thread in batch {
            let sample = Sample::of(thread)?;
            all.extend(sample.map(|sample| (thread, Known { sample, pending_nanos: 0 })));
        }
        if batch.len() == BATCH && own_thread_time() > began + LONGEST_LOOK {
            return Ok(None);
        }
    }
    Ok(Some(all))
}

fn any_is_ready(threads: &BTreeMap<Thread, Known>) -> bool {
    threads.values().any(|known| known.sample.state == State::Ready)
}

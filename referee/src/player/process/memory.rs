//! Watches the memory of a program and of all that it starts, and counts their processes and threads.
//!
//! There are three checks. Each finds cases that the one before it misses:
//!
//! 1. **Samples.** While the referee waits for the program, it reads the resident memory of all its
//!    processes every few milliseconds. The first sample comes only after [`FIRST_SAMPLE`], so that
//!    a program that answers at once costs nothing. Resident memory counts a page once for each
//!    process that has it; so a sum above the limit is checked against the proportional set size,
//!    which divides a page among the processes that share it. Page tables and huge pages count as well. Files that exist only in memory count by
//!    their size, mapped or not (`held_files.rs`), and so does what the kernel
//!    may keep for many open files. The nearer a program is to its limit, the sooner comes
//!    the next sample.
//! 2. **The peak**, which the system reports when a program has ended by itself.
//! 3. **A limit of the system** ([`data_bytes`]), so that no program takes the whole machine between
//!    two samples. An allocation then fails, and the program mostly says so on its standard error
//!    before it ends ([`OUT_OF_MEMORY_MESSAGES`]).
//!
//! A program in a control group of its own (`control_group.rs`) is not sampled: the kernel counts there.

use std::io;
use std::num::NonZero;
use std::thread;
use std::time::{Duration, Instant};

use nix::sys::signal::{Signal, kill};
use nix::unistd::Pid;

use super::control_group::ControlGroup;
use super::family::Family;
use super::guard::InForce;
use super::held_files::HeldFiles;
use super::process_memory::{peak_bytes, resident_bytes, unseen_bytes};
use crate::game::Fault;

/// A program that answers within this time is not sampled, unless [`LONGEST_WITHOUT_SAMPLE`] has
/// passed.
const FIRST_SAMPLE: Duration = Duration::from_millis(2);
/// Time between samples of a program that the referee waits for.
const INTERVAL_ASKED: Duration = Duration::from_millis(5);
/// Time between samples of a program that is not asked, while others are.
const INTERVAL_IDLE: Duration = Duration::from_millis(50);
/// After this time even a program that always answers at once is sampled.
const LONGEST_WITHOUT_SAMPLE: Duration = Duration::from_millis(250);
/// A sample of many processes and threads takes long. The pause after it is at least this many
/// times as long as the sample.
const PAUSE_PER_SAMPLE: u32 = 20;

/// The open files of more processes than these are searched for files in memory only now and then,
const MOST_SEARCHED: usize = 16;
/// in one of this many samples.
const SAMPLES_PER_SEARCH: u32 = 4;
/// The peaks of processes are read if there are at most this many processes.
const MOST_PEAKS: usize = 4;

/// What runtimes print when an allocation fails. This is a heuristic: it only decides whether a
/// program that has ended is reported as out of memory or as crashed.
pub const OUT_OF_MEMORY_MESSAGES: [&str; 11] = [
    "memory allocation of ",                    // Rust
    "std::bad_alloc",                           // C++
    "MemoryError",                              // Python
    "java.lang.OutOfMemoryError",               // JVM
    "insufficient memory for the Java Runtime", // JVM, at its start
    "heap out of memory",                       // V8: node
    "Fatal process out of memory",              // V8
    "runtime: out of memory",                   // Go
    "OutOfMemoryException",                     // .NET
    "NoMemoryError",                            // Ruby
    "Cannot allocate memory",                   // the C library
];

/// The limit on the private writable memory of each process (`RLIMIT_DATA`) that goes with a limit
/// on resident memory: four times as much, and 1 GB at least.
///
/// No other limit of a process is suitable. `RLIMIT_RSS` does nothing
/// on Linux. `RLIMIT_AS` counts what is only reserved, and the JVM and V8 reserve many times what
/// they use, without access rights, which `RLIMIT_DATA` does not count. It must be generous nevertheless,
/// because it counts tables and stacks of threads that are never touched.
pub fn data_bytes(limit_bytes: u64) -> u64 {
    limit_bytes.saturating_mul(4).max(1 << 30)
}

/// Samples the memory of one program.
pub struct MemoryWatch {
    limit_bytes: Option<u64>,
    /// Most processes and threads, if the kernel does not hold that limit.
    most_threads: Option<u32>,
    supervisor: Pid,
    /// The files in memory that the last search found.
    held: HeldFiles,
    /// Number of samples.
    samples: u32,
    /// The exact memory divided by the sum over all processes, when it was last counted exactly.
    unshared: f64,
    last_sample: Instant,
    next_sample: Option<Instant>,
    /// The control group in which the kernel counts its memory, if any.
    group: Option<ControlGroup>,
}

impl MemoryWatch {
    /// For a program with these limits, of which the kernel holds what `in_force` says.
    pub fn of(
        group: Option<ControlGroup>,
        limits: (Option<u64>, u32),
        in_force: InForce,
        supervisor: Pid,
    ) -> Self {
        let (memory_bytes, most_threads) = limits;
        let group = group.filter(|_| in_force.has(InForce::MEMORY_GROUP));
        let sampled = if group.is_some() { None } else { memory_bytes };
        let counted = (!in_force.has(InForce::THREADS)).then_some(most_threads);
        Self { group, ..Self::new(sampled, supervisor) }.and_threads(counted)
    }

    /// Whether the kernel has ended the program because it took too much memory.
    pub fn group_ran_out(&self) -> bool {
        self.group.as_ref().is_some_and(ControlGroup::ran_out_of_memory)
    }

    /// Watches all processes that descend from `supervisor`.
    fn new(limit_bytes: Option<u64>, supervisor: Pid) -> Self {
        let now = Instant::now();
        Self {
            limit_bytes,
            most_threads: None,
            supervisor,
            held: HeldFiles::default(),
            samples: 0,
            unshared: 1.0,
            last_sample: now,
            next_sample: limit_bytes.map(|_| now + INTERVAL_IDLE),
            group: None,
        }
    }

    /// Also counts the processes and threads, of which there may be this many; `None` if the kernel counts them.
    fn and_threads(mut self, most: Option<u32>) -> Self {
        self.most_threads = most;
        if most.is_some() {
            self.next_sample.get_or_insert(self.last_sample + INTERVAL_IDLE);
        }
        self
    }

    /// The words for what is sampled, in a list of active measures.
    pub fn words(&self) -> String {
        let memory = self.limit_bytes.map_or("", |_| " memory-samples");
        let threads = self.most_threads.map_or("", |_| " thread-samples");
        format!("{memory}{threads}")
    }

    /// When to call [`sample_if_due`](Self::sample_if_due) next.
    pub fn next_sample(&self) -> Option<Instant> {
        self.next_sample
    }

    /// The program has been asked for an answer.
    pub fn asked(&mut self, now: Instant) {
        let next = (now + FIRST_SAMPLE).max(self.last_sample + INTERVAL_ASKED);
        self.next_sample = self.next_sample.map(|_| next);
    }

    /// The program has answered.
    pub fn answered(&mut self, now: Instant) {
        let overdue = now >= self.last_sample + LONGEST_WITHOUT_SAMPLE;
        self.next_sample =
            self.next_sample.map(|_| if overdue { now } else { now + INTERVAL_IDLE });
    }

    /// Stops, because the program has ended.
    pub fn stop(&mut self) {
        self.next_sample = None;
    }

    /// Takes a sample if one is due. If the program is above a limit, returns the fault and the message.
    ///
    /// # Errors
    /// If the referee itself is short of files or memory.
    pub fn sample_if_due(
        &mut self,
        now: Instant,
        asked: bool,
    ) -> io::Result<Option<(Fault, String)>> {
        let due = self.next_sample.is_some_and(|next| next <= now);
        if !due {
            return Ok(None);
        }
        let began = Instant::now();
        let (family, is_whole) = Family::of_at_most(self.supervisor, self.most_threads)?;
        if let Some(most) = self.most_threads.filter(|_| !is_whole) {
            self.stop();
            return Ok(Some((Fault::Exit, threads_message(most))));
        }
        let limit = self.limit_bytes.unwrap_or(u64::MAX);
        let used = match self.limit_bytes {
            Some(limit) => self.used_bytes(&family.processes, limit)?,
            None => 0,
        };
        self.last_sample = Instant::now();
        let sampling = self.last_sample - began;
        // The program must not get far beyond its limit before the next sample.
        let most = time_to_take(limit.saturating_sub(used)).max(sampling / 2);
        self.next_sample = Some(self.last_sample + pause(asked, sampling).min(most));
        Ok((used > limit).then(|| (Fault::OutOfMemory, memory_message(used, limit))))
    }

    /// The memory of all processes in bytes. Shared pages are counted several times, unless that
    /// would bring the sum above the limit.
    fn used_bytes(&mut self, processes: &[Pid], limit: u64) -> io::Result<u64> {
        if processes.len() <= MOST_PEAKS {
            for &process in processes {
                if let Some(peak) = peak_bytes(process)?.filter(|&peak| peak > limit) {
                    return Ok(peak);
                }
            }
        }
        if self.is_search_due(processes.len()) {
            self.held = HeldFiles::default();
            for &process in processes {
                self.held.add(process)?;
            }
        }
        self.samples = self.samples.wrapping_add(1);
        let mut resident = 0;
        for &process in processes {
            resident += resident_bytes(process)?.unwrap_or(0);
        }
        let most = resident + self.held.bytes();
        if most <= limit || (processes.len() < 2 && self.held.is_empty()) {
            return Ok(most);
        }
        // An exact count takes a while in which many processes could take much more. So they are stopped meanwhile if
        // they probably exceed the limit, judged by the share of common pages in the last exact count.
        let stopped = most as f64 * self.unshared > limit as f64;
        if stopped {
            signal_all(processes, Signal::SIGSTOP);
        }
        let exact = self.exact_bytes(processes);
        if stopped && exact.as_ref().is_ok_and(|&bytes| bytes <= limit) {
            signal_all(processes, Signal::SIGCONT);
        }
        let exact = exact?;
        self.unshared = exact as f64 / most as f64;
        Ok(exact)
    }

    /// Whether the next sample searches for files in memory, if the program has this many processes.
    fn is_search_due(&self, processes: usize) -> bool {
        processes <= MOST_SEARCHED || self.samples.is_multiple_of(SAMPLES_PER_SEARCH)
    }

    /// The memory of all processes in bytes, each page counted once.
    fn exact_bytes(&self, processes: &[Pid]) -> io::Result<u64> {
        let mut sum = self.held.bytes();
        for &process in processes {
            let bytes = match self.held.bytes_beside(process)? {
                None => resident_bytes(process)?,
                Some(bytes) => Some(bytes + unseen_bytes(process)?),
            };
            sum += bytes.unwrap_or(0);
        }
        Ok(sum)
    }
}

/// The pause after a sample that took `sampling`.
fn pause(asked: bool, sampling: Duration) -> Duration {
    let interval = if asked { INTERVAL_ASKED } else { INTERVAL_IDLE };
    interval.max(PAUSE_PER_SAMPLE * sampling)
}

fn signal_all(processes: &[Pid], signal: Signal) {
    for &process in processes {
        let _ = kill(process, signal);
    }
}

/// The shortest time in which a program can take this many bytes.
fn time_to_take(bytes: u64) -> Duration {
    /// The fastest rate of one core, page by page.
    const BYTES_PER_MICRO: u64 = 4000;
    let cores = thread::available_parallelism().map_or(1, NonZero::get) as u64;
    Duration::from_micros(bytes / (BYTES_PER_MICRO * cores))
}

/// The message for a program that took too much memory.
pub(super) fn memory_message(bytes: u64, limit: u64) -> String {
    let megabytes = |bytes: u64| bytes.div_ceil(1 << 20);
    format!("took {} MB of memory, {} are allowed", megabytes(bytes), megabytes(limit))
}

/// The message for a program that started too many processes and threads.
pub(super) fn threads_message(most: u32) -> String {
    format!(
        "had more than the {most} processes and threads that are allowed; --threads allows more"
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    const MILLI: Duration = Duration::from_millis(1);

    /// A child of this process, which does nothing and has no children.
    struct Sleeper(std::process::Child);

    impl Sleeper {
        fn start() -> Self {
            Self(std::process::Command::new("sleep").arg("600").spawn().expect("start sleep"))
        }
    }

    impl Drop for Sleeper {
        fn drop(&mut self) {
            let _ = self.0.kill();
            let _ = self.0.wait();
        }
    }

    fn watch(limit_bytes: Option<u64>) -> MemoryWatch {
        MemoryWatch::new(limit_bytes, Pid::this())
    }

    #[test]
    fn a_program_that_answers_at_once_is_sampled_four_times_a_second() {
        let mut watch = watch(Some(1 << 40));
        let start = watch.last_sample;
        for milli in 0..250 {
            let now = start + milli * MILLI;
            watch.asked(now);
            assert!(watch.next_sample().unwrap() >= now + FIRST_SAMPLE);
            watch.answered(now);
            assert_eq!(watch.next_sample(), Some(now + 50 * MILLI), "after {milli} ms");
        }
        let now = start + 250 * MILLI;
        watch.answered(now);
        assert_eq!(watch.next_sample(), Some(now));
    }

    #[test]
    fn a_program_that_is_waited_for_is_sampled_after_two_milliseconds_and_every_five() {
        let mut watch = watch(Some(1 << 40));
        let start = watch.last_sample;
        watch.asked(start + MILLI);
        assert_eq!(watch.next_sample(), Some(start + 5 * MILLI));
        watch.asked(start + 10 * MILLI);
        assert_eq!(watch.next_sample(), Some(start + 12 * MILLI));
        assert_eq!(pause(true, Duration::ZERO), 5 * MILLI);
        assert_eq!(pause(false, Duration::ZERO), 50 * MILLI);
        // Sampling takes at most a part of the time.
        assert_eq!(pause(true, MILLI), 20 * MILLI);
        assert_eq!(pause(false, 10 * MILLI), 200 * MILLI);
    }

    #[test]
    fn a_sample_is_taken_only_when_it_is_due() {
        let _child = Sleeper::start();
        let mut watch = watch(Some(1));
        let start = watch.last_sample;
        assert_eq!(watch.sample_if_due(start, false).unwrap(), None);
        assert_eq!(watch.last_sample, start);
        let due = watch.next_sample().unwrap();
        let found = watch.sample_if_due(due, false).unwrap();
        assert!(found.as_ref().is_some_and(|(fault, _)| *fault == Fault::OutOfMemory), "{found:?}");
        assert!(watch.last_sample > start && watch.next_sample().unwrap() > watch.last_sample);
        watch.stop();
        assert_eq!(watch.next_sample(), None);
        assert_eq!(watch.sample_if_due(due + 600 * MILLI, true).unwrap(), None);
    }

    #[test]
    fn without_a_limit_nothing_is_sampled() {
        let mut watch = watch(None);
        let now = watch.last_sample + 600 * MILLI;
        watch.asked(now);
        assert_eq!(watch.next_sample(), None);
        watch.answered(now);
        assert_eq!(watch.next_sample(), None);
        assert_eq!(watch.sample_if_due(now, true).unwrap(), None);
    }

    #[test]
    fn a_process_that_has_ended_has_no_memory() {
        let ended = Pid::from_raw(i32::MAX);
        let mut watch = MemoryWatch::new(Some(1 << 40), ended);
        assert_eq!(watch.used_bytes(&[ended], 1 << 40).unwrap(), 0);
    }

    #[test]
    fn a_peak_is_at_least_what_there_is_now() {
        let now = resident_bytes(Pid::this()).unwrap().unwrap();
        // The system counts in batches for each core.
        assert!(peak_bytes(Pid::this()).unwrap().unwrap() > now / 2);
        assert_eq!(peak_bytes(Pid::from_raw(i32::MAX)).unwrap(), None);
    }

    #[test]
    fn each_process_counts_in_an_exact_sum() {
        let (watch, child) = (watch(None), Sleeper::start());
        let pids = [Pid::this(), Pid::from_raw(child.0.id() as i32)];
        let sum = watch.exact_bytes(&pids).unwrap();
        let [own, other] = pids.map(|pid| resident_bytes(pid).unwrap().unwrap());
        assert!(own > 0 && other > 0);
        // This process has other tests, so its memory changes meanwhile.
        assert!(sum >= own / 2 && sum <= 2 * (own + other), "{sum} of {own} and {other}");
    }

    #[test]
    fn files_in_memory_are_searched_at_the_first_sample_of_a_crowd_and_at_every_fourth() {
        let mut watch = watch(None);
        let due = [0, 1, 2, 3, 4].map(|samples| {
            watch.samples += u32::from(samples > 0);
            watch.is_search_due(MOST_SEARCHED + 1)
        });
        assert_eq!(due, [true, false, false, false, true]);
        watch.samples = 1;
        assert!(watch.is_search_due(MOST_SEARCHED));
    }

    #[test]
    fn the_nearer_the_limit_the_sooner_is_the_next_sample() {
        let cores = thread::available_parallelism().map_or(1, NonZero::get) as u64;
        assert_eq!(time_to_take(4000 * cores * 7), Duration::from_micros(7));
        assert_eq!(time_to_take(0), Duration::ZERO);
    }

    #[test]
    fn the_limit_of_the_system_is_four_times_as_much_and_one_gigabyte_at_least() {
        assert_eq!(data_bytes(768 << 20), 3 << 30);
        assert_eq!(data_bytes(1 << 20), 1 << 30);
        assert_eq!(data_bytes(u64::MAX), u64::MAX);
    }
}

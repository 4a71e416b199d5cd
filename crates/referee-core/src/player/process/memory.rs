//! Watches the memory of a program and of all that it starts, and counts their processes and threads.
//!
//! There are three checks. Each finds cases that the one before it misses:
//!
//! 1. **Samples.** While the referee waits for the program, it looks at the memory of all its
//!    processes every few milliseconds ([`Holdings`]). The first sample comes only after [`FIRST_SAMPLE`], so that
//!    a program that answers at once costs nothing. The nearer a program is to its limit, the sooner comes
//!    the next sample.
//! 2. **The peak**, which the system reports when a program has ended by itself.
//! 3. **A limit of the system** ([`data_bytes`]), so that no program takes the whole machine between
//!    two samples. An allocation then fails, and the program mostly says so on its standard error
//!    before it ends ([`OUT_OF_MEMORY_MESSAGES`]).
//!
//! What the system itself counts is not sampled.

use std::io;
use std::time::{Duration, Instant};

use super::promises::{Held, Holdings};
use crate::game::Fault;
use crate::system::number_of_cores;

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
    holdings: Box<dyn Holdings>,
    last_sample: Instant,
    next_sample: Option<Instant>,
}

impl MemoryWatch {
    /// Watches the memory, and the number of processes and threads, of a program with these limits. What the system
    /// itself limits is `None`, and so is what is not limited.
    pub(super) fn new(
        holdings: Box<dyn Holdings>,
        limit_bytes: Option<u64>,
        most_threads: Option<u32>,
    ) -> Self {
        let last_sample = Instant::now();
        let is_sampled = limit_bytes.is_some() || most_threads.is_some();
        let next_sample = is_sampled.then_some(last_sample + INTERVAL_IDLE);
        Self { limit_bytes, most_threads, holdings, last_sample, next_sample }
    }

    /// Whether the system has ended the program because it took too much memory.
    pub fn ran_out(&self) -> bool {
        self.holdings.ran_out()
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
        let Held { bytes: used, has_too_many } =
            self.holdings.look(self.limit_bytes, self.most_threads)?;
        if let Some(most) = self.most_threads.filter(|_| has_too_many) {
            self.stop();
            return Ok(Some((Fault::Exit, threads_message(most))));
        }
        let limit = self.limit_bytes.unwrap_or(u64::MAX);
        self.last_sample = Instant::now();
        let sampling = self.last_sample - began;
        // The program must not get far beyond its limit before the next sample.
        let most = time_to_take(limit.saturating_sub(used)).max(sampling / 2);
        self.next_sample = Some(self.last_sample + pause(asked, sampling).min(most));
        Ok((used > limit).then(|| (Fault::OutOfMemory, memory_message(used, limit))))
    }
}

/// The pause after a sample that took `sampling`.
fn pause(asked: bool, sampling: Duration) -> Duration {
    let interval = if asked { INTERVAL_ASKED } else { INTERVAL_IDLE };
    interval.max(PAUSE_PER_SAMPLE * sampling)
}

/// The shortest time in which a program can take this many bytes.
fn time_to_take(bytes: u64) -> Duration {
    /// The fastest rate of one core, page by page.
    const BYTES_PER_MICRO: u64 = 4000;
    let cores = number_of_cores() as u64;
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

    /// A program that holds two bytes.
    struct TwoBytes;

    impl Holdings for TwoBytes {
        fn look(&mut self, _: Option<u64>, threads: Option<u32>) -> io::Result<Held> {
            Ok(Held { bytes: 2, has_too_many: threads == Some(0) })
        }
    }

    fn watch(limit_bytes: Option<u64>) -> MemoryWatch {
        MemoryWatch::new(Box::new(TwoBytes), limit_bytes, None)
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
    fn too_many_processes_are_a_fault() {
        for (most, expected) in [(0, Some(Fault::Exit)), (1, None)] {
            let mut watch = MemoryWatch::new(Box::new(TwoBytes), None, Some(most));
            let due = watch.next_sample().unwrap();
            let found = watch.sample_if_due(due, true).unwrap();
            assert_eq!(found.map(|(fault, _)| fault), expected);
        }
    }

    #[test]
    fn the_nearer_the_limit_the_sooner_is_the_next_sample() {
        let cores = number_of_cores() as u64;
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

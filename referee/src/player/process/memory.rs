//! Watches how much memory a bot has.
//!
//! Three nets, each for what the one before lets through:
//!
//! 1. **Samples.** While a bot is waited for, the resident memory of all its processes is read
//!    every few milliseconds, the first time only after [`FIRST`], so that a bot that answers at
//!    once costs nothing. A sum above the limit is checked against the proportional share, which
//!    does not count twice what forked processes have in common.
//! 2. **The peak**, which the system reports when a bot has ended by itself.
//! 3. **A bound of the system** ([`data_bytes`]), so that no bot takes the whole machine between two
//!    samples: an allocation fails, and what the bot says as it dies gives it away ([`CONFESSIONS`]).

use std::fs;
use std::io::{self, ErrorKind};
use std::time::{Duration, Instant};

use nix::errno::Errno;
use nix::unistd::{Pid, SysconfVar, sysconf};

/// A bot that answers within this time is not sampled, unless the last time is [`LONGEST`] ago.
const FIRST: Duration = Duration::from_millis(2);
/// Time between samples of a bot that is waited for.
const ASKED: Duration = Duration::from_millis(5);
/// Time between samples of a bot that is not, while others are.
const IDLE: Duration = Duration::from_millis(50);
/// After this time even a bot that always answers at once is sampled.
const LONGEST: Duration = Duration::from_millis(250);
/// A sample of many processes and threads takes long; at most this part of the time goes into it.
const LEAST_REST: u32 = 20;
/// New processes are looked for in every so manieth sample.
const LOOK_AROUND: u32 = 8;

/// What runtimes print when an allocation fails. This is a heuristic: it only decides whether a bot
/// that has died is called out of memory or crashed.
pub const CONFESSIONS: [&str; 11] = [
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
    "Cannot allocate memory",                   // the C library's own words
];

/// The bound on the private writable memory of each process (`RLIMIT_DATA`) for a limit on
/// resident memory: four times as much, and 1 GB at least.
///
/// Of the bounds that a process can be given this is the one that fits: `RLIMIT_RSS` does nothing
/// on Linux; `RLIMIT_AS` counts what is merely reserved, and the JVM and V8 reserve many times what
/// they use, without access rights, which `RLIMIT_DATA` leaves out. It must be generous all the
/// same, since it counts tables and stacks of threads that are never touched.
pub fn data_bytes(limit_bytes: u64) -> u64 {
    limit_bytes.saturating_mul(4).max(1 << 30)
}

/// Reads the memory of one bot from time to time.
pub struct Watch {
    limit_bytes: Option<u64>,
    page_bytes: u64,
    keeper: Pid,
    /// The bot's processes as last seen.
    processes: Vec<Pid>,
    samples: u32,
    last: Instant,
    next: Option<Instant>,
}

impl Watch {
    /// Watches all that stands below `keeper`.
    pub fn new(limit_bytes: Option<u64>, keeper: Pid) -> Self {
        let page_bytes = sysconf(SysconfVar::PAGE_SIZE).ok().flatten().unwrap_or(4096) as u64;
        let now = Instant::now();
        let next = limit_bytes.map(|_| now + IDLE);
        Self { limit_bytes, page_bytes, keeper, processes: Vec::new(), samples: 0, last: now, next }
    }

    /// When to call [`look`](Self::look) next.
    pub fn next(&self) -> Option<Instant> {
        self.next
    }

    /// The bot begins to think.
    pub fn asked(&mut self, now: Instant) {
        self.next = self.next.map(|_| (now + FIRST).max(self.last + ASKED));
    }

    /// The bot has answered.
    pub fn answered(&mut self, now: Instant) {
        let due = now >= self.last + LONGEST;
        self.next = self.next.map(|_| if due { now } else { now + IDLE });
    }

    /// The bot has ended: there is nothing to watch.
    pub fn stop(&mut self) {
        self.next = None;
    }

    /// Takes a sample if it is time, and gives the memory in bytes if that is too much.
    ///
    /// # Errors
    /// The referee itself is short of files or memory.
    pub fn look(&mut self, now: Instant, asked: bool) -> io::Result<Option<u64>> {
        let Some(limit) = self.limit_bytes.filter(|_| self.next.is_some_and(|next| next <= now))
        else {
            return Ok(None);
        };
        let began = Instant::now();
        let resident = self.sample(limit)?;
        self.last = Instant::now();
        let pace = if asked { ASKED } else { IDLE };
        self.next = Some(self.last + pace.max(LEAST_REST * (self.last - began)));
        Ok((resident > limit).then_some(resident))
    }

    /// The memory of all processes, exact only if it is above the limit.
    fn sample(&mut self, limit: u64) -> io::Result<u64> {
        let mut gone = false;
        let mut resident = 0;
        if self.samples.is_multiple_of(LOOK_AROUND) {
            self.look_around()?;
        }
        self.samples += 1;
        for &process in &self.processes {
            match self.resident_bytes(process)? {
                Some(bytes) => resident += bytes,
                None => gone = true,
            }
        }
        if gone {
            self.samples = 0;
        }
        if resident <= limit || self.processes.len() < 2 {
            return Ok(resident);
        }
        let mut shares = 0;
        for &process in &self.processes {
            let share = match proportional_bytes(process)? {
                None => self.resident_bytes(process)?,
                share => share,
            };
            shares += share.unwrap_or(0);
        }
        Ok(shares)
    }

    /// Finds all processes below the keeper.
    fn look_around(&mut self) -> io::Result<()> {
        self.processes.clear();
        self.processes.extend(children(self.keeper)?);
        let mut known = 0;
        while known < self.processes.len() {
            let process = self.processes[known];
            self.processes.extend(children(process)?);
            known += 1;
        }
        Ok(())
    }

    /// Resident memory of a process; `None` if it is gone.
    fn resident_bytes(&self, process: Pid) -> io::Result<Option<u64>> {
        let text = forgive(fs::read_to_string(format!("/proc/{process}/statm")))?;
        let pages = text.split_ascii_whitespace().nth(1).and_then(|pages| pages.parse().ok());
        Ok(pages.map(|pages: u64| pages * self.page_bytes))
    }
}

/// A process's share of the memory that it has, in bytes; `None` where the system does not tell.
fn proportional_bytes(process: Pid) -> io::Result<Option<u64>> {
    let text = forgive(fs::read_to_string(format!("/proc/{process}/smaps_rollup")))?;
    let line = text.lines().find_map(|line| line.strip_prefix("Pss:"));
    let kib = line.and_then(|line| line.trim().strip_suffix("kB")?.trim().parse::<u64>().ok());
    Ok(kib.map(|kib| kib * 1024))
}

/// The children of all threads of a process.
fn children(process: Pid) -> io::Result<Vec<Pid>> {
    let mut found = Vec::new();
    let threads = match fs::read_dir(format!("/proc/{process}/task")) {
        Ok(threads) => threads,
        Err(error) => return forgive(Err(error)).map(|()| found),
    };
    for thread in threads {
        let Ok(thread) = thread else { break };
        let list = forgive(fs::read_to_string(thread.path().join("children")))?;
        let pids = list.split_ascii_whitespace().filter_map(|pid| pid.parse().ok());
        found.extend(pids.map(Pid::from_raw));
    }
    Ok(found)
}

/// A process may go at any time, and then it has nothing; but the referee's own want of files or
/// memory must not be taken for that.
fn forgive<T: Default>(read: io::Result<T>) -> io::Result<T> {
    match read {
        Err(error)
            if error.kind() == ErrorKind::OutOfMemory
                || [Errno::EMFILE, Errno::ENFILE, Errno::ENOMEM]
                    .iter()
                    .any(|&errno| error.raw_os_error() == Some(errno as i32)) =>
        {
            Err(error)
        }
        Err(_) => Ok(T::default()),
        read => read,
    }
}

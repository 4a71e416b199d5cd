//! What a program holds: the memory of all its processes, and how many processes and threads there are.
//!
//! Resident memory counts a page once for each process that has it; so a sum above the limit is checked against the
//! proportional set size, which divides a page among the processes that share it. A child between `vfork` and `exec` has
//! the memory of its parent, and does not count. Page tables and huge pages count as
//! well. Files that exist only in memory count by their size, mapped or not (`held_files.rs`), and so does what the kernel
//! may keep for many open files.
//!
//! A program in a control group of its own (`control_group.rs`) is not sampled: the kernel counts there.

use std::io;

use nix::sys::signal::{Signal, kill};
use nix::unistd::Pid;

use super::control_group::ControlGroup;
use super::family::Family;
use super::guard::InForce;
use super::held_files::HeldFiles;
use super::process_memory::{peak_bytes, resident_bytes, unseen_bytes, uses_memory_of_parent};
use crate::player::process::memory::MemoryWatch;
use crate::player::process::promises::{Held, Holdings};

/// The open files of more processes than these are searched for files in memory only now and then,
const MOST_SEARCHED: usize = 16;
/// in one of this many samples.
const SAMPLES_PER_SEARCH: u32 = 4;
/// The peaks of processes are read if there are at most this many processes.
const MOST_PEAKS: usize = 4;

/// The processes that descend from a supervisor, and what they hold.
pub(super) struct ProcessHoldings {
    supervisor: Pid,
    /// The files in memory that the last search found.
    held: HeldFiles,
    /// Number of samples.
    samples: u32,
    /// The exact memory divided by the sum over all processes, when it was last counted exactly.
    unshared: f64,
    /// The control group in which the kernel counts its memory, if any.
    group: Option<ControlGroup>,
}

/// Watches a program with these limits, of which the kernel holds what `in_force` says.
pub(super) fn watch(
    group: Option<ControlGroup>,
    limits: (Option<u64>, u32),
    in_force: InForce,
    supervisor: Pid,
) -> MemoryWatch {
    let (memory_bytes, most_threads) = limits;
    let group = group.filter(|_| in_force.has(InForce::MEMORY_GROUP));
    let sampled = if group.is_some() { None } else { memory_bytes };
    let counted = (!in_force.has(InForce::THREADS)).then_some(most_threads);
    let holdings = ProcessHoldings { group, ..ProcessHoldings::of(supervisor) };
    MemoryWatch::new(Box::new(holdings), sampled, counted)
}

impl Holdings for ProcessHoldings {
    fn look(&mut self, bytes: Option<u64>, threads: Option<u32>) -> io::Result<Held> {
        let (family, is_whole) = Family::of_at_most(self.supervisor, threads)?;
        if threads.is_some() && !is_whole {
            return Ok(Held { bytes: 0, has_too_many: true });
        }
        let bytes = match bytes {
            Some(limit) => self.used_bytes(&family.processes, limit)?,
            None => 0,
        };
        Ok(Held { bytes, has_too_many: false })
    }

    fn ran_out(&self) -> bool {
        self.group.as_ref().is_some_and(ControlGroup::ran_out_of_memory)
    }
}

impl ProcessHoldings {
    /// All processes that descend from `supervisor`.
    fn of(supervisor: Pid) -> Self {
        Self { supervisor, held: HeldFiles::default(), samples: 0, unshared: 1.0, group: None }
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
        let most = self.most_bytes(processes)?;
        if most <= limit || (processes.len() < 2 && self.held.is_empty()) {
            return Ok(most);
        }
        let processes = &with_own_memory(processes)?[..];
        let most = self.most_bytes(processes)?;
        if most <= limit {
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

    /// The memory of all processes in bytes, with each shared page counted for each process that has it.
    fn most_bytes(&self, processes: &[Pid]) -> io::Result<u64> {
        let mut sum = self.held.bytes();
        for &process in processes {
            sum += resident_bytes(process)?.unwrap_or(0);
        }
        Ok(sum)
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

/// The processes without those that use the memory of another one.
fn with_own_memory(processes: &[Pid]) -> io::Result<Vec<Pid>> {
    let mut own = Vec::with_capacity(processes.len());
    for &process in processes {
        if !uses_memory_of_parent(process, processes)? {
            own.push(process);
        }
    }
    Ok(own)
}

fn signal_all(processes: &[Pid], signal: Signal) {
    for &process in processes {
        let _ = kill(process, signal);
    }
}

#[cfg(test)]
mod tests {
    use nix::libc;

    use super::*;

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

    fn own() -> ProcessHoldings {
        ProcessHoldings::of(Pid::this())
    }

    #[test]
    fn a_process_that_has_ended_has_no_memory() {
        let ended = Pid::from_raw(i32::MAX);
        let mut holdings = ProcessHoldings::of(ended);
        assert_eq!(holdings.used_bytes(&[ended], 1 << 40).unwrap(), 0);
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
        let (holdings, child) = (own(), Sleeper::start());
        let pids = [Pid::this(), Pid::from_raw(child.0.id() as i32)];
        let sum = holdings.exact_bytes(&pids).unwrap();
        let [own, other] = pids.map(|pid| resident_bytes(pid).unwrap().unwrap());
        assert!(own > 0 && other > 0);
        // This process has other tests, so its memory changes meanwhile.
        assert!(sum >= own / 2 && sum <= 2 * (own + other), "{sum} of {own} and {other}");
    }

    extern "C" fn wait_for_a_signal(_: *mut libc::c_void) -> libc::c_int {
        // SAFETY: the call only waits.
        unsafe { libc::pause() }
    }

    #[test]
    fn a_child_with_the_memory_of_its_parent_does_not_count() {
        let mut stack = vec![0_u128; 4096];
        let flags = libc::CLONE_VM | libc::SIGCHLD;
        let end = stack.as_mut_ptr_range().end.cast();
        // SAFETY: the child uses the end of its own stack, which outlives it, and only waits.
        let child = unsafe { libc::clone(wait_for_a_signal, end, flags, std::ptr::null_mut()) };
        assert!(child > 0);
        let (twin, other) = (Pid::from_raw(child), Sleeper::start());
        let other = Pid::from_raw(other.0.id() as i32);
        let found = with_own_memory(&[Pid::this(), twin, other]).unwrap();
        let alone = with_own_memory(&[twin]).unwrap();
        kill(twin, Signal::SIGKILL).unwrap();
        nix::sys::wait::waitpid(twin, None).unwrap();
        assert_eq!((found, alone), (vec![Pid::this(), other], vec![twin]));
    }

    #[test]
    fn files_in_memory_are_searched_at_the_first_sample_of_a_crowd_and_at_every_fourth() {
        let mut holdings = own();
        let due = [0, 1, 2, 3, 4].map(|samples| {
            holdings.samples += u32::from(samples > 0);
            holdings.is_search_due(MOST_SEARCHED + 1)
        });
        assert_eq!(due, [true, false, false, false, true]);
        holdings.samples = 1;
        assert!(holdings.is_search_due(MOST_SEARCHED));
    }
}

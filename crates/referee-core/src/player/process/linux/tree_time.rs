//! The CPU time of all processes of a program, including those that have ended.
//!
//! The system counts for each process the time of all its threads, including those that have ended (the clock of
//! `clock_getcpuclockid`), and, in ticks, the time of the children that it has waited for (`/proc/PID/stat`). A child that
//! nobody waits for becomes a child of the supervisor, which waits for it. So the sum over the program and its supervisor
//! contains everybody, with one exception: a process that ignores the end of its children (`SIGCHLD`). The system then
//! forgets them. That is noticed: a child has ended, and its parent has not got its page faults.

use std::collections::BTreeMap;
use std::fs;
use std::io;
use std::time::Duration;

use nix::libc;
use nix::unistd::{Pid, SysconfVar, sysconf};

use super::family::empty_if_ended;

/// The figures of one process.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
struct Process {
    /// When it was started: another process may get its number.
    started: u64,
    parent: i32,
    /// CPU time of all its threads.
    ran_nanos: i64,
    /// CPU time of the children that it waited for, and of those that they waited for.
    children_nanos: i64,
    /// Page faults of the same.
    children_faults: u64,
}

/// The CPU time of a program since [`start`](TreeTime::start).
#[derive(Debug)]
pub(super) struct TreeTime {
    supervisor: Pid,
    processes: BTreeMap<Pid, Process>,
    /// Whether the figures of children are those at the start.
    knows_children: bool,
    /// Time of processes while they were seen.
    seen_nanos: i64,
    /// Time of children that were waited for since the start, minus what they had used before they were last seen.
    waited_nanos: i64,
    has_waited: bool,
    forgets_children: bool,
}

impl TreeTime {
    pub(super) fn new(supervisor: Pid) -> Self {
        Self {
            supervisor,
            processes: BTreeMap::new(),
            knows_children: false,
            seen_nanos: 0,
            waited_nanos: 0,
            has_waited: false,
            forgets_children: false,
        }
    }

    /// Starts anew. The times of the known processes are read, those of their children at the next look.
    pub(super) fn start(&mut self) {
        (self.seen_nanos, self.waited_nanos) = (0, 0);
        (self.has_waited, self.knows_children) = (false, false);
        for (&pid, process) in &mut self.processes {
            if let Some(nanos) = clock_nanos(pid) {
                process.ran_nanos = nanos;
            }
        }
    }

    /// The last look was at the start, so that it has the times of children before the start.
    pub(super) fn knows_children(&mut self) {
        self.knows_children = true;
    }

    /// Reads the times of all processes. Returns how long the program ran since the last look, as far as it was seen.
    ///
    /// # Errors
    /// If the referee itself is short of files or memory.
    pub(super) fn look(&mut self, family: &[Pid]) -> io::Result<i64> {
        let mut found = BTreeMap::new();
        for &pid in family.iter().chain([&self.supervisor]) {
            let Some(ran_nanos) = clock_nanos(pid) else { continue };
            let stat = empty_if_ended(fs::read_to_string(format!("/proc/{pid}/stat")))?;
            let Some(process) = parse(&stat, ran_nanos) else { continue };
            found.insert(pid, process);
        }
        Ok(self.replace(found))
    }

    /// Takes new figures; returns how long the program was seen to run since the last ones.
    fn replace(&mut self, found: BTreeMap<Pid, Process>) -> i64 {
        let before = std::mem::replace(&mut self.processes, found);
        let same = |pid: &Pid, process: &Process| {
            before.get(pid).filter(|before| before.started == process.started)
        };
        let mut seen_nanos = 0;
        for (pid, process) in &self.processes {
            let before = same(pid, process).copied().unwrap_or_default();
            seen_nanos += process.ran_nanos - before.ran_nanos;
            if self.knows_children {
                let children_nanos = process.children_nanos - before.children_nanos;
                self.waited_nanos += children_nanos;
                self.has_waited |= children_nanos > 0;
            }
        }
        for (pid, process) in &before {
            let lives = self.processes.get(pid).is_some_and(|it| it.started == process.started);
            if lives || !self.knows_children {
                continue;
            }
            self.waited_nanos -= process.ran_nanos + process.children_nanos;
            let parent = Pid::from_raw(process.parent);
            let faults = |all: &BTreeMap<Pid, Process>| {
                all.get(&parent).map(|parent| (parent.started, parent.children_faults))
            };
            // A parent that has ended as well leaves its children to the supervisor.
            let unchanged = faults(&before).is_some() && faults(&before) == faults(&self.processes);
            self.forgets_children |= unchanged;
        }
        self.knows_children = true;
        self.seen_nanos += seen_nanos;
        seen_nanos
    }

    /// The CPU time since the start. The time of children is known in ticks, so this is what they used at least.
    pub(super) fn ran(&self) -> Duration {
        let slack = if self.has_waited { 2 * tick_nanos() } else { 0 };
        let with_children = self.seen_nanos + self.waited_nanos - slack;
        Duration::from_nanos(self.seen_nanos.max(with_children).max(0) as u64)
    }

    /// Whether the system has forgotten children of the program, whose time is unknown.
    pub(super) fn forgets_children(&self) -> bool {
        self.forgets_children
    }
}

/// The unit of times in `/proc/PID/stat`.
fn tick_nanos() -> i64 {
    let per_second = sysconf(SysconfVar::CLK_TCK).ok().flatten().unwrap_or(100);
    1_000_000_000 / per_second.max(1)
}

/// The CPU time of all threads of a process, including those that have ended; `None` if it has ended.
fn clock_nanos(pid: Pid) -> Option<i64> {
    /// The clock that counts what the scheduler counts.
    const SCHEDULER: i32 = 2;
    // The number of a process's clock, as `clock_getcpuclockid` computes it.
    let clock = (!pid.as_raw() << 3) | SCHEDULER;
    clock_time(clock).map(|time| time.as_nanos() as i64)
}

fn clock_time(clock: libc::clockid_t) -> Option<Duration> {
    let mut time = libc::timespec { tv_sec: 0, tv_nsec: 0 };
    // SAFETY: the call writes one value of this type.
    let read = unsafe { libc::clock_gettime(clock, &raw mut time) };
    (read == 0).then(|| Duration::new(time.tv_sec as u64, time.tv_nsec as u32))
}

/// The figures in the text of `/proc/PID/stat`.
fn parse(stat: &str, ran_nanos: i64) -> Option<Process> {
    let (_, rest) = stat.rsplit_once(") ")?;
    let fields: Vec<&str> = rest.split_ascii_whitespace().take(20).collect();
    // Numbers of fields as in `man 5 proc`; the state is the third.
    let field = |number: usize| fields.get(number - 3)?.parse::<i64>().ok();
    Some(Process {
        started: field(22)? as u64,
        parent: field(4)? as i32,
        ran_nanos,
        children_nanos: (field(16)? + field(17)?) * tick_nanos(),
        children_faults: field(11)? as u64,
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::system::own_thread_time;

    const MILLI: i64 = 1_000_000;

    fn process(parent: i32, ran: i64, children: i64, children_faults: u64) -> Process {
        let (ran_nanos, children_nanos) = (ran * MILLI, children * MILLI);
        Process { started: 5, parent, ran_nanos, children_nanos, children_faults }
    }

    fn at(all: &[(i32, Process)]) -> BTreeMap<Pid, Process> {
        all.iter().map(|&(pid, process)| (Pid::from_raw(pid), process)).collect()
    }

    /// A program 2 under a supervisor 1 that has run for 10 ms, and a child 3 that has run for 7.
    fn watched() -> TreeTime {
        let mut time = TreeTime::new(Pid::from_raw(1));
        let child = (3, process(2, 7, 0, 0));
        time.replace(at(&[(1, process(0, 0, 0, 0)), (2, process(1, 10, 0, 0)), child]));
        (time.seen_nanos, time.waited_nanos) = (0, 0);
        time
    }

    fn millis(time: &TreeTime) -> u128 {
        time.ran().as_millis()
    }

    #[test]
    fn the_time_of_all_that_is_seen_is_added_up() {
        let mut time = watched();
        let more = [(1, process(0, 1, 0, 0)), (2, process(1, 12, 0, 0)), (3, process(2, 11, 0, 0))];
        assert_eq!(time.replace(at(&more)), 7 * MILLI);
        assert_eq!((millis(&time), time.forgets_children()), (7, false));
        // Another process with the same number has used all of its time since.
        let other = Process { started: 6, ..process(2, 4, 0, 0) };
        let parent = process(1, 12, 10, 1);
        assert_eq!(
            time.replace(at(&[(1, process(0, 1, 0, 0)), (2, parent), (3, other)])),
            4 * MILLI
        );
    }

    #[test]
    fn a_child_that_was_waited_for_has_its_whole_time() {
        let mut time = watched();
        // It ran for 60 ms in all, of which 7 were before, and 20 may be an error of the ticks.
        time.replace(at(&[(1, process(0, 0, 0, 0)), (2, process(1, 10, 60, 9))]));
        assert_eq!((millis(&time), time.forgets_children()), (33, false));
        // Workers that are never seen.
        time.replace(at(&[(1, process(0, 0, 0, 0)), (2, process(1, 10, 660, 99))]));
        assert_eq!(millis(&time), 633);
    }

    #[test]
    fn an_orphan_is_waited_for_by_the_supervisor() {
        let mut time = watched();
        time.replace(at(&[(1, process(0, 0, 90, 9)), (2, process(1, 10, 0, 0))]));
        assert_eq!((millis(&time), time.forgets_children()), (63, true));
        let mut time = watched();
        time.replace(at(&[(1, process(0, 0, 90, 9))]));
        assert_eq!((millis(&time), time.forgets_children()), (90 - 17 - 20, false));
    }

    #[test]
    fn a_child_that_nobody_waited_for_is_missed() {
        let mut time = watched();
        time.replace(at(&[(1, process(0, 0, 0, 0)), (2, process(1, 10, 0, 0))]));
        assert_eq!((millis(&time), time.forgets_children()), (0, true));
    }

    #[test]
    fn the_time_of_a_real_process_is_read() {
        let mut time = TreeTime::new(Pid::this());
        time.look(&[]).unwrap();
        time.start();
        let before = own_thread_time();
        while own_thread_time() < before + Duration::from_millis(3) {}
        time.look(&[]).unwrap();
        assert!(time.ran() >= Duration::from_millis(3), "{time:?}");
        assert_eq!(clock_nanos(Pid::from_raw(1 << 23)), None);
        assert_eq!(parse("", 0), None);
    }
}

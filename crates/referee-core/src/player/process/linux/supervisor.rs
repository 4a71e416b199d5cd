//! The supervisor: a small process between the referee and a program that ends everything the program starts.
//!
//! ```text
//! referee ──control pipe──► supervisor ──► program ──► its processes
//!    ▲  ▲                       │             │
//!    │  └──────reports──────────┘             │
//!    └───────── stdin, stdout, stderr ────────┘
//! ```
//!
//! The supervisor is the first process of a namespace of processes: the program sees only its own processes, and the
//! system kills all processes of the namespace when the supervisor ends. Without namespaces, a process can leave the
//! program's group (`setsid`), and when its parent ends, it is no longer related to the program. The system gives such orphans to the supervisor
//! (`PR_SET_CHILD_SUBREAPER`). So everything that the program ever started is a descendant of the
//! supervisor, which kills its children until there are none. It ends everything
//!
//! * when the program itself ends: it reports how, with the peak of its memory;
//! * when the control pipe closes: the referee has closed it, or has ended itself, `kill -9`
//!   included.
//!
//! If the supervisor is killed, the system kills the program too (`PR_SET_PDEATHSIG`).

mod child;
mod orphans;

use std::ffi::c_char;
use std::fs::File;
use std::io::{self, ErrorKind, Read};
use std::os::fd::{AsFd, AsRawFd, OwnedFd};
use std::time::{Duration, Instant};

use anyhow::{Context, Result, bail};
use nix::errno::Errno;
use nix::fcntl::{FcntlArg, OFlag, fcntl};
use nix::libc;
use nix::poll::{PollFd, PollFlags, PollTimeout, poll};
use nix::sys::signal::{SigSet, SigmaskHow, Signal, kill, killpg};
use nix::sys::wait::{WaitPidFlag, WaitStatus, waitpid};
use nix::unistd::{Pid, pipe2};

use super::calls::Purpose;
use super::control_group::ControlGroup;
use super::filter::{filter, for_the_system};
use super::guard::{Guard, InForce};
use super::mounts::places;
use super::prepared::{Prepared, StartError};
use super::stranger;
use super::thread_limit::ThreadLimit;
use crate::player::process::exit_status::ExitStatus;
use crate::player::process::started::{Streams, no_pipe};
use crate::system::{Reader, Writer};

/// How long the referee waits at most for killed processes to end. They need microseconds, or
/// milliseconds with much memory, unless a driver or a network file system holds them.
const LONGEST_WAIT_FOR_END: Duration = Duration::from_secs(5);
/// The longest wait for each later step, if the first wait was not enough.
const LONGEST_WAIT_AFTER_KILL: Duration = Duration::from_secs(1);

pub use orphans::{adopt_orphans, forget as ended, register as started_by_referee};

/// The referee's ends of all pipes.
struct OwnEnds {
    streams: Streams,
    control: OwnedFd,
    reports: File,
}

/// The other ends.
struct OtherEnds {
    /// Standard input, output and error of the program.
    streams: [OwnedFd; 3],
    control: OwnedFd,
    reports: OwnedFd,
}

fn open_pipes() -> Result<(OwnEnds, OtherEnds)> {
    let pipe = || pipe2(OFlag::O_CLOEXEC).map_err(no_pipe);
    let (program_input, input) = pipe()?;
    let (output, program_output) = pipe()?;
    let (stderr, program_stderr) = pipe()?;
    let (supervisor_control, control) = pipe()?;
    let (reports, supervisor_reports) = pipe()?;
    let set_up = "cannot set up a pipe";
    let streams = Streams {
        input: Writer::new(input).context(set_up)?,
        output: Reader::new(output).context(set_up)?,
        stderr: Reader::new(stderr).context(set_up)?,
    };
    let own = OwnEnds { streams, control, reports: reports.into() };
    let others = OtherEnds {
        streams: [program_input, program_output, program_stderr],
        control: supervisor_control,
        reports: supervisor_reports,
    };
    Ok((own, others))
}

fn set_nonblocking(file: impl AsFd) -> Result<()> {
    fcntl(file, FcntlArg::F_SETFL(OFlag::O_NONBLOCK)).context("cannot set up a pipe")?;
    Ok(())
}

/// The referee's handle of a supervisor and its program. Dropping it ends both.
pub struct Supervisor {
    process: Pid,
    program: Pid,
    in_force: InForce,
    /// Nothing is ever written to it. The supervisor waits for its end. `None` once it is closed.
    control: Option<OwnedFd>,
    reports: File,
    /// Whether the program has been stopped since this was last asked.
    was_stopped: bool,
    /// Whether the supervisor has ended and been waited for.
    is_closed: bool,
}

impl Supervisor {
    /// Starts a program under a supervisor, in namespaces of its own if the system gives them.
    /// Returns when the program runs, or cannot.
    ///
    /// # Errors
    /// A sentence for the user if the program cannot be started, or an error of the referee's own.
    pub fn start(launch: &Prepared) -> Result<(Self, Streams)> {
        let namespaces = if launch.namespaces { Guard::get().namespaces() } else { 0 };
        if namespaces != 0 {
            if let Some(started) = Self::start_in(namespaces, launch)? {
                return Ok(started);
            }
            Guard::namespaces_refused();
        }
        let started = Self::start_in(0, launch)?;
        started.context("the system refused namespaces that nobody asked for: report this bug")
    }

    /// Starts a program in namespaces; `None` if the system does not give them.
    fn start_in(namespaces: i32, launch: &Prepared) -> Result<Option<(Self, Streams)>> {
        let (own, others) = open_pipes()?;
        let forked = started_by_referee(|| fork_supervisor(launch, namespaces, &others));
        let process = match forked {
            Err(_) if namespaces != 0 => return Ok(None),
            process => process.context("cannot start another process: close other programs")?,
        };
        // Otherwise the referee would never see the end of a stream.
        drop(others);
        let OwnEnds { streams, control, reports } = own;
        let mut supervisor = Self {
            process,
            program: process,
            in_force: InForce::default(),
            control: Some(control),
            reports,
            was_stopped: false,
            is_closed: false,
        };
        let is_started = supervisor.wait_for_start(launch)?;
        set_nonblocking(&supervisor.reports)?;
        Ok(is_started.then_some((supervisor, streams)))
    }

    /// Waits for the first report: the program's process, or why it could not be started; `false` if namespaces are
    /// refused. If the supervisor ends without a report, that is reported when the program is asked.
    fn wait_for_start(&mut self, launch: &Prepared) -> Result<bool> {
        let Some(child::Report { kind, value, in_force, .. }) = self.read_report()? else {
            return Ok(true);
        };
        let error = io::Error::from_raw_os_error(value as i32);
        match kind {
            child::STARTED => {
                self.program = Pid::from_raw(value as i32);
                self.in_force = InForce(in_force);
                Ok(true)
            }
            child::NO_NAMESPACES => Ok(false),
            child::NOT_ISOLATED => stranger::explain_missing(value).map(|()| false),
            child::NO_FOLDER => Err(launch.explain(&StartError::Folder(error))),
            child::NO_PROGRAM => Err(launch.explain(&StartError::Program(error))),
            _ => bail!(error),
        }
    }

    /// The active isolation measures.
    pub fn in_force(&self) -> InForce {
        self.in_force
    }

    /// The program's process.
    pub fn program(&self) -> Pid {
        self.program
    }

    /// The supervisor's process. Everything that the program started descends from it.
    pub fn pid(&self) -> Pid {
        self.process
    }

    /// The file that can be read when the program has ended.
    pub fn reports(&self) -> &File {
        &self.reports
    }

    /// How the program ended, if it has. To be called when [`reports`](Self::reports) can be read.
    ///
    /// A supervisor that ends before its program, or that sends a malformed report, was attacked by the program, because
    /// no other process can reach it. The game is then not void, because a void game would be replayed.
    ///
    /// # Errors
    /// The pipe of the reports cannot be read.
    pub fn exit_status(&mut self) -> io::Result<Option<ExitStatus>> {
        let mut report = self.read_report();
        while matches!(&report, Ok(Some(report)) if report.kind == child::STOPPED) {
            self.was_stopped = true;
            report = self.read_report();
        }
        match report {
            Ok(Some(report)) if report.kind == child::ENDED => {
                let is_own = report.peak_kib > report.base_kib;
                let peak_bytes = is_own.then_some(report.peak_kib as u64 * 1024);
                Ok(Some(ended_with(report.value as i32, peak_bytes)))
            }
            Err(error) if error.kind() == ErrorKind::WouldBlock => Ok(None),
            Ok(_) => Ok(Some(self.unsupervised())),
            Err(error) if error.kind() == ErrorKind::InvalidData => Ok(Some(self.unsupervised())),
            Err(error) => Err(error),
        }
    }

    /// Whether a signal has stopped the program since the last call, as far as the reports that were read say.
    pub fn take_stopped(&mut self) -> bool {
        std::mem::take(&mut self.was_stopped)
    }

    /// Ends a program whose supervisor has failed.
    fn unsupervised(&mut self) -> ExitStatus {
        // The system kills a program whose supervisor ends. Processes that it started may live.
        if self.program != self.process {
            let _ = killpg(self.program, Signal::SIGKILL);
        }
        // Files of a process are closed before its children get a new parent. The referee is their parent only after
        // it has waited for the supervisor.
        if !self.is_closed {
            let _ = kill(self.process, Signal::SIGKILL);
            self.close();
        }
        orphans::kill_all();
        ExitStatus::without_supervisor()
    }

    /// Begins to end the program and all that it started, without waiting.
    pub fn begin_close(&mut self) {
        self.control = None;
    }

    /// Ends the program and all that it started, and waits for their end for a limited time.
    pub fn close(&mut self) {
        self.begin_close();
        if self.is_closed {
            return;
        }
        self.is_closed = true;
        if !self.ended_within(LONGEST_WAIT_FOR_END) {
            let _ = kill(self.process, Signal::SIGKILL);
            self.ended_within(LONGEST_WAIT_AFTER_KILL);
        }
        // A supervisor that has closed its files ends at once. The wait for one that cannot be killed is limited.
        let until = Instant::now() + LONGEST_WAIT_AFTER_KILL;
        while waitpid(self.process, Some(WaitPidFlag::WNOHANG)) == Ok(WaitStatus::StillAlive)
            && Instant::now() < until
        {
            std::thread::yield_now();
        }
        ended(self.process);
    }

    /// Waits until the supervisor has closed its end of the reports.
    fn ended_within(&mut self, longest: Duration) -> bool {
        let until = Instant::now() + longest;
        loop {
            let rest = until.saturating_duration_since(Instant::now());
            let timeout = PollTimeout::try_from(rest).unwrap_or(PollTimeout::ZERO);
            let mut fds = [PollFd::new(self.reports.as_fd(), PollFlags::POLLIN)];
            match poll(&mut fds, timeout) {
                Ok(0) => return false,
                Ok(_) => {}
                Err(Errno::EINTR) => continue,
                Err(_) => return false,
            }
            match self.reports.read(&mut [0; 64]) {
                Ok(0) => return true,
                Ok(_) => {}
                Err(error) if error.kind() == ErrorKind::Interrupted => {}
                Err(error) if error.kind() == ErrorKind::WouldBlock => {}
                Err(_) => return false,
            }
        }
    }

    /// Reads one report; `None` if the supervisor has ended.
    fn read_report(&mut self) -> io::Result<Option<child::Report>> {
        let mut bytes = [0; child::Report::BYTES];
        loop {
            // A pipe never splits writes that are as short as a report.
            return match self.reports.read(&mut bytes) {
                Ok(child::Report::BYTES) => Ok(Some(child::Report::from_bytes(bytes))),
                Ok(0) => Ok(None),
                Ok(_) => Err(ErrorKind::InvalidData.into()),
                Err(error) if error.kind() == ErrorKind::Interrupted => continue,
                Err(error) => Err(error),
            };
        }
    }
}

impl Drop for Supervisor {
    fn drop(&mut self) {
        self.close();
    }
}

/// Starts the supervisor's process, in new namespaces if `namespaces` says so. It starts the program.
fn fork_supervisor(launch: &Prepared, namespaces: i32, ends: &OtherEnds) -> nix::Result<Pid> {
    let argv = launch.argv();
    let envp = launch.envp();
    let guard = Guard::get();
    let isolation = launch.isolation.as_ref();
    let threads = ThreadLimit::new(launch.most_threads, namespaces);
    let filter = filter(Purpose {
        // In namespaces no other process can be reached.
        sees_others: namespaces == 0,
        is_on_cores: launch.cores.is_some(),
        is_stranger: isolation.is_some(),
        allowed: launch.syscalls,
    });
    let walled = launch.walled.as_ref();
    let kernels: Vec<*const c_char> =
        places().iter().map(|place| place.as_ptr()).chain([std::ptr::null()]).collect();
    let plan = child::Plan {
        program: launch.program.as_ptr(),
        argv: argv.as_ptr(),
        envp: envp.as_ptr(),
        folder: launch.folder.as_ref().map_or(std::ptr::null(), |folder| folder.as_ptr()),
        data_bytes: launch.data_bytes,
        processes: threads.processes,
        cores: launch.cores.as_ref().map_or(std::ptr::null(), std::ptr::from_ref),
        streams: ends.streams.each_ref().map(AsRawFd::as_raw_fd),
        control: ends.control.as_raw_fd(),
        reports: ends.reports.as_raw_fd(),
        guarding: child::Guarding {
            namespaces,
            namespaces_in_force: threads.in_force,
            pid_max: threads.pid_max.as_ref().map_or(std::ptr::null(), |text| text.as_ptr()),
            id_maps: [guard.uid_map.as_ptr(), guard.gid_map.as_ptr()],
            ruleset: match (isolation, walled) {
                (Some(isolation), _) => isolation.ruleset_fd(),
                (None, Some(walled)) => walled.ruleset_fd(),
                (None, None) => guard.ruleset_fd(),
            },
            ruleset_in_force: match (isolation, walled) {
                (Some(_), _) => guard.landlock_in_force() | InForce::FILES,
                (None, Some(walled)) => walled.landlock_in_force(),
                (None, None) => guard.landlock_in_force(),
            },
            walled: walled.map_or(std::ptr::null(), std::ptr::from_ref),
            filter: for_the_system(filter),
            scratch: launch.scratch.as_ref().map_or(std::ptr::null(), |path| path.as_ptr()),
            demanded: isolation.map_or(0, |isolation| isolation.demanded),
            is_root: guard.is_root,
            kernels: kernels.as_ptr(),
            group: launch.group.as_ref().map_or(-1, ControlGroup::members_fd),
        },
    };
    // No signal handler of the referee may run in the new process.
    let before = SigSet::all().thread_swap_mask(SigmaskHow::SIG_SETMASK)?;
    // SAFETY: the new process runs only `child::supervise`, which does only what is allowed after a
    // fork, and does not return.
    let forked = match unsafe { child::fork(namespaces) } {
        // SAFETY: this is the new process with all signals blocked, and the plan's pointers and files are valid.
        0 => unsafe { child::supervise(&plan) },
        -1 => Err(Errno::last()),
        pid => Ok(Pid::from_raw(pid)),
    };
    before.thread_set_mask()?;
    forked
}

/// The end that the system's `wait` reports.
fn ended_with(status: i32, peak_bytes: Option<u64>) -> ExitStatus {
    if libc::WIFEXITED(status) {
        ExitStatus::exited(libc::WEXITSTATUS(status) as u32, peak_bytes)
    } else {
        ExitStatus::killed(libc::WTERMSIG(status), peak_bytes)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_exit_status_is_shown_as_its_code_or_its_signal() {
        let shown = |status| ended_with(status, None).to_string();
        assert_eq!(shown(0), "exited with code 0");
        assert_eq!(shown(3 << 8), "exited with code 3");
        assert_eq!(shown(9), "killed by signal 9 (SIGKILL)");
        // With a core dump.
        assert_eq!(shown(0x8b), "killed by signal 11 (SIGSEGV)");
        // A real-time signal has no name.
        assert_eq!(shown(40), "killed by signal 40");
    }
}

//! The supervisor: a small process between the referee and a program, so that nothing that the
//! program starts is left running.
//!
//! ```text
//! referee ──control pipe──► supervisor ──► program ──► whatever it starts
//!    ▲  ▲                       │             │
//!    │  └──────reports──────────┘             │
//!    └───────── stdin, stdout, stderr ────────┘
//! ```
//!
//! The program has a process group of its own. But a process can leave the group (`setsid`), and
//! when its parent ends, nothing connects it to the program any more. The system gives such orphans
//! to the supervisor (`PR_SET_CHILD_SUBREAPER`). So everything that the program ever started is a
//! descendant of the supervisor, which kills its children until there are none. It does so
//!
//! * when the program itself ends: it reports how, with the peak of its memory;
//! * when the control pipe closes: the referee has closed it, or has ended itself, `kill -9`
//!   included.
//!
//! If the supervisor is killed, the system kills the program too (`PR_SET_PDEATHSIG`).

mod child;

use std::fmt;
use std::fs::File;
use std::io::{self, ErrorKind, Read};
use std::os::fd::{AsFd, AsRawFd, OwnedFd};
use std::time::{Duration, Instant};

use anyhow::{Context, Result, bail, ensure};
use nix::errno::Errno;
use nix::fcntl::{FcntlArg, OFlag, fcntl};
use nix::libc;
use nix::poll::{PollFd, PollFlags, PollTimeout, poll};
use nix::sys::signal::{SigSet, SigmaskHow, Signal, kill, killpg};
use nix::sys::wait::{WaitPidFlag, WaitStatus, waitpid};
use nix::unistd::{Pid, pipe2};

use super::launch::{Prepared, StartError};

/// How long the referee waits at most for killed processes to end. They need microseconds, or
/// milliseconds with much memory, unless a driver or a network file system holds them.
const LONGEST_WAIT_FOR_END: Duration = Duration::from_secs(5);
/// How long it waits at most for each later step, if the first wait was not enough.
const LONGEST_WAIT_AFTER_KILL: Duration = Duration::from_secs(1);

/// How a program ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ExitStatus {
    /// As `wait` gives it.
    status: i32,
    /// Most memory that the program had at one time, in bytes. The system's figure starts at what
    /// the referee had when it forked; `None` if the program did not take more than that.
    pub peak_bytes: Option<u64>,
}

impl ExitStatus {
    /// From the status that `wait` gives, and the peak.
    pub fn new(status: i32, peak_bytes: Option<u64>) -> Self {
        Self { status, peak_bytes }
    }

    /// Whether it ended by itself and with code 0.
    pub fn is_success(self) -> bool {
        libc::WIFEXITED(self.status) && libc::WEXITSTATUS(self.status) == 0
    }
}

impl fmt::Display for ExitStatus {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if libc::WIFEXITED(self.status) {
            return write!(f, "exited with code {}", libc::WEXITSTATUS(self.status));
        }
        let signal = libc::WTERMSIG(self.status);
        write!(f, "killed by signal {signal}")?;
        match Signal::try_from(signal) {
            Ok(signal) => write!(f, " ({signal})"),
            Err(_) => Ok(()),
        }
    }
}

/// The referee's ends of a program's three standard streams. None of them blocks.
pub struct Streams {
    /// Standard input.
    pub input: File,
    /// Standard output.
    pub output: File,
    /// Standard error.
    pub stderr: File,
}

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
    let pipe = || pipe2(OFlag::O_CLOEXEC).context("cannot open a pipe: close other programs");
    let (program_input, input) = pipe()?;
    let (output, program_output) = pipe()?;
    let (stderr, program_stderr) = pipe()?;
    let (supervisor_control, control) = pipe()?;
    let (reports, supervisor_reports) = pipe()?;
    for own in [&input, &output, &stderr] {
        set_nonblocking(own)?;
    }
    let streams = Streams { input: input.into(), output: output.into(), stderr: stderr.into() };
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
    /// Nothing is ever written to it. The supervisor waits for its end. `None` once it is closed.
    control: Option<OwnedFd>,
    reports: File,
    /// Whether the supervisor has ended and been waited for.
    is_closed: bool,
}

impl Supervisor {
    /// Starts a program under a supervisor. Returns when the program runs, or cannot.
    ///
    /// # Errors
    /// A sentence for the user if the program cannot be started, or an error of the referee's own.
    pub fn start(launch: &Prepared) -> Result<(Self, Streams)> {
        let (own, others) = open_pipes()?;
        let process = fork_supervisor(launch, &others)?;
        // Otherwise the referee would never see the end of a stream.
        drop(others);
        let OwnEnds { streams, control, reports } = own;
        let mut supervisor =
            Self { process, program: process, control: Some(control), reports, is_closed: false };
        supervisor.program = supervisor.wait_for_start(launch)?;
        set_nonblocking(&supervisor.reports)?;
        Ok((supervisor, streams))
    }

    /// Waits for the first report: the program's process, or why there is none.
    fn wait_for_start(&mut self, launch: &Prepared) -> Result<Pid> {
        let Some(child::Report { kind, value, .. }) = self.read_report()? else {
            bail!("another program killed the process that starts this one and supervises it");
        };
        let error = io::Error::from_raw_os_error(value as i32);
        match kind {
            child::STARTED => Ok(Pid::from_raw(value as i32)),
            child::NO_FOLDER => Err(launch.explain(&StartError::Folder(error))),
            child::NO_PROGRAM => Err(launch.explain(&StartError::Program(error))),
            _ => bail!(error),
        }
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
    /// # Errors
    /// The supervisor has been killed.
    pub fn exit_status(&mut self) -> Result<Option<ExitStatus>> {
        match self.read_report() {
            Ok(Some(report)) => {
                ensure!(
                    report.kind == child::ENDED,
                    "a report of an unknown kind: report this bug"
                );
                let is_own = report.peak_kib > report.base_kib;
                let peak_bytes = is_own.then_some(report.peak_kib as u64 * 1024);
                Ok(Some(ExitStatus::new(report.value as i32, peak_bytes)))
            }
            Ok(None) => {
                // The system has killed the program. Kill at least the rest of its group.
                let _ = killpg(self.program, Signal::SIGKILL);
                bail!("another program killed the process that supervises it")
            }
            Err(error) if error.kind() == ErrorKind::WouldBlock => Ok(None),
            Err(error) => Err(error.into()),
        }
    }

    /// Begins to end the program and all that it started, without waiting.
    pub fn begin_close(&mut self) {
        self.control = None;
    }

    /// Ends the program and all that it started, and waits for their end, but not for ever.
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
        // A supervisor that has closed its files ends at once. One that could not be ended must
        // not keep the referee waiting.
        let until = Instant::now() + LONGEST_WAIT_AFTER_KILL;
        while waitpid(self.process, Some(WaitPidFlag::WNOHANG)) == Ok(WaitStatus::StillAlive)
            && Instant::now() < until
        {
            std::thread::yield_now();
        }
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

/// Starts the supervisor's process, which starts the program.
fn fork_supervisor(launch: &Prepared, ends: &OtherEnds) -> Result<Pid> {
    let argv = launch.argv();
    let envp = launch.envp();
    let plan = child::Plan {
        program: launch.program.as_ptr(),
        argv: argv.as_ptr(),
        envp: envp.as_ptr(),
        folder: launch.folder.as_ref().map_or(std::ptr::null(), |folder| folder.as_ptr()),
        data_bytes: launch.data_bytes,
        streams: ends.streams.each_ref().map(AsRawFd::as_raw_fd),
        control: ends.control.as_raw_fd(),
        reports: ends.reports.as_raw_fd(),
    };
    // No signal handler of the referee may run in the new process.
    let before = SigSet::all().thread_swap_mask(SigmaskHow::SIG_SETMASK)?;
    // SAFETY: the new process runs only `child::supervise`, which does only what is allowed after a
    // fork, and does not return.
    let forked = match unsafe { libc::fork() } {
        0 => unsafe { child::supervise(&plan) },
        -1 => Err(Errno::last()),
        pid => Ok(Pid::from_raw(pid)),
    };
    before.thread_set_mask()?;
    forked.context("cannot start another process: close other programs")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn exit(status: i32) -> ExitStatus {
        ExitStatus::new(status, None)
    }

    #[test]
    fn an_exit_status_is_shown_as_its_code_or_its_signal() {
        assert_eq!(exit(0).to_string(), "exited with code 0");
        assert_eq!(exit(3 << 8).to_string(), "exited with code 3");
        assert_eq!(exit(9).to_string(), "killed by signal 9 (SIGKILL)");
        // A real-time signal has no name.
        assert_eq!(exit(40).to_string(), "killed by signal 40");
    }

    #[test]
    fn only_code_0_is_a_success() {
        assert!(exit(0).is_success());
        assert!(!exit(3 << 8).is_success());
        assert!(!exit(9).is_success());
    }
}

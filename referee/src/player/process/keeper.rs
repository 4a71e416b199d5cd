//! The keeper: a small process between the referee and a bot, so that nothing of a bot survives.
//!
//! ```text
//! referee ───lifeline──► keeper ──► bot ──► whatever it starts
//!    ▲  ▲                  │         │
//!    │  └──────report──────┘         │
//!    └──── stdin, stdout, stderr ────┘
//! ```
//!
//! The bot has a process group of its own, but a program that leaves it (`setsid`) and whose parent
//! ends would belong to nobody. Such orphans fall to the keeper (`PR_SET_CHILD_SUBREAPER`), so all
//! that a bot ever started stands below the keeper, however it was started, and the keeper kills
//! its children until there are none. It does so
//!
//! * when the bot itself ends (it reports how, and its peak of memory);
//! * when the lifeline closes: the referee let go, or died in whatever way, `kill -9` included.
//!
//! Should the keeper be killed, the bot dies with it (`PR_SET_PDEATHSIG`).

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

use super::launch::{Prepared, Refusal};

/// How long the referee waits at most for killed processes to go. They need microseconds, or
/// milliseconds with much memory, unless a driver or a network file holds them.
const PATIENCE: Duration = Duration::from_secs(5);

/// How a bot ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Death {
    status: i32,
    /// Most memory that it had at one time, in bytes, where the system tells: the figure starts at
    /// what the referee itself had when it forked, and means nothing below.
    pub peak_bytes: Option<u64>,
}

impl Death {
    /// Whether it ended by itself and with success.
    pub fn is_success(self) -> bool {
        libc::WIFEXITED(self.status) && libc::WEXITSTATUS(self.status) == 0
    }
}

impl fmt::Display for Death {
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

/// The referee's ends of a bot's three streams; none of them blocks.
pub struct Streams {
    /// Standard input.
    pub input: File,
    /// Standard output.
    pub output: File,
    /// Standard error.
    pub errors: File,
}

/// The referee's hold on a keeper and its bot. Dropped, it ends both.
pub struct Keeper {
    process: Pid,
    bot: Pid,
    /// Carries nothing: its end is the message. `None` once the bot is let go.
    lifeline: Option<OwnedFd>,
    report: File,
    /// Whether the keeper is gone and buried.
    gone: bool,
}

impl Keeper {
    /// Starts a bot. Returns when the program runs, or cannot.
    ///
    /// # Errors
    /// A sentence for the user if the program cannot be started, or the referee's own trouble.
    pub fn start(launch: &Prepared) -> Result<(Self, Streams)> {
        let pipe = || pipe2(OFlag::O_CLOEXEC).context("cannot open a pipe: close other programs");
        let (bot_input, input) = pipe()?;
        let (output, bot_output) = pipe()?;
        let (errors, bot_errors) = pipe()?;
        let (keeper_lifeline, lifeline) = pipe()?;
        let (report, keeper_report) = pipe()?;
        for ours in [&input, &output, &errors] {
            fcntl(ours, FcntlArg::F_SETFL(OFlag::O_NONBLOCK)).context("cannot set up a pipe")?;
        }
        let argv = launch.argv();
        let envp = launch.envp();
        let plan = child::Plan {
            program: launch.program.as_ptr(),
            argv: argv.as_ptr(),
            envp: envp.as_ptr(),
            folder: launch.folder.as_ref().map_or(std::ptr::null(), |folder| folder.as_ptr()),
            data_bytes: launch.data_bytes,
            streams: [bot_input.as_raw_fd(), bot_output.as_raw_fd(), bot_errors.as_raw_fd()],
            lifeline: keeper_lifeline.as_raw_fd(),
            report: keeper_report.as_raw_fd(),
        };

        // No handler of the referee may run in the new process.
        let before = SigSet::all().thread_swap_mask(SigmaskHow::SIG_SETMASK)?;
        // SAFETY: the new process runs nothing but `child::keep`, which keeps to what is allowed
        // after a fork, and never comes back.
        let forked = match unsafe { libc::fork() } {
            0 => unsafe { child::keep(&plan) },
            -1 => Err(Errno::last()),
            pid => Ok(Pid::from_raw(pid)),
        };
        before.thread_set_mask()?;
        let pid = forked.context("cannot start another process: close other programs")?;
        drop((bot_input, bot_output, bot_errors, keeper_lifeline, keeper_report));

        let mut keeper = Self {
            process: pid,
            bot: pid,
            lifeline: Some(lifeline),
            report: File::from(report),
            gone: false,
        };
        match keeper.read_report()? {
            Some(child::Report { kind: child::STARTED, value, .. }) => {
                keeper.bot = Pid::from_raw(value as i32);
            }
            Some(child::Report { kind, value, .. }) => {
                let errno = io::Error::from_raw_os_error(value as i32);
                let refusal = match kind {
                    child::NO_FOLDER => Refusal::Folder(errno),
                    child::NO_PROGRAM => Refusal::Program(errno),
                    _ => bail!(errno),
                };
                return Err(launch.refused(&refusal));
            }
            None => bail!("somebody killed the process that starts a program and watches over it"),
        }
        fcntl(&keeper.report, FcntlArg::F_SETFL(OFlag::O_NONBLOCK)).context("cannot set a pipe")?;
        let streams = Streams { input: input.into(), output: output.into(), errors: errors.into() };
        Ok((keeper, streams))
    }

    /// The bot's process.
    pub fn bot(&self) -> Pid {
        self.bot
    }

    /// The keeper's process, below which everything stands that the bot started.
    pub fn pid(&self) -> Pid {
        self.process
    }

    /// The file that tells when the bot has ended.
    pub fn report(&self) -> &File {
        &self.report
    }

    /// How the bot ended, if it has. To be asked when [`report`](Self::report) has something.
    ///
    /// # Errors
    /// Somebody killed the keeper.
    pub fn death(&mut self) -> Result<Option<Death>> {
        match self.read_report() {
            Ok(Some(report)) => {
                ensure!(report.kind == child::DIED, "a report of an unknown kind: report this bug");
                let grew = report.peak_kib > report.base_kib;
                let peak_bytes = grew.then_some(report.peak_kib as u64 * 1024);
                Ok(Some(Death { status: report.value as i32, peak_bytes }))
            }
            Ok(None) => {
                // The bot dies with its keeper; let at least its group follow.
                let _ = killpg(self.bot, Signal::SIGKILL);
                bail!("somebody killed the process that watches over it")
            }
            Err(error) if error.kind() == ErrorKind::WouldBlock => Ok(None),
            Err(error) => Err(error.into()),
        }
    }

    /// Begins to end the bot and all that it started.
    pub fn dismiss(&mut self) {
        self.lifeline = None;
    }

    /// Ends the bot and all that it started, and waits until they are gone, within reason.
    pub fn close(&mut self) {
        self.dismiss();
        if self.gone {
            return;
        }
        self.gone = true;
        if !self.ended_within(PATIENCE) {
            let _ = kill(self.process, Signal::SIGKILL);
            self.ended_within(PATIENCE / 5);
        }
        // The keeper has closed its files, which is next to its last act; if it could not be made
        // to, waiting for it would be waiting for ever.
        let until = Instant::now() + PATIENCE / 5;
        while waitpid(self.process, Some(WaitPidFlag::WNOHANG)) == Ok(WaitStatus::StillAlive)
            && Instant::now() < until
        {
            std::thread::yield_now();
        }
    }

    /// Waits until the keeper has closed its end of the report.
    fn ended_within(&mut self, patience: Duration) -> bool {
        let until = Instant::now() + patience;
        loop {
            let rest = until.saturating_duration_since(Instant::now());
            let timeout = PollTimeout::try_from(rest).unwrap_or(PollTimeout::ZERO);
            let mut fds = [PollFd::new(self.report.as_fd(), PollFlags::POLLIN)];
            match poll(&mut fds, timeout) {
                Ok(0) => return false,
                Ok(_) => {}
                Err(Errno::EINTR) => continue,
                Err(_) => return false,
            }
            match self.report.read(&mut [0; 64]) {
                Ok(0) => return true,
                Ok(_) => {}
                Err(error) if error.kind() == ErrorKind::Interrupted => {}
                Err(error) if error.kind() == ErrorKind::WouldBlock => {}
                Err(_) => return false,
            }
        }
    }

    /// One whole report; `None` if the keeper is gone.
    fn read_report(&mut self) -> io::Result<Option<child::Report>> {
        let mut bytes = [0; child::Report::BYTES];
        loop {
            // Reports are far below the size up to which a pipe takes and gives them whole.
            return match self.report.read(&mut bytes) {
                Ok(child::Report::BYTES) => Ok(Some(child::Report::from_bytes(bytes))),
                Ok(0) => Ok(None),
                Ok(_) => Err(ErrorKind::InvalidData.into()),
                Err(error) if error.kind() == ErrorKind::Interrupted => continue,
                Err(error) => Err(error),
            };
        }
    }
}

impl Drop for Keeper {
    fn drop(&mut self) {
        self.close();
    }
}

//! The supervisor: a process between the referee and a program that ends the program's group.
//!
//! It is a fork of the referee that starts nothing but the program. It ends the group when the program itself ends, and
//! when the control pipe closes: the referee has closed it, or has ended itself, `kill -9` included. A process that makes
//! a session of its own leaves the group, and is not ended.
//!
//! This code runs after a fork of a program that may have many threads. So it does not allocate, does not panic, and calls
//! only functions that POSIX lists as safe in a signal handler.

use std::ffi::c_int;
use std::io;
use std::mem::zeroed;
use std::os::fd::{AsRawFd, OwnedFd};
use std::os::unix::process::CommandExt;
use std::process::{Child, Command};
use std::ptr::{null, null_mut};

use nix::libc;
use nix::unistd::Pid;

use crate::player::process::exit_status::ExitStatus;

/// Most files that a process of a program can have open.
const MOST_FILES: libc::rlim_t = 4096;
/// How often the supervisor looks, at intervals of a millisecond, whether the processes that it has killed have ended.
const LOOKS_FOR_END: u32 = 100;
/// No file of the referee has a greater number.
const LAST_FILE: c_int = 65_536;

/// What the supervisor needs.
pub(super) struct Plan {
    /// Its end of the pipe whose end it waits for.
    pub control: OwnedFd,
    /// Its end of the pipe for reports.
    pub reports: OwnedFd,
    /// The limit of each process's data.
    pub data_bytes: Option<u64>,
}

/// A message to the referee: first the program's process, then its wait status with the most memory that it had.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(C)]
pub(super) struct Report {
    pub value: i64,
    pub peak_bytes: i64,
}

impl Report {
    /// Size in the pipe.
    pub(super) const BYTES: usize = size_of::<Self>();

    pub(super) fn from_bytes(bytes: [u8; Self::BYTES]) -> Self {
        let number =
            |at: usize| i64::from_ne_bytes(std::array::from_fn(|byte| bytes[8 * at + byte]));
        Self { value: number(0), peak_bytes: number(1) }
    }

    fn send(self, to: c_int) {
        // SAFETY: writes the bytes of this value, which a pipe never splits.
        unsafe { libc::write(to, (&raw const self).cast(), Self::BYTES) };
    }
}

/// The end that the system's `wait` reports.
pub(super) fn ended_with(status: c_int, peak_bytes: Option<u64>) -> ExitStatus {
    if libc::WIFEXITED(status) {
        ExitStatus::exited(libc::WEXITSTATUS(status) as u32, peak_bytes)
    } else {
        ExitStatus::killed(libc::WTERMSIG(status), peak_bytes)
    }
}

/// Kills all processes of a group that are left.
pub(super) fn kill_group(group: Pid) {
    if group.as_raw() > 1 {
        // SAFETY: sends a signal. It fails if no process is left.
        unsafe { libc::kill(-group.as_raw(), libc::SIGKILL) };
    }
}

/// Starts a supervisor, which starts the program. Returns when the program runs, or cannot.
pub(super) fn spawn(command: &mut Command, plan: Plan) -> io::Result<Child> {
    // SAFETY: the function calls only what is allowed after a fork.
    unsafe { command.pre_exec(move || fork_program(&plan)) };
    command.spawn()
}

/// Runs after the fork of the supervisor. Returns in the program's process alone.
fn fork_program(plan: &Plan) -> io::Result<()> {
    let (control, reports) = (plan.control.as_raw_fd(), plan.reports.as_raw_fd());
    // SAFETY: calls of the system with valid values. No other thread exists in this process.
    unsafe {
        let mut child_ends: libc::sigset_t = zeroed();
        libc::sigemptyset(&raw mut child_ends);
        libc::sigaddset(&raw mut child_ends, libc::SIGCHLD);
        libc::sigprocmask(libc::SIG_BLOCK, &raw const child_ends, null_mut());
        match libc::fork() {
            -1 => return Err(io::Error::last_os_error()),
            0 => {}
            program => supervise(program, control, reports),
        }
        // Where the system makes a pipe and marks it in two steps, another start may have taken over a file in between.
        for file in 3..end_of_files() {
            libc::fcntl(file, libc::F_SETFD, libc::FD_CLOEXEC);
        }
        libc::setsid();
        libc::sigprocmask(libc::SIG_UNBLOCK, &raw const child_ends, null_mut());
        limit(libc::RLIMIT_CORE, 0);
        limit(libc::RLIMIT_NOFILE, MOST_FILES);
        if let Some(bytes) = plan.data_bytes {
            limit(libc::RLIMIT_DATA, bytes as libc::rlim_t);
        }
    }
    Ok(())
}

#[cfg(all(target_os = "linux", target_env = "gnu"))]
type Resource = libc::__rlimit_resource_t;
#[cfg(not(all(target_os = "linux", target_env = "gnu")))]
type Resource = c_int;

/// Lowers a limit. A limit that is lower already stays as it is.
unsafe fn limit(what: Resource, most: libc::rlim_t) {
    // SAFETY: zeros are a valid `rlimit`, and the pointers are to a local value.
    unsafe {
        let mut now: libc::rlimit = zeroed();
        libc::getrlimit(what, &raw mut now);
        now.rlim_cur = now.rlim_cur.min(most);
        now.rlim_max = now.rlim_max.min(most);
        libc::setrlimit(what, &raw const now);
    }
}

/// No file of this process has this number or a greater one.
unsafe fn end_of_files() -> c_int {
    // SAFETY: a call of the system with a valid value.
    let files = unsafe { libc::sysconf(libc::_SC_OPEN_MAX) } as c_int;
    // A number below zero is no limit.
    if files < 0 { LAST_FILE } else { LAST_FILE.min(files) }
}

/// Waits for the end of the program or of the control pipe, then ends the program's group and this process.
///
/// # Safety
/// This process is a fork with one thread, and `SIGCHLD` is blocked.
unsafe fn supervise(program: libc::pid_t, control: c_int, reports: c_int) -> ! {
    // SAFETY: calls of the system with valid values.
    unsafe {
        for file in 0..end_of_files() {
            if file != control && file != reports {
                libc::close(file);
            }
        }
        // `FD_SET` takes no number from 1024 on. All lower numbers are free now.
        let control = match libc::fcntl(control, libc::F_DUPFD, 0) {
            -1 => control,
            low => low,
        };
        // No signal of a terminal ends it.
        libc::setsid();
        libc::signal(libc::SIGPIPE, libc::SIG_IGN);
        let mut action: libc::sigaction = zeroed();
        action.sa_sigaction = ignore as *const () as usize;
        libc::sigaction(libc::SIGCHLD, &raw const action, null_mut());
        Report { value: i64::from(program), peak_bytes: 0 }.send(reports);
        let mut all: libc::sigset_t = zeroed();
        libc::sigemptyset(&raw mut all);
        loop {
            let (mut status, mut usage) = (0, zeroed::<libc::rusage>());
            let ended = libc::wait4(program, &raw mut status, libc::WNOHANG, &raw mut usage);
            if ended == program {
                libc::kill(-program, libc::SIGKILL);
                let peak_bytes = usage.ru_maxrss * BYTES_OF_PEAK;
                Report { value: i64::from(status), peak_bytes }.send(reports);
                libc::_exit(0);
            }
            let mut files: libc::fd_set = zeroed();
            libc::FD_SET(control, &raw mut files);
            let (count, none, never) = (control + 1, null_mut(), null());
            let ready = libc::pselect(count, &raw mut files, none, none, never, &raw const all);
            if ready > 0 {
                // Nothing is ever written to it: this is its end.
                libc::kill(program, libc::SIGKILL);
                libc::kill(-program, libc::SIGKILL);
                libc::waitpid(program, null_mut(), 0);
                wait_for_end_of_group(program);
                libc::_exit(0);
            }
        }
    }
}

/// Waits until the system has ended the killed processes of a group, so that none lives beside the next bot. The wait has a
/// limit, because such a process counts until its new parent, the first process, has waited for it.
///
/// # Safety
/// The program, which the group is named after, has ended, and this process has waited for it.
unsafe fn wait_for_end_of_group(group: libc::pid_t) {
    let mut looks = 0;
    // SAFETY: calls of the system with valid values. Signal 0 only asks whether a process is left.
    unsafe {
        while looks < LOOKS_FOR_END && libc::kill(-group, 0) == 0 {
            let mut pause = libc::timeval { tv_sec: 0, tv_usec: 1000 };
            libc::select(0, null_mut(), null_mut(), null_mut(), &raw mut pause);
            looks += 1;
        }
    }
}

/// The unit of the most memory that a process had.
#[cfg(target_vendor = "apple")]
const BYTES_OF_PEAK: i64 = 1;
#[cfg(not(target_vendor = "apple"))]
const BYTES_OF_PEAK: i64 = 1024;

/// Handles a signal by doing nothing. Only a signal with a handler ends `pselect`.
extern "C" fn ignore(_signal: c_int) {}

//! Runs a function in a process of its own, so that it can be killed if it never ends.

use std::ffi::c_int;
use std::fs::File;
use std::io::{self, Read, Write};
use std::os::fd::{AsRawFd, OwnedFd};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::mpsc::channel;
use std::thread::{Builder, JoinHandle};

use nix::libc;
use nix::sys::signal::{Signal, kill};
use nix::sys::wait::waitpid;
use nix::unistd::Pid;

use super::{ended, started_by_referee};
use crate::system::Source;

/// The stack of a worker in bytes.
const STACK: usize = 8 << 20;

/// A process that answers requests. Dropping it ends the process.
///
/// The process is a fork of this one without its other threads and files.
pub struct Worker {
    /// `None` once the worker was ended.
    asks: Option<File>,
    replies: File,
    process: Pid,
    /// Waits for the end of the process. The system kills the process when this thread ends.
    waiter: Option<JoinHandle<()>>,
}

impl Worker {
    /// Starts `work` in a process of its own. It reads requests from the first file and writes replies to the second.
    ///
    /// # Errors
    /// If the system refuses a pipe, thread or process.
    pub fn start(work: impl FnOnce(File, File) + Send + 'static) -> io::Result<Self> {
        let (asked, asks) = io::pipe()?;
        let (replies, answers) = io::pipe()?;
        let (tell, told) = channel();
        let wait = move || {
            let forked = started_by_referee(|| {
                // SAFETY: the library makes its own memory fit for use in the copy; the work needs
                // nothing else that another thread may hold.
                match unsafe { libc::fork() } {
                    0 => run(work, asked.into(), answers.into()),
                    -1 => Err(nix::Error::last()),
                    process => Ok(Pid::from_raw(process)),
                }
            });
            let _ = tell.send(forked);
            if let Ok(process) = forked {
                let _ = waitpid(process, None);
                ended(process);
            }
        };
        let waiter = Builder::new().name("worker".to_owned()).stack_size(STACK).spawn(wait)?;
        let process = told.recv().map_err(io::Error::other)??;
        let (asks, replies) = (Some(OwnedFd::from(asks).into()), OwnedFd::from(replies).into());
        Ok(Self { asks, replies, process, waiter: Some(waiter) })
    }

    /// Writes a request. It fails once the worker was ended.
    ///
    /// # Errors
    /// If it has ended.
    pub fn ask(&mut self, request: &[u8]) -> io::Result<()> {
        self.asks.as_mut().ok_or(io::ErrorKind::BrokenPipe)?.write_all(request)
    }

    /// Waits for a part of a reply.
    ///
    /// # Errors
    /// The system refuses.
    pub fn read(&mut self, into: &mut [u8]) -> io::Result<usize> {
        self.replies.read(into)
    }

    /// What to wait for before [`read`](Self::read). It is also ready when the worker has ended.
    pub fn source(&self) -> Source<'_> {
        Source::of(&self.replies)
    }

    /// Kills the worker and returns when it has ended.
    pub fn end(&mut self) {
        self.asks = None;
        let Some(waiter) = self.waiter.take() else { return };
        // The process id is not reused until the thread has waited for the process.
        if !waiter.is_finished() {
            let _ = kill(self.process, Signal::SIGKILL);
        }
        let _ = waiter.join();
    }
}

impl Drop for Worker {
    fn drop(&mut self) {
        self.end();
    }
}

/// Runs in the new process.
fn run(work: impl FnOnce(File, File), asked: OwnedFd, answers: OwnedFd) -> ! {
    // SAFETY: all of these are allowed in a process that has one thread.
    unsafe {
        libc::setsid();
    }
    only_with(asked.as_raw_fd(), answers.as_raw_fd());
    let done = catch_unwind(AssertUnwindSafe(|| work(asked.into(), answers.into())));
    // SAFETY: ends this process without the exit handlers of the forked program.
    unsafe { libc::_exit(i32::from(done.is_err())) }
}

/// Closes all files but two: it must not keep those of other players open. It ends with the referee.
#[cfg(target_os = "linux")]
fn only_with(one: c_int, other: c_int) {
    // SAFETY: all of these are allowed in a process that has one thread.
    unsafe {
        libc::prctl(libc::PR_SET_PDEATHSIG, libc::SIGKILL);
        libc::prctl(libc::PR_SET_NAME, c"worker".as_ptr());
        let (low, high) = (one.min(other) as libc::c_uint, one.max(other) as libc::c_uint);
        for (first, last) in [(3, low - 1), (low + 1, high - 1), (high + 1, libc::c_uint::MAX)] {
            if first <= last {
                libc::syscall(libc::SYS_close_range, first, last, 0);
            }
        }
    }
}

/// Closes all files but two. It ends when the referee does, because its requests end then.
#[cfg(not(target_os = "linux"))]
fn only_with(one: c_int, other: c_int) {
    // SAFETY: closing a file that is not open does nothing.
    unsafe {
        let most = (libc::sysconf(libc::_SC_OPEN_MAX) as c_int).min(65_536);
        for file in (3..most).filter(|file| *file != one && *file != other) {
            libc::close(file);
        }
    }
}

#[cfg(test)]
mod tests {
    use std::io::{BufRead, BufReader};

    use super::*;

    #[test]
    fn a_worker_answers_and_ends() {
        let mut worker = Worker::start(|asked, mut answers| {
            for line in BufReader::new(asked).lines() {
                writeln!(answers, "{} {}", line.unwrap(), std::process::id()).unwrap();
            }
        })
        .unwrap();
        worker.ask(b"who\n").unwrap();
        let mut reply = String::new();
        BufReader::new(&worker.replies).read_line(&mut reply).unwrap();
        let process: u32 = reply.trim().strip_prefix("who ").unwrap().parse().unwrap();
        assert_ne!(process, std::process::id());
        worker.end();
        assert!(worker.ask(b"who\n").is_err());
        assert_eq!(worker.read(&mut [0]).unwrap(), 0);
        assert!(!std::path::Path::new(&format!("/proc/{process}")).exists());
    }

    #[test]
    fn a_worker_that_never_ends_is_ended() {
        let mut worker = Worker::start(|_, _| {
            loop {
                std::hint::spin_loop();
            }
        })
        .unwrap();
        let process = worker.process;
        worker.end();
        assert!(!std::path::Path::new(&format!("/proc/{process}")).exists());
    }

    #[test]
    fn a_worker_that_panics_ends() {
        // Without a message: another test that writes one may hold the lock for that while this process is
        // copied.
        let mut worker =
            Worker::start(|_, _| std::panic::resume_unwind(Box::new("on purpose"))).unwrap();
        assert_eq!(worker.read(&mut [0]).unwrap(), 0);
    }
}

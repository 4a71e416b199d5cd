//! A part of this program that runs in a process of its own, because it may never end: it can be killed.

use std::fs::File;
use std::io;
use std::os::fd::{AsRawFd, OwnedFd};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::mpsc::channel;
use std::thread::{Builder, JoinHandle};

use nix::fcntl::OFlag;
use nix::libc;
use nix::sys::signal::{Signal, kill};
use nix::sys::wait::waitpid;
use nix::unistd::{Pid, pipe2};

use super::process::{ended, started_by_referee};

/// The stack of a worker in bytes.
const STACK: usize = 8 << 20;

/// A process that answers what it is asked. It ends when it is dropped.
///
/// It is a copy of this process, in which the work goes on alone: it has none of this process's other
/// threads and files.
pub struct Worker {
    /// `None` once nothing more is asked.
    asks: Option<File>,
    replies: File,
    process: Pid,
    /// Waits for the end of the process. The system kills the process when this thread ends.
    waiter: Option<JoinHandle<()>>,
}

impl Worker {
    /// Starts some work in a process of its own: it reads what it is asked from the first file, and writes
    /// its replies to the second.
    ///
    /// # Errors
    /// The system gives no pipe, thread or process.
    pub fn start(work: impl FnOnce(File, File) + Send + 'static) -> io::Result<Self> {
        let (asked, asks) = pipe2(OFlag::O_CLOEXEC)?;
        let (replies, answers) = pipe2(OFlag::O_CLOEXEC)?;
        let (tell, told) = channel();
        let wait = move || {
            let forked = started_by_referee(|| {
                // SAFETY: the library makes its own memory fit for use in the copy; the work needs
                // nothing else that another thread may hold.
                match unsafe { libc::fork() } {
                    0 => run(work, asked, answers),
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
        let (asks, replies) = (Some(asks.into()), replies.into());
        Ok(Self { asks, replies, process, waiter: Some(waiter) })
    }

    /// Where to ask; `None` once it was ended.
    pub fn asks(&self) -> Option<&File> {
        self.asks.as_ref()
    }

    /// Where its replies come from. The end of this file is the end of the worker.
    pub fn replies(&self) -> &File {
        &self.replies
    }

    /// Ends the worker, whatever it does, and returns when it is gone.
    pub fn end(&mut self) {
        self.asks = None;
        let Some(waiter) = self.waiter.take() else { return };
        // The number is its own until the thread has waited for it.
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

/// What the new process does.
fn run(work: impl FnOnce(File, File), asked: OwnedFd, answers: OwnedFd) -> ! {
    // SAFETY: all of these are allowed in a process that has one thread.
    unsafe {
        libc::prctl(libc::PR_SET_PDEATHSIG, libc::SIGKILL);
        libc::prctl(libc::PR_SET_NAME, c"worker".as_ptr());
        libc::setsid();
        // The files of this process's other players are not to be kept open by it.
        let (low, high) = (asked.as_raw_fd(), answers.as_raw_fd());
        let (low, high) = (low.min(high) as libc::c_uint, low.max(high) as libc::c_uint);
        for (first, last) in [(3, low - 1), (low + 1, high - 1), (high + 1, libc::c_uint::MAX)] {
            if first <= last {
                libc::syscall(libc::SYS_close_range, first, last, 0);
            }
        }
    }
    let done = catch_unwind(AssertUnwindSafe(|| work(asked.into(), answers.into())));
    // SAFETY: ends this process, without what the copied program has to do at its end.
    unsafe { libc::_exit(i32::from(done.is_err())) }
}

#[cfg(test)]
mod tests {
    use std::io::{BufRead, BufReader, Read, Write};

    use super::*;

    #[test]
    fn a_worker_answers_and_ends() {
        let mut worker = Worker::start(|asked, mut answers| {
            for line in BufReader::new(asked).lines() {
                writeln!(answers, "{} {}", line.unwrap(), std::process::id()).unwrap();
            }
        })
        .unwrap();
        worker.asks().unwrap().write_all(b"who\n").unwrap();
        let mut reply = String::new();
        BufReader::new(worker.replies()).read_line(&mut reply).unwrap();
        let process: u32 = reply.trim().strip_prefix("who ").unwrap().parse().unwrap();
        assert_ne!(process, std::process::id());
        worker.end();
        assert!(worker.asks().is_none());
        assert_eq!(worker.replies().read(&mut [0]).unwrap(), 0);
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
        let worker =
            Worker::start(|_, _| std::panic::resume_unwind(Box::new("on purpose"))).unwrap();
        assert_eq!(worker.replies().read(&mut [0]).unwrap(), 0);
    }
}

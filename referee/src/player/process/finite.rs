//! A program that is run to its end, for what it prints.

use std::os::fd::AsFd;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use anyhow::{Context, Result};
use nix::errno::Errno;
use nix::poll::{PollFd, PollFlags, PollTimeout, poll};

use super::exit_fault::group_message;
use super::launch::Launch;
use super::memory::MemoryWatch;
use super::streams::{ReadResult, StderrTail, read};
use super::supervisor::{ExitStatus, Streams, Supervisor};

/// Longest time between looks at the flag that ends everything.
const BETWEEN_LOOKS: Duration = Duration::from_millis(50);
/// The most bytes that a program may print.
const MOST_BYTES: usize = 256 << 20;

/// What a program printed, and how it ended.
#[derive(Debug)]
pub struct Printed {
    /// Its standard output.
    pub output: Vec<u8>,
    /// Its last lines of standard error.
    pub stderr: Vec<String>,
    /// Its end.
    pub end: PrintedEnd,
}

/// How a program ended.
#[derive(Debug)]
pub enum PrintedEnd {
    /// The program ended by itself.
    Exit(ExitStatus),
    /// It was ended, and why, such as `was not over after 600 s`.
    Ended(String),
}

/// Runs a program until it ends, for `most` at the longest or until `stop` is set. All that it started is ended with it.
/// It gets no input.
///
/// # Errors
/// If it cannot be started, or if the system cannot wait for it.
pub fn print(launch: &Launch, most: Duration, stop: &AtomicBool) -> Result<Printed> {
    let prepared = launch.prepare()?;
    let (mut supervisor, streams) = Supervisor::start(&prepared)?;
    let memory_bytes = launch.limits.memory_bytes;
    let limits = (memory_bytes, prepared.most_threads);
    let mut memory =
        MemoryWatch::of(prepared.group, limits, supervisor.in_force(), supervisor.pid());
    let Streams { input, output: pipe, stderr } = streams;
    drop(input);
    let mut stderr = StderrTail::new(stderr, launch.limits.stderr_bytes);
    let mut output = Vec::new();
    let mut has_output_ended = false;
    let until = Instant::now() + most;
    let end = loop {
        let status = supervisor.exit_status().context("cannot wait for a program")?;
        has_output_ended |= drain(&pipe, &mut output)?;
        stderr.read().context("cannot read its standard error")?;
        let now = Instant::now();
        if let Some(status) = status {
            if memory.group_ran_out() {
                break PrintedEnd::Ended(group_message(memory_bytes.unwrap_or(u64::MAX)));
            }
            break PrintedEnd::Exit(status);
        }
        if stop.load(Ordering::Relaxed) {
            break PrintedEnd::Ended("was given up".to_owned());
        }
        if now >= until {
            break PrintedEnd::Ended(format!("was not over after {} s", most.as_secs_f64()));
        }
        if output.len() > MOST_BYTES {
            break PrintedEnd::Ended(format!("printed more than {} MB", MOST_BYTES >> 20));
        }
        if let Some((_, message)) = memory.sample_if_due(now, true)? {
            break PrintedEnd::Ended(message);
        }
        let wake = memory.next_sample().into_iter().chain([until, now + BETWEEN_LOOKS]).min();
        let rest = wake.unwrap_or(now).saturating_duration_since(now) + Duration::from_millis(1);
        let timeout = PollTimeout::try_from(rest).unwrap_or(PollTimeout::ZERO);
        let mut files = vec![PollFd::new(supervisor.reports().as_fd(), PollFlags::POLLIN)];
        if !has_output_ended {
            files.push(PollFd::new(pipe.as_fd(), PollFlags::POLLIN));
        }
        files.extend(stderr.pipe().map(|pipe| PollFd::new(pipe.as_fd(), PollFlags::POLLIN)));
        match poll(&mut files, timeout) {
            Ok(_) | Err(Errno::EINTR) => {}
            Err(errno) => return Err(errno).context("cannot wait for a program"),
        }
    };
    supervisor.close();
    stderr.read_last().context("cannot read its standard error")?;
    Ok(Printed { output, stderr: stderr.take(), end })
}

/// Reads all that can be read now, within limits. Returns whether the pipe has ended.
fn drain(pipe: &std::fs::File, into: &mut Vec<u8>) -> Result<bool> {
    let mut chunk = [0; 16 * 1024];
    while into.len() <= MOST_BYTES {
        match read(pipe, &mut chunk).context("cannot read its output")? {
            ReadResult::Nothing => return Ok(false),
            ReadResult::End => return Ok(true),
            ReadResult::Bytes(bytes) => into.extend_from_slice(&chunk[..bytes]),
        }
    }
    Ok(false)
}

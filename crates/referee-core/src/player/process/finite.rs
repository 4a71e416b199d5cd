//! A program that is run to its end, for what it prints.

use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use anyhow::{Context, Result};

use super::exit_fault::group_message;
use super::exit_status::ExitStatus;
use super::launch::Launch;
use super::platform::start;
use super::started::{Started, Streams};
use super::streams::StderrTail;
use crate::system::{ReadResult, Reader, wait};

/// Longest time between looks at the flag that ends everything.
const BETWEEN_LOOKS: Duration = Duration::from_millis(50);

/// How long a program may run, and how much it may print.
#[derive(Clone, Copy, Debug)]
pub struct MostPrinted {
    /// The longest time until its end.
    pub time: Duration,
    /// The most bytes of its standard output.
    pub bytes: usize,
}

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
    /// It was ended, because it took too long.
    Late,
    /// It was ended, and why, such as `printed more than 256 MB`.
    Ended(String),
}

/// Runs a program until it ends, reaches a limit of `most`, or until `stop` is set. All that it started is ended with it.
/// It gets no input.
///
/// # Errors
/// If it cannot be started, or if the system cannot wait for it.
pub fn print(launch: &Launch, most: &MostPrinted, stop: &AtomicBool) -> Result<Printed> {
    let Started { mut program, streams, mut memory, .. } = start(launch)?;
    let memory_bytes = launch.limits.memory_bytes;
    let Streams { input, output: mut pipe, stderr } = streams;
    drop(input);
    let mut stderr = StderrTail::new(stderr, launch.limits.stderr_bytes);
    let mut output = Vec::new();
    let mut has_output_ended = false;
    let until = Instant::now() + most.time;
    let end = loop {
        let status = program.exit_status().context("cannot wait for a program")?;
        has_output_ended |= drain(&mut pipe, &mut output, most.bytes)?;
        stderr.read().context("cannot read its standard error")?;
        let now = Instant::now();
        if let Some(status) = status {
            if memory.ran_out() {
                break PrintedEnd::Ended(group_message(memory_bytes.unwrap_or(u64::MAX)));
            }
            break PrintedEnd::Exit(status);
        }
        if stop.load(Ordering::Relaxed) {
            break PrintedEnd::Ended("was given up".to_owned());
        }
        if now >= until {
            break PrintedEnd::Late;
        }
        if output.len() > most.bytes {
            break PrintedEnd::Ended(format!("printed more than {} MB", most.bytes >> 20));
        }
        if let Some((_, message)) = memory.sample_if_due(now, true)? {
            break PrintedEnd::Ended(message);
        }
        let wake = memory.next_sample().into_iter().chain([until, now + BETWEEN_LOOKS]).min();
        let mut sources = vec![program.end_source()];
        if !has_output_ended {
            sources.push(pipe.source());
        }
        sources.extend(stderr.source());
        wait(&sources, wake, |_| {}).context("cannot wait for a program")?;
    };
    program.close();
    stderr.read_last().context("cannot read its standard error")?;
    Ok(Printed { output, stderr: stderr.take(), end })
}

/// Reads all that can be read now, within limits. Returns whether the pipe has ended.
fn drain(pipe: &mut Reader, into: &mut Vec<u8>, most: usize) -> Result<bool> {
    let mut chunk = [0; 16 * 1024];
    while into.len() <= most {
        match pipe.read(&mut chunk).context("cannot read its output")? {
            ReadResult::Nothing => return Ok(false),
            ReadResult::End => return Ok(true),
            ReadResult::Bytes(bytes) => into.extend_from_slice(&chunk[..bytes]),
        }
    }
    Ok(false)
}

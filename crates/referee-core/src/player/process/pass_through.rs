//! Connects the standard streams of a program to a TCP connection, with the isolation of every player's program.

use std::net::{Shutdown, TcpStream};
use std::time::{Duration, Instant};

use anyhow::{Context, Result};

use super::exit_fault::group_message;
use super::exit_status::ExitStatus;
use super::flow::Flow;
use super::launch::Launch;
use super::platform::start;
use super::started::{Started, Streams};
use crate::system::{Reader, Source, halves, wait};

/// The time that a server has to end the connection after a program that has ended by itself: the program may have known that
/// the game is over.
const LAST_MOMENT: Duration = Duration::from_millis(500);

/// How a program and its connection ended.
pub enum Passed {
    /// The program ended by itself.
    Ended {
        /// How it ended.
        status: ExitStatus,
        /// Whether the other side has ended the connection, before the program ended or right after it.
        was_over: bool,
    },
    /// It was ended because it had more memory, or more processes and threads, than are allowed: says which.
    AboveLimit(String),
}

/// Runs a program and copies bytes in both directions at once until the program has ended. When the connection ends,
/// the program's input is closed. `tell` gets its lines of standard error. All that it started is ended with it.
///
/// # Errors
/// If it cannot be started, or if the system cannot wait for it.
pub fn pass_through(
    launch: &Launch,
    connection: &TcpStream,
    tell: &mut dyn FnMut(&str),
) -> Result<Passed> {
    let Started { mut program, streams, mut memory, .. } = start(launch)?;
    let (mut from, mut to) = halves(connection).context("cannot set up the connection")?;
    let Streams { input, output, mut stderr } = streams;
    let (mut input, mut output) = (Some(input), Some(output));
    let mut ended = None;
    let (mut inward, mut outward, mut words) = (Flow::new(), Flow::new(), Flow::new());
    loop {
        // Once the program has ended, what is in its pipes is all there will be.
        ended = match ended {
            None => program.exit_status()?,
            ended => ended,
        };
        inward.receive(&mut from);
        let pipes = [(&mut outward, output.as_mut()), (&mut words, Some(&mut stderr))];
        for (flow, pipe) in pipes {
            flow.receive_from_pipe(pipe).context("cannot read from the program")?;
        }
        tell_lines(&mut words, tell);
        outward.write(&mut to);
        if let Some(pipe) = &mut input {
            inward.write(pipe);
        }
        if inward.has_ended && inward.waiting.is_empty() {
            input = None;
        }
        if outward.has_ended {
            // The program is not to write to nobody.
            output = output.filter(|_| !outward.waiting.is_empty());
        }
        let is_over = outward.has_ended && outward.waiting.is_empty();
        if let Some(status) = ended.filter(|_| is_over) {
            if memory.ran_out() {
                let limit = launch.limits.memory_bytes.unwrap_or(u64::MAX);
                return Ok(Passed::AboveLimit(group_message(limit)));
            }
            let was_over = status.is_success() && ends_soon(&mut from)?;
            let _ = connection.shutdown(Shutdown::Both);
            program.close();
            return Ok(Passed::Ended { status, was_over });
        }
        let now = Instant::now();
        if ended.is_some() {
            memory.stop();
        } else if let Some((_, what)) = memory.sample_if_due(now, false)? {
            let _ = connection.shutdown(Shutdown::Both);
            program.close();
            return Ok(Passed::AboveLimit(what));
        }
        let mut sources: Vec<Source<'_>> = Vec::with_capacity(6);
        let wanted = |is_wanted: bool, source| is_wanted.then_some(source);
        sources.extend(wanted(ended.is_none(), program.end_source()));
        sources.extend(wanted(inward.wants_more(), from.source()));
        sources.extend(wanted(words.wants_more(), stderr.source()));
        sources.extend(wanted(!outward.waiting.is_empty(), to.source()));
        let output = output.as_ref().filter(|_| outward.wants_more());
        sources.extend(output.map(|pipe| pipe.source()));
        let input = input.as_ref().filter(|_| !inward.waiting.is_empty());
        sources.extend(input.map(|pipe| pipe.source()));
        wait(&sources, memory.next_sample(), |_| {}).context("cannot wait for the program")?;
    }
}

/// Whether the other side has ended the connection, or does so soon. What it still sends is for nobody.
fn ends_soon(from: &mut Reader) -> Result<bool> {
    let until = Instant::now() + LAST_MOMENT;
    // The flow of the program may have ended because the program reads no more.
    let mut rest = Flow::new();
    loop {
        rest.receive(from);
        rest.waiting.clear();
        if rest.has_ended || Instant::now() >= until {
            return Ok(rest.has_ended);
        }
        wait(&[from.source()], Some(until), |_| {}).context("cannot wait for the server")?;
    }
}

/// Tells what has come, line by line; a long or last line as it is.
fn tell_lines(words: &mut Flow, tell: &mut dyn FnMut(&str)) {
    let text = String::from_utf8_lossy(&words.waiting).into_owned();
    words.waiting.clear();
    text.lines().for_each(tell);
}

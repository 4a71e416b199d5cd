//! Connects the standard streams of a program to a TCP connection, with the isolation of every player's program.

use std::net::{Shutdown, TcpStream};
use std::os::fd::AsFd;

use anyhow::{Context, Result};
use nix::errno::Errno;
use nix::poll::{PollFd, PollFlags, PollTimeout, poll};

use super::flow::Flow;
use super::launch::Launch;
use super::supervisor::{ExitStatus, Streams, Supervisor};

/// Runs a program and copies bytes in both directions at once until the program has ended. When the connection ends,
/// the program's input is closed. `tell` gets its lines of standard error. All that it started is ended with it.
///
/// # Errors
/// If it cannot be started, or if the system cannot wait for it.
pub fn pass_through(
    launch: &Launch,
    connection: &TcpStream,
    tell: &mut dyn FnMut(&str),
) -> Result<ExitStatus> {
    let prepared = launch.prepare()?;
    let (mut supervisor, streams) = Supervisor::start(&prepared)?;
    connection.set_nonblocking(true).context("cannot set up the connection")?;
    let Streams { input, output, stderr } = streams;
    let (mut input, mut output) = (Some(input), Some(output));
    let mut ended = None;
    let (mut inward, mut outward, mut words) = (Flow::new(), Flow::new(), Flow::new());
    loop {
        // Once the program has ended, what is in its pipes is all there will be.
        ended = match ended {
            None => supervisor.exit_status()?,
            ended => ended,
        };
        inward.receive(connection);
        let pipes = [(&mut outward, output.as_ref()), (&mut words, Some(&stderr))];
        for (flow, pipe) in pipes {
            flow.receive_from_pipe(pipe).context("cannot read from the program")?;
        }
        tell_lines(&mut words, tell);
        outward.write(connection);
        if let Some(pipe) = &input {
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
            let _ = connection.shutdown(Shutdown::Both);
            supervisor.close();
            return Ok(status);
        }
        let mut files = Vec::with_capacity(6);
        let mut wait_for = |is_wanted: bool, file, events| {
            if is_wanted {
                files.push(PollFd::new(file, events));
            }
        };
        wait_for(ended.is_none(), supervisor.reports().as_fd(), PollFlags::POLLIN);
        wait_for(inward.wants_more(), connection.as_fd(), PollFlags::POLLIN);
        wait_for(words.wants_more(), stderr.as_fd(), PollFlags::POLLIN);
        wait_for(!outward.waiting.is_empty(), connection.as_fd(), PollFlags::POLLOUT);
        if let Some(pipe) = &output {
            wait_for(outward.wants_more(), pipe.as_fd(), PollFlags::POLLIN);
        }
        if let Some(pipe) = &input {
            wait_for(!inward.waiting.is_empty(), pipe.as_fd(), PollFlags::POLLOUT);
        }
        match poll(&mut files, PollTimeout::NONE) {
            Ok(_) | Err(Errno::EINTR) => {}
            Err(errno) => return Err(errno).context("cannot wait for the program"),
        }
    }
}

/// Tells what has come, line by line; a long or last line as it is.
fn tell_lines(words: &mut Flow, tell: &mut dyn FnMut(&str)) {
    let text = String::from_utf8_lossy(&words.waiting).into_owned();
    words.waiting.clear();
    text.lines().for_each(tell);
}

//! Pipes and connections that do not block, and the one place that waits for them.

use std::fs::File;
use std::io::{self, ErrorKind, Read, Write};
use std::iter;
use std::net::{TcpListener, TcpStream};
use std::os::fd::{AsFd, AsRawFd, BorrowedFd, OwnedFd};
use std::time::{Duration, Instant};

use nix::errno::Errno;
use nix::fcntl::{FcntlArg, OFlag, fcntl};
use nix::libc;
use nix::poll::{PollFd, PollFlags};

use super::super::result::{ReadResult, rest_until};

/// The end of a pipe or of a connection from which the referee reads without waiting.
#[derive(Debug)]
pub struct Reader(File);

/// The end of a pipe or of a connection to which the referee writes without waiting.
#[derive(Debug)]
pub struct Writer {
    file: File,
    /// The other end, where only that says what is in the pipe. So nobody is told when the other side has closed it.
    other: Option<OwnedFd>,
}

/// Something to wait for.
#[derive(Clone, Copy, Debug)]
pub struct Source<'a> {
    fd: BorrowedFd<'a>,
    events: PollFlags,
}

impl Reader {
    /// The reading end of a pipe.
    ///
    /// # Errors
    /// The system refuses.
    pub fn new(end: impl Into<OwnedFd>) -> io::Result<Self> {
        nonblocking(end.into()).map(Self)
    }

    /// Reads without waiting.
    ///
    /// # Errors
    /// If the system cannot read.
    pub fn read(&mut self, into: &mut [u8]) -> io::Result<ReadResult> {
        loop {
            return match self.0.read(into) {
                Ok(0) => Ok(ReadResult::End),
                Ok(bytes) => Ok(ReadResult::Bytes(bytes)),
                Err(error) if error.kind() == ErrorKind::Interrupted => continue,
                Err(error) if error.kind() == ErrorKind::WouldBlock => Ok(ReadResult::Nothing),
                Err(error) => Err(error),
            };
        }
    }

    /// Waits for something to read, or for the end.
    pub fn source(&self) -> Source<'_> {
        Source { fd: self.0.as_fd(), events: PollFlags::POLLIN }
    }

    /// Waits for the end of a connection only; what can be read stays where it is. `None` if the system cannot.
    pub fn end_source(&self) -> Option<Source<'_>> {
        Some(Source { fd: self.0.as_fd(), events: PollFlags::empty() })
    }
}

impl Writer {
    /// The writing end of a pipe.
    ///
    /// # Errors
    /// The system refuses.
    pub fn new(end: impl Into<OwnedFd>) -> io::Result<Self> {
        Ok(Self { file: nonblocking(end.into())?, other: None })
    }

    /// The writing end of a pipe, with the other end, for systems in which only that says what is in the pipe.
    ///
    /// # Errors
    /// The system refuses.
    pub fn watching(end: impl Into<OwnedFd>, other: impl Into<OwnedFd>) -> io::Result<Self> {
        Ok(Self { file: nonblocking(end.into())?, other: Some(other.into()) })
    }

    /// Writes without waiting. After [`ErrorKind::WouldBlock`] the same bytes must be given again.
    ///
    /// # Errors
    /// [`ErrorKind::WouldBlock`] if nothing can be written now, [`ErrorKind::BrokenPipe`] if nobody reads any more, or if
    /// the system cannot write.
    pub fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        loop {
            match self.file.write(bytes) {
                Err(error) if error.kind() == ErrorKind::Interrupted => {}
                result => return result,
            }
        }
    }

    /// Waits until something can be written.
    pub fn source(&self) -> Source<'_> {
        Source { fd: self.file.as_fd(), events: PollFlags::POLLOUT }
    }

    /// The number of bytes that the other side has not read; `None` if the system does not say.
    pub fn unread(&self) -> Option<u64> {
        let mut unread: libc::c_int = 0;
        let file = self.other.as_ref().map_or(self.file.as_raw_fd(), AsRawFd::as_raw_fd);
        // SAFETY: the request writes one number of this type.
        let asked = unsafe { libc::ioctl(file, libc::FIONREAD, &raw mut unread) };
        (asked == 0).then_some(unread as u64)
    }

    /// The file of the pipe.
    #[cfg(target_os = "linux")]
    pub(crate) fn file(&self) -> &File {
        &self.file
    }
}

impl<'a> Source<'a> {
    /// Waits for something to read in a file.
    pub(crate) fn of(file: &'a impl AsFd) -> Self {
        Self { fd: file.as_fd(), events: PollFlags::POLLIN }
    }
}

fn nonblocking(end: OwnedFd) -> io::Result<File> {
    let flags = OFlag::from_bits_retain(fcntl(&end, FcntlArg::F_GETFL)?);
    fcntl(&end, FcntlArg::F_SETFL(flags | OFlag::O_NONBLOCK))?;
    Ok(end.into())
}

/// The two halves of a connection that does not block.
///
/// # Errors
/// The system refuses.
pub fn halves(stream: &TcpStream) -> io::Result<(Reader, Writer)> {
    Ok((Reader::new(stream.try_clone()?)?, Writer::new(stream.try_clone()?)?))
}

/// A pipe whose two ends do not block, for tests.
///
/// # Errors
/// The system refuses.
pub fn pipe() -> io::Result<(Reader, Writer)> {
    let (reader, writer) = io::pipe()?;
    Ok((Reader::new(reader)?, Writer::new(writer)?))
}

/// Sleeps until something happens on one of the sources, or until `until`; `None` is never. Calls `ready` with the index
/// of each source on which something has happened.
///
/// # Errors
/// The system refuses to wait.
pub fn wait(
    sources: &[Source<'_>],
    until: Option<Instant>,
    mut ready: impl FnMut(usize),
) -> io::Result<()> {
    let mut fds: Vec<PollFd<'_>> =
        sources.iter().map(|source| PollFd::new(source.fd, source.events)).collect();
    match wait_for(&mut fds, rest_until(until)) {
        Ok(()) => {}
        Err(Errno::EINTR) => return Ok(()),
        Err(errno) => return Err(errno.into()),
    }
    // Flags that nix has no name for count as well: whoever waits will find out.
    let happened = fds.iter().map(|fd| fd.revents() != Some(PollFlags::empty()));
    happened.enumerate().filter(|(_, happened)| *happened).for_each(|(index, _)| ready(index));
    Ok(())
}

/// The wait of Linux knows nanoseconds.
#[cfg(target_os = "linux")]
fn wait_for(fds: &mut [PollFd<'_>], rest: Option<Duration>) -> nix::Result<()> {
    use nix::sys::time::TimeSpec;
    nix::poll::ppoll(fds, rest.map(TimeSpec::from), None).map(drop)
}

/// That of POSIX knows milliseconds. They are rounded up, or the last one would be spent without sleep.
#[cfg(not(target_os = "linux"))]
fn wait_for(fds: &mut [PollFd<'_>], rest: Option<Duration>) -> nix::Result<()> {
    use nix::poll::{PollTimeout, poll};
    let rounded = |rest: Duration| rest + Duration::from_micros(999);
    let timeout = rest.map(|rest| PollTimeout::try_from(rounded(rest)).unwrap_or(PollTimeout::MAX));
    poll(fds, timeout.unwrap_or(PollTimeout::NONE)).map(drop)
}

/// Sleeps until a client connects, or one of the connections has something to read or has ended, or until `until`.
/// Returns whether a client connects, and for each connection whether something has happened.
///
/// # Errors
/// The system refuses to wait.
pub fn wait_for_connections<'a>(
    listener: &'a TcpListener,
    connections: impl Iterator<Item = &'a TcpStream>,
    until: Option<Instant>,
) -> io::Result<(bool, Vec<bool>)> {
    let sources = iter::once(listener.as_fd()).chain(connections.map(AsFd::as_fd));
    let sources: Vec<Source<'_>> =
        sources.map(|fd| Source { fd, events: PollFlags::POLLIN }).collect();
    let mut ready = vec![false; sources.len()];
    wait(&sources, until, |index| ready[index] = true)?;
    let connections = ready.split_off(1);
    Ok((ready[0], connections))
}

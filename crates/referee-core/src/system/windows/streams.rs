//! Pipes and connections that do not block, and the one place that waits for them.

use std::fs::OpenOptions;
use std::io::{self, ErrorKind};
use std::marker::PhantomData;
use std::net::{TcpListener, TcpStream};
use std::os::windows::io::{AsRawSocket, OwnedHandle};
use std::process;
use std::ptr::null;
use std::sync::atomic::{AtomicU64, Ordering};
use std::thread;
use std::time::{Duration, Instant};

use windows_sys::Wdk::Storage::FileSystem::{
    FILE_PIPE_LOCAL_INFORMATION, FilePipeLocalInformation, NtQueryInformationFile,
};
use windows_sys::Win32::Foundation::{
    ERROR_BROKEN_PIPE, ERROR_HANDLE_EOF, ERROR_NETNAME_DELETED, ERROR_NO_DATA,
    ERROR_PIPE_NOT_CONNECTED, HANDLE, WAIT_FAILED, WAIT_OBJECT_0, WAIT_TIMEOUT,
};
use windows_sys::Win32::Networking::WinSock::{POLLIN, SOCKET_ERROR, WSAPOLLFD, WSAPoll};
use windows_sys::Win32::Storage::FileSystem::{
    FILE_FLAG_FIRST_PIPE_INSTANCE, FILE_FLAG_OVERLAPPED, PIPE_ACCESS_INBOUND, PIPE_ACCESS_OUTBOUND,
};
use windows_sys::Win32::System::IO::IO_STATUS_BLOCK;
use windows_sys::Win32::System::Pipes::{
    CreateNamedPipeW, PIPE_REJECT_REMOTE_CLIENTS, PIPE_TYPE_BYTE,
};
use windows_sys::Win32::System::Threading::WaitForMultipleObjects;

use super::super::result::{ReadResult, rest_until};
use super::calls::{is, made};
use super::operation::{End, Operation};

/// Bytes that a pipe holds.
const PIPE_BYTES: u32 = 64 * 1024;
/// The system waits for at most this many things at once.
const MOST_SOURCES: usize = 64;

/// The end of a pipe or of a connection from which the referee reads without waiting.
///
/// The system reads ahead while the referee does something else.
#[derive(Debug)]
pub struct Reader {
    operation: Operation,
    /// What was read and not yet taken: from where, and up to where.
    held: (usize, usize),
    has_ended: bool,
}

/// The end of a pipe or of a connection to which the referee writes without waiting.
#[derive(Debug)]
pub struct Writer(Operation);

/// Something to wait for.
#[derive(Clone, Copy, Debug)]
pub struct Source<'a> {
    handle: HANDLE,
    owner: PhantomData<&'a ()>,
}

impl<'a> Source<'a> {
    /// Waits for an object of the system, which lives as long as `owner`.
    pub(crate) fn of<T>(_owner: &'a T, handle: HANDLE) -> Self {
        Self { handle, owner: PhantomData }
    }
}

impl Reader {
    fn new(end: End) -> io::Result<Self> {
        let operation = Operation::new(end)?;
        let mut reader = Self { operation, held: (0, 0), has_ended: false };
        reader.read_ahead()?;
        Ok(reader)
    }

    fn read_ahead(&mut self) -> io::Result<()> {
        match self.operation.begin_read() {
            Err(error) if is_end(&error) => {
                self.has_ended = true;
                Ok(())
            }
            begun => begun,
        }
    }

    /// Reads without waiting.
    ///
    /// # Errors
    /// If the system cannot read.
    pub fn read(&mut self, into: &mut [u8]) -> io::Result<ReadResult> {
        loop {
            let (from, to) = self.held;
            if from < to {
                let bytes = into.len().min(to - from);
                into[..bytes].copy_from_slice(&self.operation.bytes()[from..from + bytes]);
                self.held.0 += bytes;
                if self.held.0 == to {
                    self.read_ahead()?;
                }
                return Ok(ReadResult::Bytes(bytes));
            }
            if self.has_ended {
                return Ok(ReadResult::End);
            }
            match self.operation.result() {
                Ok(None) => return Ok(ReadResult::Nothing),
                Ok(Some(0)) if matches!(self.operation.end(), End::Connection(_)) => {
                    self.has_ended = true;
                }
                // A write of no bytes.
                Ok(Some(0)) => self.read_ahead()?,
                Ok(Some(bytes)) => self.held = (0, bytes),
                Err(error) if is_end(&error) => self.has_ended = true,
                Err(error) => return Err(error),
            }
        }
    }

    /// Waits for something to read, or for the end.
    pub fn source(&self) -> Source<'_> {
        Source::of(self, self.operation.event())
    }

    /// Waits for the end of a connection only: this system cannot.
    pub fn end_source(&self) -> Option<Source<'_>> {
        None
    }
}

impl Writer {
    fn new(end: End) -> io::Result<Self> {
        Operation::new(end).map(Self)
    }

    /// Writes without waiting. After [`ErrorKind::WouldBlock`] the same bytes must be given again.
    ///
    /// # Errors
    /// [`ErrorKind::WouldBlock`] if nothing can be written now, [`ErrorKind::BrokenPipe`] if nobody reads any more, or if
    /// the system cannot write.
    pub fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let result = self.try_write(bytes);
        result.map_err(|error| if is_end(&error) { ErrorKind::BrokenPipe.into() } else { error })
    }

    fn try_write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        if !self.0.is_going_on() {
            self.0.begin_write(bytes)?;
        }
        self.0.result()?.ok_or_else(|| ErrorKind::WouldBlock.into())
    }

    /// Waits until something can be written.
    pub fn source(&self) -> Source<'_> {
        Source::of(self, self.0.event())
    }

    /// The number of bytes that the other side has not read; `None` if the system does not say. While the other side
    /// waits for bytes, they count as well, as many as it wants. A full pipe counts as its size, and so does any of Wine.
    pub fn unread(&self) -> Option<u64> {
        let End::Pipe(_) = self.0.end() else { return None };
        let mut about = FILE_PIPE_LOCAL_INFORMATION::default();
        let mut block = IO_STATUS_BLOCK::default();
        let length = size_of_val(&about) as u32;
        // SAFETY: the handle is open, and the system writes `length` bytes at most.
        let status = unsafe {
            NtQueryInformationFile(
                self.0.end().handle(),
                &raw mut block,
                (&raw mut about).cast(),
                length,
                FilePipeLocalInformation,
            )
        };
        let unread = about.OutboundQuota.checked_sub(about.WriteQuotaAvailable);
        unread.filter(|_| status >= 0).map(u64::from)
    }
}

/// Whether an error says that the other side is gone.
fn is_end(error: &io::Error) -> bool {
    let ends = [
        ERROR_BROKEN_PIPE,
        ERROR_HANDLE_EOF,
        ERROR_NO_DATA,
        ERROR_PIPE_NOT_CONNECTED,
        ERROR_NETNAME_DELETED,
    ];
    let kinds = [ErrorKind::ConnectionReset, ErrorKind::ConnectionAborted, ErrorKind::BrokenPipe];
    ends.iter().any(|end| is(error, *end)) || kinds.contains(&error.kind())
}

/// Which way the bytes of a pipe go.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Direction {
    ToReferee,
    FromReferee,
}

/// A pipe: the referee's end, which does not block, and the other end, which does.
fn open_pipe(direction: Direction) -> io::Result<(End, OwnedHandle)> {
    static PIPES: AtomicU64 = AtomicU64::new(0);
    let number = PIPES.fetch_add(1, Ordering::Relaxed);
    let token: u64 = rand::random();
    let path = format!(r"\\.\pipe\botyard-{}-{number}-{token:016x}", process::id());
    let name: Vec<u16> = path.encode_utf16().chain([0]).collect();
    let is_inward = direction == Direction::ToReferee;
    let access = if is_inward { PIPE_ACCESS_INBOUND } else { PIPE_ACCESS_OUTBOUND };
    // SAFETY: the name ends with a zero, and no other pointer is given. The handle is new.
    let own = unsafe {
        made(CreateNamedPipeW(
            name.as_ptr(),
            access | FILE_FLAG_OVERLAPPED | FILE_FLAG_FIRST_PIPE_INSTANCE,
            PIPE_TYPE_BYTE | PIPE_REJECT_REMOTE_CLIENTS,
            1,
            PIPE_BYTES,
            PIPE_BYTES,
            0,
            null(),
        ))
    }?;
    let other = OpenOptions::new().read(!is_inward).write(is_inward).open(path)?;
    Ok((End::Pipe(own), other.into()))
}

/// A pipe into another process: the referee's end, and the end for that process.
///
/// # Errors
/// The system refuses.
pub fn pipe_out() -> io::Result<(Writer, OwnedHandle)> {
    let (own, other) = open_pipe(Direction::FromReferee)?;
    Ok((Writer::new(own)?, other))
}

/// A pipe from another process: the referee's end, and the end for that process.
///
/// # Errors
/// The system refuses.
pub fn pipe_in() -> io::Result<(Reader, OwnedHandle)> {
    let (own, other) = open_pipe(Direction::ToReferee)?;
    Ok((Reader::new(own)?, other))
}

/// The two ends of something that does not block, for tests: a connection of this process with itself.
///
/// # Errors
/// The system refuses.
pub fn pipe() -> io::Result<(Reader, Writer)> {
    let listener = TcpListener::bind(("127.0.0.1", 0))?;
    let writer = TcpStream::connect(listener.local_addr()?)?;
    let (reader, _) = listener.accept()?;
    Ok((Reader::new(End::Connection(reader))?, Writer::new(End::Connection(writer))?))
}

/// The two halves of a connection, which do not block.
///
/// # Errors
/// The system refuses.
pub fn halves(stream: &TcpStream) -> io::Result<(Reader, Writer)> {
    let end = || stream.try_clone().map(End::Connection);
    Ok((Reader::new(end()?)?, Writer::new(end()?)?))
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
    let handles: Vec<HANDLE> = sources.iter().map(|source| source.handle).collect();
    if handles.is_empty() {
        thread::sleep(rest_until(until).unwrap_or_default());
        return Ok(());
    }
    if handles.len() <= MOST_SOURCES {
        ready_after(&handles, millis(until), 0, &mut ready)?;
        return Ok(());
    }
    // Too many for one call: look at all of them in turn.
    loop {
        let mut any = false;
        for (part, handles) in handles.chunks(MOST_SOURCES).enumerate() {
            any |= ready_after(handles, 0, part * MOST_SOURCES, &mut ready)?;
        }
        if any || until.is_some_and(|until| Instant::now() >= until) {
            return Ok(());
        }
        thread::sleep(Duration::from_millis(1));
    }
}

/// Waits for the first of some handles, then looks at those after it. Returns whether there was one.
fn ready_after(
    handles: &[HANDLE],
    millis: u32,
    first: usize,
    ready: &mut impl FnMut(usize),
) -> io::Result<bool> {
    let (mut from, mut wait) = (0, millis);
    while from < handles.len() {
        let rest = &handles[from..];
        // SAFETY: the handles are open as long as their owners, which `Source` borrows.
        let which = unsafe { WaitForMultipleObjects(rest.len() as u32, rest.as_ptr(), 0, wait) };
        match which {
            WAIT_TIMEOUT => break,
            WAIT_FAILED => return Err(io::Error::last_os_error()),
            which => {
                from += (which - WAIT_OBJECT_0) as usize;
                ready(first + from);
                (from, wait) = (from + 1, 0);
            }
        }
    }
    Ok(wait == 0 && from > 0)
}

/// The time until then in milliseconds, rounded up, as the system takes it.
fn millis(until: Option<Instant>) -> u32 {
    rest_until(until).map_or(u32::MAX, |rest| {
        let millis = (rest + Duration::from_micros(999)).as_millis();
        u32::try_from(millis).unwrap_or(u32::MAX - 1).min(u32::MAX - 1)
    })
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
    let sockets = connections.map(AsRawSocket::as_raw_socket);
    let sockets = std::iter::once(listener.as_raw_socket()).chain(sockets);
    let asked = |socket| WSAPOLLFD { fd: socket as usize, events: POLLIN, revents: 0 };
    let mut files: Vec<WSAPOLLFD> = sockets.map(asked).collect();
    let timeout = until.map_or(-1, |_| i32::try_from(millis(until)).unwrap_or(i32::MAX));
    // SAFETY: the sockets are open, and the list has this length.
    let count = unsafe { WSAPoll(files.as_mut_ptr(), files.len() as u32, timeout) };
    if count == SOCKET_ERROR {
        return Err(io::Error::last_os_error());
    }
    let mut ready: Vec<bool> = files.iter().map(|file| file.revents != 0).collect();
    let connections = ready.split_off(1);
    Ok((ready[0], connections))
}

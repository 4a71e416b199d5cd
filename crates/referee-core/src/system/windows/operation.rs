//! A read or a write that the system does while this program goes on.

use std::fmt;
use std::io;
use std::net::TcpStream;
use std::os::windows::io::{AsRawHandle, AsRawSocket, OwnedHandle};
use std::ptr::{null, null_mut};

use windows_sys::Win32::Foundation::{ERROR_IO_INCOMPLETE, ERROR_IO_PENDING, HANDLE};
use windows_sys::Win32::Networking::WinSock::{SOCKET, WSABUF, WSASend};
use windows_sys::Win32::Storage::FileSystem::{ReadFile, WriteFile};
use windows_sys::Win32::System::IO::{CancelIoEx, GetOverlappedResult, OVERLAPPED};
use windows_sys::Win32::System::Threading::{CreateEventW, SetEvent, WaitForSingleObject};

use super::calls::{done, is, made};

/// Bytes of one operation at most.
const BYTES: usize = 64 * 1024;
/// How long the system may take to give up an operation, in milliseconds.
const LONGEST_CANCEL: u32 = 1000;

/// The end of a pipe, or a connection.
#[derive(Debug)]
pub(super) enum End {
    Pipe(OwnedHandle),
    Connection(TcpStream),
}

impl End {
    pub(super) fn handle(&self) -> HANDLE {
        match self {
            Self::Pipe(pipe) => pipe.as_raw_handle(),
            Self::Connection(stream) => stream.as_raw_socket() as HANDLE,
        }
    }
}

/// What the system writes to while an operation goes on. It must stay where it is.
struct Shared {
    overlapped: OVERLAPPED,
    bytes: Box<[u8]>,
}

/// One operation at a time on one end.
pub(super) struct Operation {
    end: End,
    shared: Option<Box<Shared>>,
    /// Set while no operation goes on.
    event: OwnedHandle,
    is_going_on: bool,
}

impl fmt::Debug for Operation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.end.fmt(f)
    }
}

// SAFETY: the pointers in `Shared` are to no thread's own memory, and nothing here is shared between threads.
unsafe impl Send for Operation {}

impl Operation {
    pub(super) fn new(end: End) -> io::Result<Self> {
        // SAFETY: makes a new event that is set and stays set until an operation begins; nothing is read.
        let event = unsafe { made(CreateEventW(null(), 1, 1, null())) }?;
        let bytes = vec![0; BYTES].into_boxed_slice();
        let shared = Box::new(Shared { overlapped: OVERLAPPED::default(), bytes });
        Ok(Self { end, shared: Some(shared), event, is_going_on: false })
    }

    pub(super) fn event(&self) -> HANDLE {
        self.event.as_raw_handle()
    }

    pub(super) fn end(&self) -> &End {
        &self.end
    }

    pub(super) fn is_going_on(&self) -> bool {
        self.is_going_on
    }

    /// What was read.
    pub(super) fn bytes(&self) -> &[u8] {
        self.shared.as_ref().map_or(&[], |shared| &shared.bytes[..])
    }

    /// Begins to read.
    pub(super) fn begin_read(&mut self) -> io::Result<()> {
        self.begin(|handle, shared| {
            // SAFETY: the buffer and the state are in boxes that live until the operation is over.
            unsafe {
                let to = shared.bytes.as_mut_ptr();
                ReadFile(handle, to, BYTES as u32, null_mut(), &raw mut shared.overlapped)
            }
        })
    }

    /// Begins to write; at most [`BYTES`] of them.
    pub(super) fn begin_write(&mut self, bytes: &[u8]) -> io::Result<()> {
        let length = bytes.len().min(BYTES);
        let is_connection = matches!(self.end, End::Connection(_));
        self.begin(|handle, shared| {
            shared.bytes[..length].copy_from_slice(&bytes[..length]);
            let (from, place) = (shared.bytes.as_mut_ptr(), &raw mut shared.overlapped);
            if !is_connection {
                // SAFETY: as for reading.
                return unsafe { WriteFile(handle, from, length as u32, null_mut(), place) };
            }
            // By Wine, `WriteFile` never ends once a connection has taken what it can.
            let bytes = &WSABUF { len: length as u32, buf: from };
            let to = handle as SOCKET;
            // SAFETY: as for reading; `bytes` is read before the call returns.
            i32::from(unsafe { WSASend(to, bytes, 1, null_mut(), 0, place, None) } == 0)
        })
    }

    fn begin(&mut self, begin: impl FnOnce(HANDLE, &mut Shared) -> i32) -> io::Result<()> {
        let (event, handle) = (self.event(), self.end.handle());
        let Some(shared) = &mut self.shared else { return Err(io::ErrorKind::BrokenPipe.into()) };
        shared.overlapped = OVERLAPPED { hEvent: event, ..OVERLAPPED::default() };
        if let Err(error) = done(begin(handle, shared))
            && !is(&error, ERROR_IO_PENDING)
        {
            // SAFETY: the event is open. Who waits for it must find out.
            unsafe { SetEvent(event) };
            return Err(error);
        }
        self.is_going_on = true;
        Ok(())
    }

    /// The number of bytes of the operation that goes on, if it is over.
    pub(super) fn result(&mut self) -> io::Result<Option<usize>> {
        let Some(shared) = &self.shared else { return Err(io::ErrorKind::BrokenPipe.into()) };
        let mut bytes = 0;
        // SAFETY: the operation was begun with this state, which has not moved.
        let result = done(unsafe {
            GetOverlappedResult(self.end.handle(), &raw const shared.overlapped, &raw mut bytes, 0)
        });
        match result {
            Err(error) if is(&error, ERROR_IO_INCOMPLETE) => Ok(None),
            result => {
                self.is_going_on = false;
                result.map(|()| Some(bytes as usize))
            }
        }
    }
}

impl Drop for Operation {
    fn drop(&mut self) {
        if !self.is_going_on {
            return;
        }
        let Some(shared) = self.shared.take() else { return };
        // SAFETY: the operation was begun on this handle with this state.
        let is_over = unsafe {
            CancelIoEx(self.end.handle(), &raw const shared.overlapped);
            WaitForSingleObject(self.event(), LONGEST_CANCEL) == 0
        };
        if !is_over {
            // The system may still write to it.
            Box::leak(shared);
        }
    }
}

//! Connections between processes of this machine, by sockets in a folder.

use std::io::{self, Read, Write};
use std::os::unix::net::{UnixListener, UnixStream};
use std::path::Path;

use super::{Reader, Writer};

/// Waits for connections of other processes of this user at a place in a folder.
#[derive(Debug)]
pub struct Listener(UnixListener);

/// A connection between processes of this machine.
#[derive(Debug)]
pub struct Connection(UnixStream);

impl Listener {
    /// Listens at `place`, which is a path that does not exist.
    ///
    /// # Errors
    /// The system refuses.
    pub fn bind(place: &Path) -> io::Result<Self> {
        UnixListener::bind(place).map(Self)
    }

    /// Waits for a connection.
    ///
    /// # Errors
    /// The system refuses.
    pub fn accept(&self) -> io::Result<Connection> {
        Ok(Connection(self.0.accept()?.0))
    }
}

/// Connects with the process that listens at `place`.
///
/// # Errors
/// If nobody listens there.
pub fn connect(place: &Path) -> io::Result<Connection> {
    UnixStream::connect(place).map(Connection)
}

impl Connection {
    /// Its two halves, which do not block.
    ///
    /// # Errors
    /// The system refuses.
    pub fn halves(&self) -> io::Result<(Reader, Writer)> {
        Ok((Reader::new(self.0.try_clone()?)?, Writer::new(self.0.try_clone()?)?))
    }

    /// A second handle of it.
    ///
    /// # Errors
    /// The system refuses.
    pub fn try_clone(&self) -> io::Result<Self> {
        self.0.try_clone().map(Self)
    }

    /// Says that nothing more will be written.
    ///
    /// # Errors
    /// If it has ended.
    pub fn end_of_writing(&self) -> io::Result<()> {
        self.0.shutdown(std::net::Shutdown::Write)
    }
}

impl Read for &Connection {
    fn read(&mut self, into: &mut [u8]) -> io::Result<usize> {
        (&self.0).read(into)
    }
}

impl Write for &Connection {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        (&self.0).write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

/// The longest path of a folder in which [`Listener::bind`] finds a place: the system allows a socket about 100 bytes.
pub const LONGEST_FOLDER_OF_PLACES: usize = 80;

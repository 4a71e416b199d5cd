//! Connections between processes of this machine. A file names the port and a secret, so only who can read the file can
//! connect.

use std::fs;
use std::io::{self, Read, Write};
use std::net::{Shutdown, TcpListener, TcpStream};
use std::path::Path;
use std::time::Duration;

use super::{Reader, Writer, halves};

/// Bytes of a secret.
const SECRET: usize = 32;
/// How long a process may take to say the secret.
const LONGEST_SECRET: Duration = Duration::from_secs(1);

/// Waits for connections of other processes of this user at a place in a folder.
#[derive(Debug)]
pub struct Listener {
    listener: TcpListener,
    secret: String,
}

/// A connection between processes of this machine.
#[derive(Debug)]
pub struct Connection(TcpStream);

impl Listener {
    /// Listens at `place`, which is a path that does not exist.
    ///
    /// # Errors
    /// The system refuses.
    pub fn bind(place: &Path) -> io::Result<Self> {
        let listener = TcpListener::bind(("127.0.0.1", 0))?;
        let secret = format!("{:0SECRET$x}", rand::random::<u128>());
        fs::write(place, format!("{} {secret}", listener.local_addr()?))?;
        Ok(Self { listener, secret })
    }

    /// Waits for a connection.
    ///
    /// # Errors
    /// The system refuses.
    pub fn accept(&self) -> io::Result<Connection> {
        loop {
            let (mut stream, _) = self.listener.accept()?;
            let mut said = [0; SECRET];
            stream.set_read_timeout(Some(LONGEST_SECRET))?;
            if stream.read_exact(&mut said).is_ok() && said == self.secret.as_bytes() {
                stream.set_read_timeout(None)?;
                stream.set_nodelay(true)?;
                return Ok(Connection(stream));
            }
        }
    }
}

/// Connects with the process that listens at `place`.
///
/// # Errors
/// If nobody listens there.
pub fn connect(place: &Path) -> io::Result<Connection> {
    let text = fs::read_to_string(place)?;
    let (address, secret) = text.split_once(' ').ok_or(io::ErrorKind::InvalidData)?;
    let mut stream = TcpStream::connect(address)?;
    stream.set_nodelay(true)?;
    stream.write_all(secret.as_bytes())?;
    Ok(Connection(stream))
}

impl Connection {
    /// Its two halves, which do not block.
    ///
    /// # Errors
    /// The system refuses.
    pub fn halves(&self) -> io::Result<(Reader, Writer)> {
        halves(&self.0)
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
        self.0.shutdown(Shutdown::Write)
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

/// The longest path of a folder in which [`Listener::bind`] finds a place.
pub const LONGEST_FOLDER_OF_PLACES: usize = 200;

//! The lobby: clients say their first line and wait for a game.

use std::io::{self, ErrorKind, Read};
use std::net::{SocketAddr, TcpListener, TcpStream};
use std::os::fd::AsFd;
use std::time::{Duration, Instant};

use nix::poll::{PollFd, PollFlags, PollTimeout, poll};

/// Most clients in the lobby. For a further one the oldest is turned away that has not said its first
/// line; if all have, the further one is.
pub const MOST_WAITING: usize = 256;
/// Time for the first line.
pub const FIRST_LINE_TIME: Duration = Duration::from_secs(10);
/// Most bytes of the first line.
pub const FIRST_LINE_BYTES: usize = 1000;
/// A client that has said this much before its game began is turned away.
const MOST_EARLY_BYTES: usize = 64 * 1024;
/// What a client says first.
const FIRST_LINE: &str = "Player";
/// How long the lobby rests when the system has no room for another connection.
const REST: Duration = Duration::from_millis(50);

/// A client that has said its first line.
#[derive(Debug)]
pub struct Client {
    /// Its address.
    pub name: String,
    pub(super) stream: TcpStream,
    /// What it has sent so far, the first line included.
    pub(super) received: Vec<u8>,
}

/// A connection in the lobby.
struct Guest {
    client: Client,
    /// Until when the first line must be there; `None` once it is.
    until: Option<Instant>,
}

/// Where clients wait.
pub struct Lobby {
    listener: TcpListener,
    guests: Vec<Guest>,
}

impl Lobby {
    /// Opens the lobby.
    ///
    /// # Errors
    /// The address is not to be had.
    pub fn listen(address: SocketAddr) -> io::Result<Self> {
        let listener = TcpListener::bind(address)?;
        listener.set_nonblocking(true)?;
        Ok(Self { listener, guests: Vec::new() })
    }

    /// The address with the port that was chosen.
    ///
    /// # Errors
    /// The operating system does not tell.
    pub fn address(&self) -> io::Result<SocketAddr> {
        self.listener.local_addr()
    }

    /// Waits until so many clients have said their first line, and gives those who did first.
    ///
    /// # Errors
    /// The operating system refuses to wait.
    pub fn gather(&mut self, count: usize) -> io::Result<Vec<Client>> {
        loop {
            if self.guests.iter().filter(|guest| guest.until.is_none()).count() >= count {
                let mut gathered = Vec::with_capacity(count);
                let guests = std::mem::take(&mut self.guests);
                for guest in guests {
                    if guest.until.is_none() && gathered.len() < count {
                        gathered.push(guest.client);
                    } else {
                        self.guests.push(guest);
                    }
                }
                return Ok(gathered);
            }
            self.wait()?;
        }
    }

    /// Sleeps until something happens, and attends to it.
    fn wait(&mut self) -> io::Result<()> {
        let now = Instant::now();
        let next = self.guests.iter().filter_map(|guest| guest.until).min();
        let timeout = match next {
            None => PollTimeout::NONE,
            // Rounded up, or the lobby would spin through the last millisecond.
            Some(at) => PollTimeout::try_from(at.saturating_duration_since(now) + REST / 50)
                .unwrap_or(PollTimeout::MAX),
        };
        let listener = PollFd::new(self.listener.as_fd(), PollFlags::POLLIN);
        let guests = self.guests.iter();
        let guests = guests.map(|it| PollFd::new(it.client.stream.as_fd(), PollFlags::POLLIN));
        let mut files: Vec<PollFd<'_>> = std::iter::once(listener).chain(guests).collect();
        match poll(&mut files, timeout) {
            Ok(_) | Err(nix::errno::Errno::EINTR) => {}
            Err(errno) => return Err(errno.into()),
        }
        let ready: Vec<bool> =
            files.iter().map(|file| file.revents() != Some(PollFlags::empty())).collect();
        drop(files);
        let now = Instant::now();
        let mut ready = ready.into_iter();
        let somebody_comes = ready.next() == Some(true);
        self.guests.retain_mut(|guest| {
            let ready = ready.next() == Some(true);
            guest.stays(ready, now)
        });
        if somebody_comes {
            self.accept(now);
        }
        Ok(())
    }

    /// Lets all in who wait at the door.
    fn accept(&mut self, now: Instant) {
        loop {
            match self.listener.accept() {
                Ok((stream, peer)) => {
                    if self.guests.len() == MOST_WAITING {
                        let silent = self.guests.iter().position(|guest| guest.until.is_some());
                        silent.map(|place| self.guests.remove(place));
                    }
                    if self.guests.len() < MOST_WAITING && stream.set_nonblocking(true).is_ok() {
                        let client =
                            Client { name: peer.to_string(), stream, received: Vec::new() };
                        self.guests.push(Guest { client, until: Some(now + FIRST_LINE_TIME) });
                    }
                }
                Err(error) if error.kind() == ErrorKind::WouldBlock => return,
                // The client is gone again; or the system has no room, which passes.
                Err(error) if error.kind() == ErrorKind::ConnectionAborted => {}
                Err(error) if error.kind() == ErrorKind::Interrupted => {}
                Err(_) => return std::thread::sleep(REST),
            }
        }
    }
}

impl Guest {
    /// Hears what it says. Whether it stays: not after another first line, a lost connection, too many
    /// bytes, or too long a silence.
    fn stays(&mut self, ready: bool, now: Instant) -> bool {
        if ready && !self.hear() {
            return false;
        }
        let received = &self.client.received;
        if self.until.is_some() {
            match received.iter().position(|byte| matches!(byte, b'\n' | b'\r')) {
                Some(end) if received[..end].trim_ascii() == FIRST_LINE.as_bytes() => {
                    self.until = None;
                }
                Some(_) => return false,
                None if received.len() > FIRST_LINE_BYTES => return false,
                None => {}
            }
        }
        self.until.is_none_or(|until| now < until)
    }

    /// Reads what is there; false if the connection has ended or too much has come.
    fn hear(&mut self) -> bool {
        let mut chunk = [0; 4096];
        loop {
            match self.client.stream.read(&mut chunk) {
                Ok(0) => return false,
                Ok(bytes) => self.client.received.extend_from_slice(&chunk[..bytes]),
                Err(error) if error.kind() == ErrorKind::Interrupted => {}
                Err(error) => return error.kind() == ErrorKind::WouldBlock,
            }
            if self.client.received.len() > MOST_EARLY_BYTES {
                return false;
            }
        }
    }
}

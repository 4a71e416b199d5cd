//! The lobby: clients send their first line and wait for a game.

use std::io::{self, ErrorKind, Read};
use std::net::{SocketAddr, TcpListener, TcpStream};
use std::time::{Duration, Instant};

use crate::player::tcp::TcpPlayer;
use crate::system::wait_for_connections;

/// Most clients in the lobby. A further one takes the place of the oldest that has not sent its first line; if
/// all have, the further one is disconnected.
pub const MOST_WAITING: usize = 256;
/// Time for the first line.
pub const FIRST_LINE_TIME: Duration = Duration::from_secs(5);
/// Most bytes of the first line.
pub const FIRST_LINE_BYTES: usize = 1000;
/// A client that has sent more before its game began is disconnected.
const MOST_EARLY_BYTES: usize = 64 * 1024;
/// Pause after the system refused another connection.
const REST: Duration = Duration::from_millis(50);

/// A client that has sent its first line.
#[derive(Debug)]
pub struct Client {
    /// Its address.
    pub name: String,
    stream: TcpStream,
    /// What it has sent so far, the first line included.
    received: Vec<u8>,
}

impl Client {
    /// Brings the client to a seat.
    ///
    /// # Errors
    /// The operating system refuses.
    pub fn into_player(self) -> io::Result<TcpPlayer> {
        TcpPlayer::new(self.name, self.stream, &self.received, 1.0)
    }
}

/// A connection in the lobby.
struct Guest {
    client: Client,
    /// Deadline of the first line; `None` once it has come.
    until: Option<Instant>,
}

/// A listening socket, and the clients that wait for a game.
pub struct Lobby {
    listener: TcpListener,
    /// The line by which a client enters; without one it enters by connecting.
    first_line: Option<&'static str>,
    guests: Vec<Guest>,
}

impl Lobby {
    /// Opens the lobby.
    ///
    /// # Errors
    /// If the address cannot be listened on.
    pub fn listen(address: SocketAddr, first_line: Option<&'static str>) -> io::Result<Self> {
        let listener = TcpListener::bind(address)?;
        listener.set_nonblocking(true)?;
        Ok(Self { listener, first_line, guests: Vec::new() })
    }

    /// The address with the port that was chosen.
    ///
    /// # Errors
    /// If the operating system refuses.
    pub fn address(&self) -> io::Result<SocketAddr> {
        self.listener.local_addr()
    }

    /// Waits until `count` clients have sent their first line, and returns the first of them.
    ///
    /// # Errors
    /// The operating system refuses to wait.
    pub fn gather(&mut self, count: usize) -> io::Result<Vec<Client>> {
        // Clients may have left while nobody looked.
        self.look(Some(Instant::now()))?;
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

    /// Sleeps until a client connects, sends something or is late, and handles that.
    fn wait(&mut self) -> io::Result<()> {
        let until = self.guests.iter().filter_map(|guest| guest.until).min();
        self.look(until)
    }

    /// The same, but sleeps until `until` at most; `None` is never.
    fn look(&mut self, until: Option<Instant>) -> io::Result<()> {
        let guests = self.guests.iter().map(|guest| &guest.client.stream);
        let (somebody_comes, ready) = wait_for_connections(&self.listener, guests, until)?;
        let now = Instant::now();
        let (mut ready, first_line) = (ready.into_iter(), self.first_line.unwrap_or_default());
        self.guests.retain_mut(|guest| {
            let ready = ready.next() == Some(true);
            guest.stays(ready, now, first_line)
        });
        if somebody_comes {
            self.accept(now);
        }
        Ok(())
    }

    /// Accepts all waiting connections.
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
                        let until = self.first_line.map(|_| now + FIRST_LINE_TIME);
                        self.guests.push(Guest { client, until });
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
    /// Reads what the client sent. Returns false if it must go: it sent another first line or too many bytes,
    /// was silent too long, or has disconnected.
    fn stays(&mut self, ready: bool, now: Instant, first_line: &str) -> bool {
        if ready && !self.hear() {
            return false;
        }
        let received = &self.client.received;
        if self.until.is_some() {
            match received.iter().position(|byte| matches!(byte, b'\n' | b'\r')) {
                Some(end) if received[..end].trim_ascii() == first_line.as_bytes() => {
                    self.until = None;
                }
                Some(_) => return false,
                None if received.len() > FIRST_LINE_BYTES => return false,
                None => {}
            }
        }
        self.until.is_none_or(|until| now < until)
    }

    /// Reads what has come; false if the connection has ended or sent too much.
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

#[cfg(test)]
mod tests {
    use std::io::Write;

    use super::*;

    /// The server gathers nobody while it plays as many games as it may.
    #[test]
    fn a_client_that_left_while_nobody_looked_gets_no_game() {
        let any_port = SocketAddr::from(([127, 0, 0, 1], 0));
        let mut lobby = Lobby::listen(any_port, Some("Player")).unwrap();
        let address = lobby.address().unwrap();
        let enter = || {
            let mut client = TcpStream::connect(address).unwrap();
            client.write_all(b"Player\n").unwrap();
            client
        };
        let name = |client: &TcpStream| client.local_addr().unwrap().to_string();
        let (first, second) = (enter(), enter());
        while lobby.guests.iter().filter(|guest| guest.until.is_none()).count() < 2 {
            lobby.wait().unwrap();
        }
        assert_eq!(lobby.gather(1).unwrap()[0].name, name(&first));
        drop(second);
        let third = enter();
        assert_eq!(lobby.gather(1).unwrap()[0].name, name(&third));
    }
}

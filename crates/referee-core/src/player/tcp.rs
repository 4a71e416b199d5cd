//! A client at the other end of a TCP connection.
//!
//! Lines are exchanged as with a program. The client can neither block nor crash the referee:
//!
//! * A line that is longer than the game allows is a fault before its end has come. Unrequested output is read up to
//!   64 kB; the rest waits in the network.
//! * A client that does not read occupies at most 8 MB; then its connection counts as lost.
//! * The end of its output is noticed at once. What it wrote before that still counts.
//! * After a fault and at the end of a game it is still sent the remaining lines. Then the referee closes its side and
//!   waits at most a second for the client to do the same, so that no line is lost.

mod seat;

use std::io;
use std::net::{Shutdown, TcpStream};
use std::time::{Duration, Instant};

use super::process::lines::{Lines, quote};
use super::process::pending::PendingAnswer;
use super::process::streams::Input;
use super::{Interest, Player, Ready, Reply};
use crate::game::{Answer, Expected, Fault};
use crate::system::{ReadResult, Reader, Source, halves, wait};
use anyhow::Result;

pub use seat::KIND;

/// Most bytes that are read before an answer is requested.
pub const MOST_UNASKED_BYTES: usize = 64 * 1024;
/// Most bytes that are kept for a client that does not read.
pub const MOST_UNREAD_BYTES: usize = 8 << 20;
/// How long a closed connection waits for the client to close it, too.
const LINGER: Duration = Duration::from_secs(1);
/// Most bytes of one read, so that a flood does not delay the others.
const MOST_BYTES_PER_CALL: usize = 256 * 1024;

const OUTPUT: u8 = 0;
const INPUT: u8 = 1;

/// A client in a seat.
pub struct TcpPlayer {
    name: String,
    timeout_factor: f64,
    /// The lines to the client.
    input: Input,
    /// The lines from the client; `None` once they have ended or are no longer read.
    output: Option<Reader>,
    /// `None` once both sides have closed it, or the wait for that is over.
    stream: Option<TcpStream>,
    lines: Lines,
    pending: Option<PendingAnswer>,
    reply: Option<Reply>,
    failed: Option<(Fault, String)>,
    /// No more lines will be sent: the connection is closed when the waiting lines are written.
    no_more: bool,
    /// When the referee stops waiting for the client to close its side.
    linger_until: Option<Instant>,
    closed: bool,
}

impl TcpPlayer {
    /// A client called `name`, of whose lines `received` has been read already. Time limits are
    /// multiplied by `timeout_factor`.
    ///
    /// # Errors
    /// The operating system refuses.
    pub fn new(
        name: impl Into<String>,
        stream: TcpStream,
        received: &[u8],
        timeout_factor: f64,
    ) -> io::Result<Self> {
        // Each turn is a small line, which must not wait for another one to fill a packet.
        stream.set_nodelay(true)?;
        let (output, input) = halves(&stream)?;
        let mut lines = Lines::default();
        for chunk in received.chunks(4096) {
            lines.room()[..chunk.len()].copy_from_slice(chunk);
            lines.filled(chunk.len());
        }
        Ok(Self {
            name: name.into(),
            timeout_factor,
            input: Input::new(input),
            output: Some(output),
            stream: Some(stream),
            lines,
            pending: None,
            reply: None,
            failed: None,
            no_more: false,
            linger_until: None,
            closed: false,
        })
    }

    /// Writes without waiting. A broken connection is ignored here, because reading reports it.
    fn write(&mut self) {
        if self.input.write().is_err() {
            self.input.close();
        }
        if self.no_more && self.input.waiting() == 0 && !self.closed {
            self.closed = true;
            // Fails if the client has closed the connection already.
            let _ = self.stream.as_ref().map(|stream| stream.shutdown(Shutdown::Write));
        }
        if self.closed && self.output.is_none() {
            self.let_go();
        }
    }

    /// Gives the connection back to the system. In a game that clients join it would have it to the end of the game.
    fn let_go(&mut self) {
        self.output = None;
        self.input.close();
        self.stream = None;
    }

    /// Reads the available bytes, up to about `most`.
    fn read(&mut self, most: usize) {
        let mut rest = most;
        while let Some(output) = self.output.as_mut().filter(|_| rest > 0) {
            let room = self.lines.room();
            let wanted = room.len();
            match output.read(room) {
                Ok(ReadResult::Nothing) => break,
                // A reset connection has ended too.
                Ok(ReadResult::End) | Err(_) => self.output = None,
                Ok(ReadResult::Bytes(bytes)) => {
                    self.lines.filled(bytes);
                    rest = rest.saturating_sub(bytes);
                    if bytes < wanted {
                        break;
                    }
                }
            }
        }
    }

    fn output_wanted(&self) -> usize {
        if self.pending.is_some() || self.no_more || self.failed.is_some() {
            MOST_BYTES_PER_CALL
        } else {
            MOST_UNASKED_BYTES.saturating_sub(self.lines.held())
        }
    }

    /// Makes the reply if the answer is complete, or can no longer become complete.
    fn check_answer(&mut self, now: Instant) {
        let Some(pending) = &mut self.pending else { return };
        let is_late = pending.deadline().is_some_and(|deadline| now >= deadline);
        if let Some(problem) = pending.take_lines(&mut self.lines) {
            return self.fail(Fault::Garbage, problem, now);
        }
        if pending.is_complete() {
            if let Some(pending) = self.pending.take() {
                let micros = pending.micros(now);
                self.reply = Some(Reply::lines(pending.lines, micros));
            }
        } else if self.output.is_none() {
            let message = match self.lines.begun() {
                [] => "the connection has ended".to_owned(),
                begun => format!("the connection has ended in the line {}", quote(begun)),
            };
            self.fail(Fault::Exit, message, now);
        } else if is_late {
            let message = pending.timeout_message(&self.lines);
            self.fail(Fault::Timeout, message, now);
        }
    }

    fn fail(&mut self, fault: Fault, message: String, now: Instant) {
        if let Some(pending) = self.pending.take() {
            let reply = Reply::fault(fault, &*message, pending.micros(now));
            let answer = Answer { lines: pending.lines, fault: Some(fault) };
            self.reply = Some(Reply { answer, ..reply });
        }
        self.failed = Some((fault, message));
        self.lines = Lines::default();
    }

    /// Whether the connection can be dropped.
    fn is_over(&self, now: Instant) -> bool {
        let out_of_time = self.linger_until.is_some_and(|until| now >= until);
        out_of_time || (self.closed && self.output.is_none())
    }

    /// Reads and discards the output of a client that is not asked again.
    fn drain(&mut self, now: Instant) {
        self.read(MOST_BYTES_PER_CALL);
        self.lines = Lines::default();
        if self.is_over(now) {
            self.let_go();
        }
    }
}

impl Player for TcpPlayer {
    fn name(&self) -> &str {
        &self.name
    }

    fn send(&mut self, lines: &[String], expected: Option<&Expected>) {
        let began = Instant::now();
        let bytes: usize = lines.iter().map(|line| line.len() + 1).sum();
        // The first lines of a game may be longer than that by themselves.
        if self.input.waiting() > 0 && self.input.waiting() + bytes > MOST_UNREAD_BYTES {
            self.fail(Fault::Exit, "the client does not read what it is sent".to_owned(), began);
            self.begin_close();
            self.input.close();
        }
        if !self.no_more {
            self.input.push(lines);
        }
        self.no_more |= expected.is_none();
        self.write();
        let Some(expected) = expected else {
            self.linger_until.get_or_insert(began + LINGER);
            return;
        };
        self.reply = None;
        if let Some((fault, message)) = &self.failed {
            self.reply = Some(Reply::fault(*fault, &**message, 0));
            return;
        }
        let mut pending = PendingAnswer::new(expected, self.timeout_factor, began);
        let mut now = began;
        if !self.input.is_blocked() {
            now = Instant::now();
            pending.sent(now);
        }
        self.pending = Some(pending);
        self.check_answer(now);
    }

    fn reply(&mut self) -> Option<Reply> {
        self.reply.take()
    }

    fn interests<'a>(&'a self, into: &mut Vec<Interest<'a>>) {
        let mut wait_for = |id, source: Option<Source<'a>>| {
            into.extend(source.map(|source| Interest { id, source }));
        };
        let output = self.output.as_ref().filter(|_| self.output_wanted() > 0);
        wait_for(OUTPUT, output.map(Reader::source));
        wait_for(INPUT, self.input.source());
    }

    fn wake_at(&self) -> Option<Instant> {
        let open = self.output.is_some() || self.input.is_blocked();
        let linger = self.linger_until.filter(|_| open);
        let answer = self.pending.as_ref().and_then(PendingAnswer::deadline);
        answer.into_iter().chain(linger).min()
    }

    fn attend(&mut self, now: Instant, ready: Ready) -> Result<()> {
        if ready.has(INPUT) {
            self.write();
            let is_written = !self.input.is_blocked();
            if let Some(pending) = self.pending.as_mut().filter(|_| is_written) {
                pending.sent(Instant::now());
            }
        }
        if self.no_more || self.failed.is_some() {
            self.drain(now);
            return Ok(());
        }
        // At the deadline, too: the referee itself may have woken up late.
        self.read(self.output_wanted());
        self.check_answer(now);
        Ok(())
    }

    /// The client is still sent the reply of the turn and its last line.
    fn end_after_fault(&mut self) {}

    fn begin_close(&mut self) {
        self.no_more = true;
        self.pending = None;
        self.failed.get_or_insert_with(|| (Fault::Exit, "closed by the referee".to_owned()));
        self.linger_until.get_or_insert_with(|| Instant::now() + LINGER);
        self.write();
    }

    fn close(&mut self) {
        self.begin_close();
    }
}

impl Drop for TcpPlayer {
    /// Waits for the client to read what is under way: a connection that is let go while unread lines
    /// of the client wait would take those of the referee with it.
    fn drop(&mut self) {
        self.begin_close();
        loop {
            let now = Instant::now();
            self.write();
            self.drain(now);
            let mut interests = Vec::new();
            self.interests(&mut interests);
            let Some(until) = self.linger_until.filter(|until| *until > now) else { return };
            if interests.is_empty() || self.is_over(now) {
                return;
            }
            let sources: Vec<Source<'_>> = interests.iter().map(|it| it.source).collect();
            if wait(&sources, Some(until), |_| {}).is_err() {
                return;
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use std::io::{BufRead, BufReader, Write};
    use std::net::TcpListener;
    use std::thread;

    use super::*;

    /// A player and its client.
    fn connected() -> (TcpPlayer, TcpStream) {
        let listener = TcpListener::bind("127.0.0.1:0").unwrap();
        let client = TcpStream::connect(listener.local_addr().unwrap()).unwrap();
        let stream = listener.accept().unwrap().0;
        (TcpPlayer::new("a", stream, &[], 1.0).unwrap(), client)
    }

    #[test]
    fn what_does_not_fit_into_the_connection_at_once_is_sent_later() {
        const LINES: usize = 32;
        let (mut player, mut client) = connected();
        let line = "x".repeat(1 << 20);
        let expected = Expected { lines: 1, limit: Duration::from_secs(30), line_bytes: 10 };
        player.send(&vec![line.clone(); LINES], Some(&expected));
        assert!(player.input.waiting() > 0, "the system takes all of it");
        let reader = thread::spawn(move || {
            for read in BufReader::new(&client).lines().take(LINES) {
                assert_eq!(read.unwrap(), line);
            }
            client.write_all(b"done\n").unwrap();
            client
        });
        let reply = loop {
            if let Some(reply) = player.reply() {
                break reply;
            }
            thread::sleep(Duration::from_millis(1));
            player.attend(Instant::now(), Ready::default().with(INPUT).with(OUTPUT)).unwrap();
        };
        assert_eq!((reply.answer.lines, reply.answer.fault), (vec!["done".to_owned()], None));
        drop(reader.join().unwrap());
    }

    /// Whether the connection is given back, if the client leaves before or after the referee closes its side.
    fn is_let_go(leaves_first: bool) -> bool {
        let (mut player, client) = connected();
        let mut client = Some(client);
        if leaves_first {
            client = None;
            player.send(&[], Some(&Expected { lines: 1, limit: LINGER * 30, line_bytes: 10 }));
            while player.reply().is_none() {
                player.attend(Instant::now(), Ready::default().with(OUTPUT)).unwrap();
            }
        }
        player.close();
        drop(client);
        for _ in 0..10_000 {
            if player.stream.is_none() {
                break;
            }
            // As the table does.
            let mut interests = Vec::new();
            player.interests(&mut interests);
            if !interests.is_empty() {
                player.attend(Instant::now(), Ready::default().with(OUTPUT)).unwrap();
            }
            thread::sleep(Duration::from_millis(1));
        }
        player.stream.is_none() && player.output.is_none()
    }

    #[test]
    fn the_connection_of_a_client_that_is_out_is_given_back_during_the_game() {
        assert!(is_let_go(true), "the client leaves first");
        assert!(is_let_go(false), "the referee closes first");
    }

    /// The client may take longer than the referee waits: then the test is repeated.
    #[test]
    fn a_connection_that_is_dropped_sends_the_rest_first() {
        const LINES: usize = 32;
        loop {
            let (mut player, client) = connected();
            player.send(&vec!["x".repeat(1 << 20); LINES], None);
            assert!(player.input.waiting() > 0, "the system takes all of it");
            let reader =
                thread::spawn(move || BufReader::new(client).lines().map_while(Result::ok).count());
            let began = Instant::now();
            drop(player);
            let waited = began.elapsed();
            if reader.join().unwrap() == LINES {
                break;
            }
            assert!(waited >= LINGER, "closed after {waited:?} with lines that were not sent");
        }
    }
}

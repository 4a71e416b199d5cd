//! The bot as a program: [`IcfpCourier`].

use std::io::{self, BufReader, Write};
use std::net::TcpStream;
use std::time::Duration;

use gridkit::bot::{Failure, Input, Message, Output, Timing};
use gridkit::{About, Bot, Deadline, Flags, Report, Sketch};

use crate::bench;
use crate::courier::Courier;
use crate::params::Params;
use crate::protocol::{Reader, Turn, HELLO};

/// A game that is being played.
pub struct IcfpCourier {
    reader: Reader<Input>,
    courier: Courier,
    is_first: bool,
    /// The last answer.
    said: String,
}

/// The part of the time in which a robot thinks that is not alone, after the first turn: it plans in nearly every turn.
/// A robot that is alone plans where it learns something, and on most boards thinks about nothing in between.
const PART_AMONG_OTHERS: f64 = 1.0 / 6.0;

impl Bot for IcfpCourier {
    type Params = Params;
    type Turn = Turn;

    const ABOUT: About = About {
        words: &["HOST", "PORT"],
        ..About::new(
            "icfp-courier",
            env!("CARGO_PKG_VERSION"),
            "Plays the robots of the ICFP contest (2002): over TCP if it is given a host and a \
             port, else over stdin and stdout.",
        )
    };

    /// The contest allowed a second of work a move on average.
    const TIMING: Timing = Timing {
        first_limit: Duration::from_secs(5),
        first: Duration::from_millis(500),
        least: Duration::from_millis(60),
        look_every: 4,
        ..Timing::of_each_turn(
            Duration::from_secs(1),
            Duration::from_millis(240),
            Duration::from_millis(700),
        )
    };

    fn bench(flags: &Flags<Params>) -> Report {
        bench::run(flags)
    }

    /// Sends the first line, for which a server waits before it sends anything.
    fn connect(flags: &Flags<Params>) -> Result<(Input, Output), Failure> {
        let (input, output): (Input, Output) = match &flags.words[..] {
            [host, port] => {
                let stream = dial(host, port)?;
                (Box::new(BufReader::new(stream.try_clone()?)), Box::new(stream))
            }
            _ => (Box::new(BufReader::new(io::stdin())), Box::new(io::stdout())),
        };
        let mut output = Box::new(Unheard(output));
        writeln!(output, "{HELLO}")?;
        output.flush()?;
        Ok((input, output))
    }

    fn start(input: Input, flags: &Flags<Params>) -> Result<Option<Self>, Failure> {
        let mut reader = Reader::new(input);
        let start = match reader.start()? {
            Some(start) => start,
            None => return Ok(None),
        };
        let courier = Courier::new(start, flags.params.clone(), flags.seed);
        Ok(Some(Self { reader, courier, is_first: true, said: String::new() }))
    }

    /// A connection that breaks ends the game as its end does.
    fn listen(&mut self) -> Result<Option<Message<Turn>>, Failure> {
        let turn = self.reader.turn(std::mem::take(&mut self.is_first)).unwrap_or(None);
        Ok(turn.map(|turn| Message { turn, arrived: self.reader.arrived() }))
    }

    fn answer(&mut self, turn: &Turn, deadline: &mut Deadline) -> Result<String, Failure> {
        self.courier.observe(turn);
        let mut part = deadline.part(PART_AMONG_OTHERS);
        let has_time = self.said.is_empty() || self.courier.is_alone();
        let deadline = if has_time || !deadline.is_on_the_clock() { deadline } else { &mut part };
        self.said = self.courier.decide(deadline).to_string();
        Ok(self.said.clone())
    }

    fn remark(&self, _: &Turn) -> String {
        format!("{}: {}", self.courier.remark(), self.said)
    }

    fn sketch(&self, _: &Turn, sketch: &mut Sketch) {
        self.courier.sketch(sketch);
    }
}

/// Opens a connection to a server.
fn dial(host: &str, port: &str) -> Result<TcpStream, Failure> {
    let number: u16 =
        port.parse().map_err(|_| format!("a port is a number from 1 to 65535, not `{port}`"))?;
    let stream =
        TcpStream::connect((host, number)).map_err(|error| no_answer(host, port, &error))?;
    stream.set_nodelay(true)?;
    Ok(stream)
}

/// Why a server cannot be reached, and what to do.
fn no_answer(host: &str, port: &str, error: &io::Error) -> String {
    let why = match error.kind() {
        io::ErrorKind::ConnectionRefused => {
            "no program listens there; start the server first".to_owned()
        }
        io::ErrorKind::TimedOut => "it took too long; check the address".to_owned(),
        _ => format!("{}; check the address", without_number(&error.to_string())),
    };
    format!("no server answers at {host}, port {port}: {why}")
}

/// The words of the system without its number of the error.
fn without_number(text: &str) -> &str {
    text.split(" (os error").next().unwrap_or(text)
}

/// An output whose errors are ignored: a server that no longer reads has ended the game, and then the
/// input ends too.
struct Unheard<W>(W);

impl<W: Write> Write for Unheard<W> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        Ok(self.0.write(bytes).unwrap_or(bytes.len()))
    }

    fn flush(&mut self) -> io::Result<()> {
        let _ = self.0.flush();
        Ok(())
    }
}

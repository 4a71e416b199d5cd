//! A bot for the ICFP contest of 2002: plays over TCP if it is given a host and a port, else over
//! stdin and stdout.

use std::error::Error;
use std::io::{self, BufRead, BufReader, Write};
use std::net::TcpStream;
use std::process;
use std::time::Duration;

use gridkit::{About, Deadline, Flags};
use icfp_courier::bench;
use icfp_courier::courier::Courier;
use icfp_courier::params::Params;
use icfp_courier::protocol::{Reader, HELLO};

const ABOUT: About = About {
    name: "icfp-courier",
    version: env!("CARGO_PKG_VERSION"),
    does:
        "Plays the robots of the ICFP contest of 2002: with a host and a port over TCP, else over \
           stdin and stdout.",
    words: &["HOST", "PORT"],
    styles: &[],
};

/// The contest allowed a second of work a move on average.
const THINKING_TIME: Duration = Duration::from_millis(40);

fn main() {
    let flags = Flags::read(&ABOUT);
    let result = if flags.bench {
        let report = bench::run(&flags.params, flags.nodes, flags.seed);
        writeln!(io::stdout(), "{report}").map_err(Into::into)
    } else if let [host, port] = &flags.words[..] {
        connect(host, port, &flags)
    } else {
        play(io::stdin().lock(), io::stdout().lock(), &flags)
    };
    if let Err(error) = result {
        // Nobody may be left to read it.
        let _ = writeln!(io::stderr(), "icfp-courier: {error}");
        process::exit(1);
    }
}

/// Plays one game with a server on the net.
fn connect(host: &str, port: &str, flags: &Flags<Params>) -> Result<(), Box<dyn Error>> {
    let number: u16 =
        port.parse().map_err(|_| format!("a port is a number from 1 to 65535, not `{port}`"))?;
    let stream = TcpStream::connect((host, number))
        .map_err(|error| format!("no server answers at {host}, port {port}: {error}"))?;
    stream.set_nodelay(true)?;
    play(BufReader::new(stream.try_clone()?), stream, flags)
}

/// Plays one game. A server that goes away ends it, whatever it still wanted.
fn play(
    input: impl BufRead,
    mut output: impl Write,
    flags: &Flags<Params>,
) -> Result<(), Box<dyn Error>> {
    if say(&mut output, HELLO).is_err() {
        return Ok(());
    }
    let mut reader = Reader::new(input);
    let start = match reader.start()? {
        Some(start) => start,
        None => return Ok(()),
    };
    let mut courier = Courier::new(start, flags.params.clone(), flags.seed);
    let time = flags.time.unwrap_or(THINKING_TIME);
    let mut first = true;
    while let Ok(Some(turn)) = reader.turn(first) {
        first = false;
        let mut deadline = match flags.nodes {
            Some(nodes) => Deadline::after_nodes(nodes),
            None => Deadline::since(reader.arrived(), time).looking_every(4),
        };
        courier.observe(&turn);
        let command = courier.decide(&mut deadline);
        if say(&mut output, &command.to_string()).is_err() {
            return Ok(());
        }
        if flags.verbose {
            let micros = deadline.elapsed().as_micros();
            let _ = writeln!(io::stderr(), "{}, {command}, {micros} us", courier.remark());
        }
    }
    Ok(())
}

fn say(output: &mut impl Write, line: &str) -> io::Result<()> {
    writeln!(output, "{line}")?;
    output.flush()
}

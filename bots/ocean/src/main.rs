//! A bot for Ocean of Code: reads the server's lines on stdin, writes its orders to stdout.

use std::io::{self, Write};
use std::process::ExitCode;
use std::time::Duration;

use gridkit::{About, Deadline, Flags};
use ocean::captain::Captain;
use ocean::orders;
use ocean::params::Params;
use ocean::protocol::Reader;

const ABOUT: About = About {
    name: "ocean",
    version: env!("CARGO_PKG_VERSION"),
    does: "Plays Ocean of Code (CodinGame, 2020) over stdin and stdout, on the site's clock.",
    words: &[],
};

/// The site allows 50 ms a turn; a busy machine may need the rest for itself.
const THINKING_TIME: Duration = Duration::from_millis(12);

fn main() -> ExitCode {
    let flags = Flags::read(&ABOUT);
    match play(&flags) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("ocean: {error}");
            ExitCode::FAILURE
        }
    }
}

fn play(flags: &Flags<Params>) -> Result<(), Box<dyn std::error::Error>> {
    let (stdin, stdout) = (io::stdin(), io::stdout());
    let (mut reader, mut out) = (Reader::new(stdin.lock()), stdout.lock());
    let start = match reader.start()? {
        Some(start) => start,
        None => return Ok(()),
    };
    let mut captain = Captain::new(start, flags.params.clone(), flags.seed);
    writeln!(out, "{}", gridkit::Board15::point(captain.start()))?;
    out.flush()?;
    while let Some(turn) = reader.turn()? {
        let mut deadline = Deadline::new(flags.nodes, THINKING_TIME);
        let decision = captain.orders(&turn, &mut deadline);
        writeln!(out, "{}", orders::line(&decision.orders))?;
        out.flush()?;
    }
    Ok(())
}

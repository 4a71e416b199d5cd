//! A bot for Ocean of Code: reads the server's lines on stdin, writes its orders to stdout.

use std::error::Error;
use std::io::{self, Write};
use std::process;
use std::time::Duration;

use gridkit::{About, Board15, Deadline, Flags};
use ocean::bench;
use ocean::captain::Captain;
use ocean::orders;
use ocean::params::Params;
use ocean::protocol::Reader;

const ABOUT: About = About {
    name: "ocean",
    version: env!("CARGO_PKG_VERSION"),
    does: "Plays Ocean of Code (CodinGame, 2020) over stdin and stdout, on the site's clock.",
    words: &[],
    styles: &[],
};

/// The site allows 50 ms a turn; a busy machine may need the rest for itself.
const THINKING_TIME: Duration = Duration::from_millis(12);

fn main() {
    let flags = Flags::read(&ABOUT);
    let result = if flags.bench {
        let report = bench::run(&flags.params, flags.nodes, flags.seed);
        writeln!(io::stdout(), "{report}").map_err(Into::into)
    } else {
        play(&flags)
    };
    if let Err(error) = result {
        // Nobody may be left to read it.
        let _ = writeln!(io::stderr(), "ocean: {error}");
        process::exit(1);
    }
}

/// Plays one game over stdin and stdout.
fn play(flags: &Flags<Params>) -> Result<(), Box<dyn Error>> {
    let (stdin, stdout) = (io::stdin(), io::stdout());
    let (mut reader, mut out) = (Reader::new(stdin.lock()), stdout.lock());
    let start = match reader.start()? {
        Some(start) => start,
        None => return Ok(()),
    };
    let time = flags.time.unwrap_or(THINKING_TIME);
    let mut captain = Captain::new(start, flags.params.clone(), flags.seed);
    writeln!(out, "{}", Board15::point(captain.at()))?;
    out.flush()?;
    while let Some(turn) = reader.turn()? {
        let mut deadline = match flags.nodes {
            Some(nodes) => Deadline::after_nodes(nodes),
            None => Deadline::since(reader.arrived(), time).looking_every(8),
        };
        captain.observe(&turn);
        let decision = captain.decide(&mut deadline);
        writeln!(out, "{}", orders::line(&decision.orders))?;
        out.flush()?;
        // What the orders tell of us is thought over when the answer is out.
        captain.execute(&decision.orders);
        if flags.verbose {
            let micros = deadline.elapsed().as_micros();
            let _ = writeln!(io::stderr(), "{}, {micros} us", captain.remark(&decision));
        }
    }
    Ok(())
}

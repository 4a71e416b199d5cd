//! A bot for Code à la Mode: reads the server's lines on stdin, writes its actions to stdout.

use std::error::Error;
use std::io::{self, BufReader, Write};
use std::process;
use std::time::{Duration, Instant};

use alamode::bench;
use alamode::inbox::{Inbox, Message};
use alamode::params::Params;
use alamode::player::Player;
use alamode::protocol::{answer, Reader};
use gridkit::{About, Deadline, Flags, Pace};

const ABOUT: About = About {
    name: "alamode",
    version: env!("CARGO_PKG_VERSION"),
    does: "Plays Code à la Mode (CodinGame, 2019) over stdin and stdout, on the site's clock.",
    words: &[],
    styles: &[],
};

/// The site allows 50 ms a turn; a busy machine may need the rest for itself.
const THINKING_TIME: Duration = Duration::from_millis(20);

/// What is left of it on a machine that keeps putting the bot aside.
const LEAST_THINKING_TIME: Duration = Duration::from_millis(2);

/// Thinking and some stalls as long as those seen shall fit into this.
const ROOM: Duration = Duration::from_millis(40);

/// The site allows 1000 ms for the first turn, the reckoning of the tables included.
const FIRST_THINKING_TIME: Duration = Duration::from_millis(500);

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
        let _ = writeln!(io::stderr(), "alamode: {error}");
        process::exit(1);
    }
}

/// Plays one game over stdin and stdout.
fn play(flags: &Flags<Params>) -> Result<(), Box<dyn Error>> {
    let mut out = io::stdout();
    let mut reader = Reader::new(BufReader::new(io::stdin()));
    let start = match reader.start()? {
        Some(start) => start,
        None => return Ok(()),
    };
    let begun = reader.arrived();
    let mut inbox = Inbox::open(reader);
    let mut player = Player::new(start, flags.params.clone(), flags.seed);
    let mut first = true;
    let mut answered = begun;
    let mut pace = Pace::new(THINKING_TIME, LEAST_THINKING_TIME, ROOM);
    while let Some(Message { turn, arrived }) = inbox.turn()? {
        let (begin, limit) = if std::mem::take(&mut first) {
            (begun, FIRST_THINKING_TIME)
        } else {
            // Who is sent many turns at once has the time of each from the last answer on.
            (arrived.max(answered), pace.time())
        };
        let limit = flags.time.unwrap_or(limit);
        let mut time = match flags.nodes {
            Some(nodes) => Deadline::after_nodes(nodes),
            None => Deadline::since(begin, limit).looking_every(16),
        };
        let state = player.observe(&turn)?;
        let action = player.decide(&state, &mut time);
        writeln!(out, "{}", answer(player.world(), action))?;
        out.flush()?;
        answered = Instant::now();
        let late = time.elapsed().saturating_sub(limit);
        if flags.verbose {
            let micros = time.elapsed().as_micros();
            let _ = writeln!(io::stderr(), "{}, {micros} us", player.remark(&state));
        }
        let share = player.world().params.ponder;
        let limit = flags.time.unwrap_or_else(|| pace.time()).mul_f64(share);
        let time = match flags.nodes {
            Some(nodes) => Deadline::after_nodes((nodes as f64 * share) as u64),
            None => Deadline::since(answered, limit).looking_every(16),
        };
        if share > 0.0 {
            player.ponder(&mut inbox.or_next(time));
        }
        pace.stalled(player.stall().max(late));
    }
    Ok(())
}

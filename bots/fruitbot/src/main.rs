//! A bot for the robot fruit hunt: reads the referee's lines on stdin, writes its moves to stdout.

use std::error::Error;
use std::io::{self, Write};
use std::process;
use std::time::Duration;

use fruitbot::bench;
use fruitbot::params::Params;
use fruitbot::protocol::Reader;
use fruitbot::robot::{Robot, Style};
use gridkit::{About, Deadline, Flags};

const ABOUT: About = About {
    name: "fruitbot",
    version: env!("CARGO_PKG_VERSION"),
    does: "Plays the robot fruit hunt (Scribd, 2012) over stdin and stdout.",
    words: &[],
    styles: Style::NAMES,
};

/// The contest gave ten seconds a move; nobody wants to wait so long for a game.
const THINKING_TIME: Duration = Duration::from_millis(100);

fn main() {
    let flags = Flags::read(&ABOUT);
    let style = Style::ALL[flags.style];
    let result = if flags.bench {
        let report = bench::run(style, &flags.params, flags.nodes, flags.seed);
        writeln!(io::stdout(), "{report}").map_err(Into::into)
    } else {
        play(&flags, style)
    };
    if let Err(error) = result {
        // Nobody may be left to read it.
        let _ = writeln!(io::stderr(), "fruitbot: {error}");
        process::exit(1);
    }
}

/// Plays one game over stdin and stdout.
fn play(flags: &Flags<Params>, style: Style) -> Result<(), Box<dyn Error>> {
    let (stdin, stdout) = (io::stdin(), io::stdout());
    let (mut reader, mut out) = (Reader::new(stdin.lock()), stdout.lock());
    let (board, first) = match reader.start()? {
        Some(start) => start,
        None => return Ok(()),
    };
    let time = flags.time.unwrap_or(THINKING_TIME);
    let mut robot = Robot::new(board, style, flags.params.clone(), flags.seed);
    let mut next = Some(first);
    while let Some(state) = next {
        let deadline = match flags.nodes {
            Some(nodes) => Deadline::after_nodes(nodes),
            None => Deadline::since(reader.arrived(), time).looking_every(8),
        };
        let decision = robot.decide(&state, &deadline);
        writeln!(out, "{}", decision.step.word())?;
        out.flush()?;
        if flags.verbose {
            let micros = deadline.elapsed().as_micros();
            let _ = writeln!(io::stderr(), "{}, {micros} us", robot.remark(&decision));
        }
        next = reader.turn(robot.board())?;
    }
    Ok(())
}

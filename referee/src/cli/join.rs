//! `referee join`: a program that reads lines plays on a server.

use std::io::{self, BufRead, BufReader, Read, Write};
use std::net::{Shutdown, TcpStream};
use std::process::Stdio;
use std::thread;

use anyhow::{Context, anyhow};
use clap::Args;

use super::{Failure, usage};
use crate::bot::{Bot, Strangers};
use crate::games::contest;
use crate::tell;
use crate::terminal::harmless;

/// Let a bot that reads standard input play on a server, over TCP
#[derive(Args)]
pub(super) struct JoinArgs {
    /// The game; `referee games` lists them
    game: String,
    /// The server
    host: String,
    /// Its port
    port: u16,
    /// The bot: the workspace's own by name, or a command line, in quotes
    bot: String,
}

impl JoinArgs {
    pub(super) fn run(self) -> Result<(), Failure> {
        let contest = contest(&self.game).map_err(usage)?;
        let bot = Bot::parse(&self.bot, contest).map_err(usage)?;
        let bot = Bot::prepare_all(vec![bot], &Strangers::default())?.remove(0);
        let program = bot.command();
        let mut program =
            program.ok_or_else(|| usage(anyhow!("'{}' is no program that you trust", self.bot)))?;
        let place = format!("{}:{}", self.host, self.port);
        let stream = TcpStream::connect(&place)
            .with_context(|| format!("cannot connect to {place}; is the server running?"))?;
        stream.set_nodelay(true)?;
        let program = program.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
        let child = program.spawn();
        let mut child = child.with_context(|| format!("cannot start '{}'", self.bot))?;
        let (Some(mut input), Some(output), Some(words)) =
            (child.stdin.take(), child.stdout.take(), child.stderr.take())
        else {
            return Err(Failure::Failed(anyhow!("cannot speak with '{}'", self.bot)));
        };
        let words = thread::spawn(move || show_words(words));
        let mut from_server = stream.try_clone()?;
        // The end of either ends the other's input: the bot leaves when the server closes.
        let inward = thread::spawn(move || pass_on(&mut from_server, &mut input));
        pass_on(&mut { output }, &mut &stream);
        let _ = stream.shutdown(Shutdown::Write);
        let status = child.wait().context("cannot wait for the bot")?;
        let _ = stream.shutdown(Shutdown::Both);
        let _ = inward.join();
        let _ = words.join();
        if status.success() { Ok(()) } else { Err(Failure::Failed(anyhow!("the bot: {status}"))) }
    }
}

/// Shows what the bot writes to its standard error stream, line by line.
fn show_words(words: impl Read) {
    for line in BufReader::new(words).split(b'\n') {
        let Ok(line) = line else { return };
        tell!("{}", harmless(&String::from_utf8_lossy(&line)));
    }
}

/// Passes on all bytes at once as they come. An error is the end of one side, which the other sees.
fn pass_on(from: &mut impl Read, to: &mut impl Write) {
    let mut chunk = [0; 8 * 1024];
    loop {
        match from.read(&mut chunk) {
            Ok(0) => return,
            Ok(bytes) => {
                if to.write_all(&chunk[..bytes]).and_then(|()| to.flush()).is_err() {
                    return;
                }
            }
            Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
            Err(_) => return,
        }
    }
}

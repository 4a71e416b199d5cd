//! `referee join`: a program that reads lines plays on a server.

use std::net::TcpStream;

use anyhow::{Context, anyhow};
use clap::Args;

use super::strangers::StrangerArgs;
use super::{Failure, usage};
use crate::bot::Bot;
use crate::games::contest;
use crate::player::process::{adopt_orphans, pass_through};
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
    #[command(flatten)]
    strangers: StrangerArgs,
}

impl JoinArgs {
    pub(super) fn run(self) -> Result<(), Failure> {
        let contest = contest(&self.game).map_err(usage)?;
        let bot = Bot::parse(&self.bot, contest).map_err(usage)?;
        let bot = Bot::prepare_all(vec![bot], &self.strangers.read())?.remove(0);
        let launch = bot.launch();
        let launch = launch.ok_or_else(|| usage(anyhow!("'{}' is no program", self.bot)))?;
        adopt_orphans();
        let place = format!("{}:{}", self.host, self.port);
        let stream = TcpStream::connect(&place)
            .with_context(|| format!("cannot connect to {place}; is the server running?"))?;
        stream.set_nodelay(true)?;
        let status = pass_through(launch, &stream, &mut |line| tell!("{}", harmless(line)))?;
        if status.is_success() {
            Ok(())
        } else {
            Err(Failure::Failed(anyhow!("the bot: {status}")))
        }
    }
}

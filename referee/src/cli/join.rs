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
///
/// `referee join karo` races on a server of Karopapier, which speaks HTTP.
#[derive(Args)]
#[command(args_conflicts_with_subcommands = true, subcommand_negates_reqs = true)]
pub(super) struct JoinCommand {
    #[cfg(feature = "live")]
    #[command(subcommand)]
    site: Option<Site>,
    #[command(flatten)]
    tcp: JoinArgs,
}

#[cfg(feature = "live")]
#[derive(clap::Subcommand)]
enum Site {
    Karo(super::join_karo::JoinKaroArgs),
}

impl JoinCommand {
    pub(super) fn run(self) -> Result<(), Failure> {
        #[cfg(feature = "live")]
        if let Some(Site::Karo(karo)) = self.site {
            return karo.run();
        }
        self.tcp.run()
    }
}

/// What is required is there, except with a subcommand.
#[derive(Args)]
struct JoinArgs {
    /// The game; `referee games` lists them
    #[arg(required = true)]
    game: Option<String>,
    /// The server
    #[arg(required = true)]
    host: Option<String>,
    /// Its port
    #[arg(required = true)]
    port: Option<u16>,
    /// The bot: the workspace's own by name, or a command line, in quotes
    #[arg(required = true)]
    bot: Option<String>,
    #[command(flatten)]
    strangers: StrangerArgs,
}

impl JoinArgs {
    fn run(self) -> Result<(), Failure> {
        let (Some(game), Some(host), Some(port), Some(named)) =
            (self.game, self.host, self.port, self.bot)
        else {
            return Err(usage(anyhow!("which game? See referee join --help")));
        };
        let contest = contest(&game).map_err(usage)?;
        let bot = Bot::parse(&named, contest).map_err(usage)?;
        let bot = Bot::prepare_all(vec![bot], &self.strangers.read())?.remove(0);
        let launch = bot.launch();
        let launch = launch.ok_or_else(|| usage(anyhow!("'{named}' is no program")))?;
        adopt_orphans();
        let place = format!("{host}:{port}");
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

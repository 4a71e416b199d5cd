//! `referee join`: connects a program that reads standard input to a server.

use std::net::TcpStream;

use anyhow::{Context, anyhow};
use clap::{ArgMatches, Args, Command, FromArgMatches};

use super::per_game::{GameCommand, PerGame};
use super::{Failure, usage};
use crate::bot::Bot;
use crate::contest::Contest;
use crate::flags::strangers::StrangerArgs;
use crate::player::process::{Passed, adopt_orphans, pass_through};
use crate::site::{Site, SiteCommand};
use crate::tell;
use crate::terminal::harmless;

/// Let a bot that reads standard input play on a server
///
/// `referee join GAME --help` lists the flags of a game.
#[derive(Args)]
pub(super) struct JoinCommand {
    #[command(subcommand)]
    game: PerGame<Join>,
}

impl JoinCommand {
    pub(super) fn run(self) -> Result<(), Failure> {
        self.game.run()
    }
}

struct Join;

impl GameCommand for Join {
    fn of_site(site: Site) -> SiteCommand {
        site.join
    }

    fn flags(contest: &dyn Contest, command: Command) -> Command {
        let title = contest.about().title;
        JoinArgs::augment_args(command).about(format!("Play {title} on a server, over TCP"))
    }

    fn run(contest: &'static dyn Contest, matches: &ArgMatches) -> Result<(), Failure> {
        JoinArgs::from_arg_matches(matches).map_err(usage)?.run(contest)
    }
}

#[derive(Args)]
struct JoinArgs {
    /// The host name or address of the server
    host: String,
    /// The port of the server
    port: u16,
    /// The bot: the name of one of this workspace, or a command line in quotes
    bot: String,
    #[command(flatten)]
    strangers: StrangerArgs,
}

impl JoinArgs {
    fn run(self, contest: &'static dyn Contest) -> Result<(), Failure> {
        let bots = vec![Bot::parse(&self.bot, contest).map_err(usage)?];
        let strangers = self.strangers.read();
        strangers.demand_effect(&bots).map_err(usage)?;
        let bot = Bot::prepare_all(bots, &strangers)?.remove(0);
        let launch = bot.launch();
        let launch = launch.ok_or_else(|| {
            usage(anyhow!(
                "'{}' is not a program; give a command line, such as 'python3 my_bot.py'",
                self.bot
            ))
        })?;
        adopt_orphans();
        let place = format!("{}:{}", self.host, self.port);
        let stream =
            TcpStream::connect(&place).with_context(|| format!("cannot connect to {place}"))?;
        stream.set_nodelay(true)?;
        // No pipe of this is the output of the command, whose reader may close it.
        let passed = pass_through(launch, &stream, &mut |line| tell!("{}", harmless(line)))
            .map_err(|error| anyhow!("{error:#}"))?;
        let why = match passed {
            Passed::AboveLimit(what) => anyhow!("the bot {what}"),
            Passed::Ended { status, .. } if !status.is_success() => anyhow!("the bot: {status}"),
            Passed::Ended { was_over: false, .. } => {
                anyhow!(
                    "the bot ended before the game was over; let it answer until its input ends"
                )
            }
            Passed::Ended { .. } => return Ok(()),
        };
        Err(Failure::Failed(why))
    }
}

//! `referee serve`: serves games to clients over TCP.

mod flags;

use std::io::Write;
use std::net::{IpAddr, Ipv4Addr, SocketAddr};
use std::path::PathBuf;
use std::sync::mpsc;
use std::thread;

use anyhow::anyhow;
use clap::{ArgMatches, Args, Command, FromArgMatches};
use rand::RngExt;
use serde_json::Value;

use super::per_game::{GameCommand, PerGame};
use super::{Failure, usage};
use crate::contest::Contest;
use crate::flags::numbers::whole;
use crate::flags::parse_option;
use crate::plain_words::chain;
use crate::serve::{Mode, Report, Service};
use crate::setup::Setup;
use crate::site::{Site, SiteCommand};
use crate::tell;
use crate::terminal::{harmless, output};

/// Serve games to clients over TCP
///
/// With --players N one game is played with the first N clients, with --again a new game begins for every N clients.
/// Without --players the game is continuous, if the contest has such games: clients join at any time.
/// `referee games` names the file in which the protocol of a game is documented; `referee serve GAME --help`
/// lists the flags of a game.
///
/// Limits: at most 32 games are played at once, and at most 256 clients wait in the lobby. If it is full, a
/// new client takes the place of the oldest one that has not sent its first line; if all of them have sent it, the new
/// client is disconnected. The first line must arrive within 5 seconds and have at most 1,000 bytes. A client may send
/// at most 64 kB before a game begins. At most 8 MB are held for a client that does not read. A client that exceeds a
/// limit loses its seat or its place; the others are not affected.
#[derive(Args)]
pub(super) struct ServeCommand {
    #[command(subcommand)]
    game: PerGame<Serve>,
}

impl ServeCommand {
    pub(super) fn run(self) -> Result<(), Failure> {
        self.game.run()
    }
}

struct Serve;

impl GameCommand for Serve {
    fn of_site(site: Site) -> SiteCommand {
        site.serve
    }

    fn flags(contest: &dyn Contest, command: Command) -> Command {
        let about = contest.about();
        let command = flags::add(contest, ServeArgs::augment_args(command));
        let title = format!("Serve games of {} over TCP", about.title);
        command.long_about(format!("{title}\n\n{}", about.tcp.help)).about(title)
    }

    fn run(contest: &'static dyn Contest, matches: &ArgMatches) -> Result<(), Failure> {
        ServeArgs::from_arg_matches(matches).map_err(usage)?.run(contest, matches)
    }
}

#[derive(Args)]
struct ServeArgs {
    /// The port that clients connect to; 0 for any free one
    #[arg(long, default_value_t = 20005)]
    port: u16,
    /// The address to listen on; 0.0.0.0 for clients from other machines
    #[arg(long, default_value_t = IpAddr::V4(Ipv4Addr::LOCALHOST))]
    address: IpAddr,
    /// Play one game with N clients
    #[arg(long, value_name = "N", value_parser = whole(1..=200_u16))]
    players: Option<u16>,
    /// Play a new game for every N clients
    #[arg(long, requires = "players")]
    again: bool,
    /// Exit after this many games
    #[arg(long, value_name = "N", value_parser = whole(1..=u64::MAX))]
    games: Option<u64>,
    /// An option of the game, such as board=lakes; may be repeated
    #[arg(long = "option", value_name = "NAME=VALUE", value_parser = parse_option)]
    options: Vec<(String, Value)>,
    /// Seed of the first game; each later game has the next seed
    #[arg(long)]
    seed: Option<u64>,
    /// The folder of the recordings
    #[arg(long, value_name = "FOLDER", default_value = "games")]
    record: PathBuf,
}

impl ServeArgs {
    fn run(self, contest: &'static dyn Contest, matches: &ArgMatches) -> Result<(), Failure> {
        let service = self.service(contest, matches)?;
        let address = SocketAddr::new(self.address, self.port);
        let (sender, reports) = mpsc::channel();
        let server = thread::spawn(move || service.run(address, &sender));
        let mut out = output();
        for report in reports {
            match report {
                Report::Listens(address) => writeln!(out, "Listening on {address}")?,
                Report::Played(played) => {
                    let (turns, path) = (played.outcome.turns, played.recording.display());
                    let line = format!("{} after {turns} turns; {path}", played.summary());
                    writeln!(out, "{}", harmless(&line))?;
                }
                Report::Void(error) => {
                    tell!("A game is void: {}", harmless(&chain(&error)));
                }
            }
            out.flush()?;
        }
        match server.join() {
            Ok(result) => Ok(result?),
            Err(_) => Err(Failure::Failed(anyhow::anyhow!("the server itself failed"))),
        }
    }

    fn service(
        &self,
        contest: &'static dyn Contest,
        matches: &ArgMatches,
    ) -> Result<Service, Failure> {
        let mode = match (self.players, self.again) {
            (None, _) => Mode::Continuous,
            (Some(players), false) => Mode::One(usize::from(players)),
            (Some(players), true) => Mode::Every(usize::from(players)),
        };
        if let (Mode::One(players), Some(games @ 2..)) = (mode, self.games) {
            return Err(usage(anyhow!(
                "--players {players} plays one game; give --again for --games {games}"
            )));
        }
        let seed = self.seed.unwrap_or_else(|| rand::rng().random_range(0..contest.about().seeds));
        let given = flags::options(contest, matches, mode)?.into_iter();
        let options = contest.with_defaults(given.chain(self.options.iter().cloned()).collect());
        let setup = Setup { seed: seed.to_string(), options, seats: 1 };
        // A wrong option is refused now, before the first client connects.
        if mode == Mode::Continuous {
            contest.open(&setup).map_err(usage)?;
        } else {
            let seats = self.players.map_or(1, usize::from);
            contest.start(&Setup { seats, ..setup.clone() }).map_err(usage)?;
        }
        let folder = self.record.clone();
        Ok(Service { contest, setup, seed, mode, folder, games: self.games })
    }
}

#[cfg(test)]
mod tests {
    use super::super::examples::examples;
    use super::*;
    use crate::games::all;

    #[test]
    fn the_examples_in_the_help_of_each_game_can_be_served() {
        for contest in all().filter(|contest| contest.key() != "karo") {
            let examples = examples(&["serve", contest.key()]).unwrap();
            for line in examples {
                let words = line.split(' ').skip(2);
                let flags = Serve::flags(contest, Command::new("serve"));
                let matches = flags.try_get_matches_from(words).unwrap();
                let service = ServeArgs::from_arg_matches(&matches).unwrap();
                assert!(service.service(contest, &matches).is_ok(), "{line}");
            }
        }
    }
}

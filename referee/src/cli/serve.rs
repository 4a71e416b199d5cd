//! `referee serve`: games with clients over TCP.

use std::io::Write;
use std::net::{IpAddr, Ipv4Addr, SocketAddr};
use std::path::{Path, PathBuf};
use std::sync::mpsc;
use std::thread;

use anyhow::Context;
use clap::Args;
use rand::RngExt;
use serde_json::Value;

use super::numbers::whole;
use super::{Failure, parse_option, usage};
use crate::contest::{Contest, Setup};
use crate::games::contest;
use crate::ordinary;
use crate::serve::{Mode, Report, Service};
use crate::tell;
use crate::terminal::{harmless, output};

/// Serve games to clients over TCP
///
/// A client connects and says `Player`; `referee games` names where the protocol is described. With
/// --players N one game is played with the first N clients, with --again a new one for every N.
/// Without --players the game is a continuous one: clients join at any time, packages come with each of
/// them and when none is left, and it begins anew when nobody is alive.
///
/// A game ends when no package is left, when nobody is alive, or after 100,000 turns, whatever money is
/// left then; --option turns=N says another number.
///
/// Limits: 200 robots play in a game at once, and 32 games are played at once. 256 clients wait at most;
/// for further ones those are turned away that have not said their first line, Player. That line has 10
/// seconds and 1,000 bytes; 64 kB may come before a game begins. A command has 1 MB and the time of
/// --timeout. 8 MB wait for a client that does not read. Who goes beyond a limit loses its robot or its
/// place, and nobody else does. Boards have up to 1000x1000 tiles and 10,000 packages.
///
/// `referee serve karo` stands in for the site of Karopapier, which speaks HTTP.
#[derive(Args)]
#[command(args_conflicts_with_subcommands = true, subcommand_negates_reqs = true)]
pub(super) struct ServeCommand {
    #[cfg(feature = "live")]
    #[command(subcommand)]
    site: Option<Site>,
    #[command(flatten)]
    tcp: Option<ServeArgs>,
}

#[cfg(feature = "live")]
#[derive(clap::Subcommand)]
enum Site {
    Karo(super::serve_karo::ServeKaroArgs),
}

impl ServeCommand {
    pub(super) fn run(self) -> Result<(), Failure> {
        #[cfg(feature = "live")]
        if let Some(Site::Karo(karo)) = self.site {
            return karo.run();
        }
        let tcp = self
            .tcp
            .ok_or_else(|| usage(anyhow::anyhow!("which game? See referee serve --help")))?;
        tcp.run()
    }
}

#[derive(Args)]
struct ServeArgs {
    /// The game; `referee games` lists them
    game: String,
    /// The port that clients connect to; 0 for any that is free
    #[arg(long, default_value_t = 20005)]
    port: u16,
    /// The address to listen on; 0.0.0.0 for clients from other machines
    #[arg(long, default_value_t = IpAddr::V4(Ipv4Addr::LOCALHOST))]
    address: IpAddr,
    /// Play one game with so many clients
    #[arg(long, value_name = "N", value_parser = whole(1..=200_u16))]
    players: Option<u16>,
    /// Play a new game for every N clients
    #[arg(long, requires = "players")]
    again: bool,
    /// End after so many games
    #[arg(long, value_name = "N")]
    games: Option<u64>,
    /// A map file [default: a board drawn from the seed]
    #[arg(long, value_name = "FILE")]
    map: Option<PathBuf>,
    /// A package file [default: packages drawn from the seed]
    #[arg(long, value_name = "FILE")]
    packages: Option<PathBuf>,
    /// Money of each robot
    #[arg(long, default_value_t = 5000)]
    money: u64,
    /// Capacity of each robot
    #[arg(long, default_value_t = 50)]
    capacity: u64,
    /// Where robots start: random, same (all on one tile), or a list such as "1,1;3,2", the last of
    /// which holds for all further robots
    #[arg(long, value_name = "STARTS", default_value = "random")]
    start: String,
    /// Time for a command in milliseconds; 0 for any time, as in the simulator of 2002: one client that
    /// says nothing then holds up all others
    #[arg(long, value_name = "MS", default_value_t = 60_000)]
    timeout: u64,
    /// Packages that come with a robot and when none is left, in a continuous game
    #[arg(long, value_name = "N", default_value_t = 10)]
    refill: u64,
    /// Write as the server of the judging runs did: its blanks, and places in the first reply
    #[arg(long)]
    quirks: bool,
    /// Any other option of the game, such as board=lakes; may be repeated
    #[arg(long = "option", value_name = "NAME=VALUE", value_parser = parse_option)]
    options: Vec<(String, Value)>,
    /// Seed of the first game; the next ones have the seeds after it
    #[arg(long)]
    seed: Option<u64>,
    /// The folder of the recordings
    #[arg(long, value_name = "FOLDER", default_value = "games")]
    record: PathBuf,
}

impl ServeArgs {
    fn run(self) -> Result<(), Failure> {
        let contest = contest(&self.game).map_err(usage)?;
        let service = self.service(contest)?;
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
                Report::Void(error) => tell!("A game is void: {}", harmless(&format!("{error:#}"))),
            }
            out.flush()?;
        }
        match server.join() {
            Ok(result) => Ok(result?),
            Err(_) => Err(Failure::Failed(anyhow::anyhow!("the server itself failed"))),
        }
    }

    fn service(&self, contest: &'static dyn Contest) -> Result<Service, Failure> {
        let mode = match (self.players, self.again) {
            (None, _) => Mode::Continuous,
            (Some(players), false) => Mode::One(usize::from(players)),
            (Some(players), true) => Mode::Every(usize::from(players)),
        };
        let seed = self.seed.unwrap_or_else(|| rand::rng().random_range(0..contest.about().seeds));
        let setup =
            Setup { seed: seed.to_string(), options: self.options(contest, mode)?, seats: 1 };
        setup.demand_known_options(contest).map_err(usage)?;
        // Whatever is wrong with an option is said now and not to the first client.
        if mode == Mode::Continuous {
            contest.open(&setup).map_err(usage)?;
        } else {
            let seats = self.players.map_or(1, usize::from);
            contest.start(&Setup { seats, ..setup.clone() }).map_err(usage)?;
        }
        let folder = self.record.clone();
        Ok(Service { contest, setup, seed, mode, folder, games: self.games })
    }

    fn options(
        &self,
        contest: &dyn Contest,
        mode: Mode,
    ) -> Result<serde_json::Map<String, Value>, Failure> {
        let file = |path: &Option<PathBuf>| path.as_deref().map_or(Ok(String::new()), text_of);
        let mut options = vec![
            ("map", Value::from(file(&self.map)?)),
            ("packages", Value::from(file(&self.packages)?)),
            ("money", Value::from(self.money)),
            ("capacity", Value::from(self.capacity)),
            ("starts", Value::from(self.start.as_str())),
            ("move_ms", Value::from(self.timeout)),
            ("start_ms", Value::from(self.timeout)),
        ];
        if mode == Mode::Continuous {
            options.push(("refill", Value::from(self.refill)));
        }
        if self.quirks {
            options.push(("spacing", Value::from("judges")));
            options.push(("first_reply", Value::from("located")));
        }
        let named = options.into_iter().map(|(name, value)| (name.to_owned(), value));
        Ok(contest.with_defaults(named.chain(self.options.iter().cloned()).collect()))
    }
}

fn text_of(path: &Path) -> Result<String, Failure> {
    ordinary::read_text(path)
        .with_context(|| format!("cannot read {}", path.display()))
        .map_err(usage)
}
